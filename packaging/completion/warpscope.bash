# bash completion for warpscope: options as the program itself lists them, then files.
_warpscope() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
  if [[ $before == --theme ]]; then
    mapfile -t COMPREPLY < <(compgen -W "system light dark" -- "$word")
  elif [[ $word == -* ]]; then
    local options
    options=$("$1" --help 2>/dev/null | sed -n 's/^  \(-[a-z], \)\?\(--[a-z-]*\).*/\2/p')
    mapfile -t COMPREPLY < <(compgen -W "$options" -- "$word")
  else
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(compgen -f -- "$word")
  fi
}
complete -F _warpscope warpscope
