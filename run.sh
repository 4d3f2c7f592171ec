#!/usr/bin/env bash
# Builds Warpscope (installing what is missing) and opens the given files, or the start page's sample without one.
# usage: ./run.sh [--build] [FILE…]     --build: stop after building; programs are in build/release/bin/
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
only_build=no
if [ "${1:-}" = --build ]; then only_build=yes; shift; fi
"$here/scripts/install-packages.sh" build >&2
cmake -S "$here" -B "$here/build/release" -G Ninja -DCMAKE_BUILD_TYPE=Release -DWARPSCOPE_TESTS=OFF >/dev/null
cmake --build "$here/build/release" >&2
[ $only_build = yes ] && exit 0
if [ $# = 0 ]; then set -- "$here/resources/sample/sample-decode.pt.trace.json.gz"; fi
exec "$here/build/release/bin/warpscope" "$@"
