#!/usr/bin/env bash
# Installs what is missing, builds and runs all tests without a display.
# usage: ./test.sh [PRESET] [CTEST ARGUMENTS…]     PRESET: release (default), dev, asan, tsan
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
preset=release
case ${1:-} in release | dev | asan | tsan) preset=$1; shift ;; esac
"$here/scripts/install-packages.sh" build test package
cd "$here"
cmake --preset "$preset" -DWARPSCOPE_TESTS=ON ${WARPSCOPE_CMAKE_ARGS:-} >/dev/null
cmake --build --preset "$preset"
ctest --preset "$preset" -j "$(nproc)" "$@"
