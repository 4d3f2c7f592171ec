#!/usr/bin/env bash
# Builds the Debian packages warpscope and warpscope-cli. usage: scripts/package.sh [FOLDER]      FOLDER: dist
set -euo pipefail
cd "$(dirname "$0")/.."
out=$(realpath -m "${1:-dist}")
scripts/install-packages.sh build package
cmake --preset release >/dev/null
cmake --build --preset release --target warpscope warpscope-cli
mkdir -p "$out"
cpack --config build/release/CPackConfig.cmake -B "$out" >/dev/null
rm -rf "$out/_CPack_Packages"
ls "$out"/*.deb
