#!/usr/bin/env bash
# Runs clang-tidy with the checks of .clang-tidy over core; a finding is an error.
# usage: scripts/tidy.sh [FILE…]     default: every .cpp of core
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/install-packages.sh build check
# GCC's precompiled headers and extra warnings do not work with clang.
cmake --preset release -B build/tidy -DWARPSCOPE_PCH=OFF -DWARPSCOPE_UNITY=OFF -DWARPSCOPE_TESTS=OFF >/dev/null
sed -i 's/ -Wno-stringop-overflow//; s/ -Wno-restrict//' build/tidy/compile_commands.json
if [ $# = 0 ]; then mapfile -t files < <(find core -name "*.cpp" | sort); else files=("$@"); fi
printf '%s\0' "${files[@]}" | xargs -0 -P "$(nproc)" -n 4 clang-tidy --quiet -p build/tidy --warnings-as-errors='*' 2> >(grep -v 'warnings generated' >&2)
