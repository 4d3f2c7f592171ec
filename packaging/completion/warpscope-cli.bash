# bash completion for warpscope-cli: commands and options as the program itself lists them, then files.
_warpscope_cli() {
  local word=${COMP_WORDS[COMP_CWORD]}
  if ((COMP_CWORD == 1)); then
    local commands
    commands=$("$1" --help 2>/dev/null | sed -n 's/^  \([a-z][a-z0-9]*\) .*/\1/p')
    mapfile -t COMPREPLY < <(compgen -W "$commands --help --version --lang --gpu-row --full" -- "$word")
  elif [[ $word == -* ]]; then
    local options
    options=$("$1" "${COMP_WORDS[1]}" --help 2>/dev/null | sed -n 's/^  \(-[a-z], \)\?\(--[a-z_-]*\).*/\2/p')
    mapfile -t COMPREPLY < <(compgen -W "$options --lang --gpu-row --full" -- "$word")
  else
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(compgen -f -- "$word")
  fi
}
complete -F _warpscope_cli warpscope-cli
