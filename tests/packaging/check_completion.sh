#!/usr/bin/env bash
# The completions of bash offer what the programs list. usage: check_completion.sh FOLDER_OF_COMPLETIONS WARPSCOPE_CLI WARPSCOPE
set -euo pipefail
# shellcheck disable=SC1090
for file in "$1"/*.bash; do source "$file"; done
program=_warpscope_cli cli=$2
export QT_QPA_PLATFORM=offscreen
compopt() { :; } # only bash itself may call it, while it completes
offers() { # line, then what must be among the offers
  local want=$2
  read -ra COMP_WORDS <<< "$1"
  [[ $1 != *" " ]] || COMP_WORDS+=("")
  COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
  COMPREPLY=()
  "$program" "$cli"
  [[ " ${COMPREPLY[*]} " == *" $want "* ]] || { echo "'$1' does not offer $want but: ${COMPREPLY[*]}" >&2; exit 1; }
}
offers "warpscope-cli " overview
offers "warpscope-cli st" steps
offers "warpscope-cli gaps --" --json
offers "warpscope-cli compare --f" --fail-above
offers "warpscope-cli gputrc2graph --in" --in_file
program=_warpscope cli=$3
offers "warpscope ch" chart
offers "warpscope chart a.json --lev" --level
offers "warpscope chart --theme " dark
offers "warpscope --theme s" system
offers "warpscope --sc" --screenshot
program=_warpscope_cli cli=$2
for command in $("$cli" --help | sed -n 's/^  \([a-z][a-z0-9]*\) .*/\1/p'); do
  offers "warpscope-cli ${command:0:3}" "$command"
done
