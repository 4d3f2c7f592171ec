#!/usr/bin/env bash
# Both packages are made of the built programs, and lintian has nothing to say. usage: check_packages.sh BUILD_FOLDER
set -euo pipefail
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
cpack --config "$1/CPackConfig.cmake" -B "$out" >"$out/log" 2>&1 || { cat "$out/log" >&2; exit 1; }
[ "$(ls "$out"/*.deb | wc -l)" = 2 ]
! dpkg-deb -f "$out"/warpscope-cli_*.deb Depends | grep -E 'qt6(gui|widgets|charts)'
lintian --fail-on error,warning "$out"/*.deb 2>"$out/log" || { cat "$out/log" >&2; exit 1; }
