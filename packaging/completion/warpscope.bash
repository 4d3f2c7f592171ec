# bash completion for warpscope: options as the program itself lists them, those of `warpscope chart` behind it, then files.
_warpscope() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} chart=
  if ((COMP_CWORD > 1)) && [[ ${COMP_WORDS[1]} == chart ]]; then chart=chart; fi
  if [[ $before == --theme ]]; then
    local themes="light dark"
    [[ -n $chart ]] || themes+=" system"
    mapfile -t COMPREPLY < <(compgen -W "$themes" -- "$word")
  elif [[ $word == -* ]]; then
    local options
    options=$("$1" $chart --help 2>/dev/null | sed -n 's/^  \(-[a-z], \)\?\(--[a-z_-]*\).*/\2/p')
    mapfile -t COMPREPLY < <(compgen -W "$options" -- "$word")
  else
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(compgen -f -- "$word")
    if ((COMP_CWORD == 1)) && [[ chart == "$word"* ]]; then COMPREPLY+=(chart); fi
  fi
}
complete -F _warpscope warpscope
