#!/usr/bin/env bash
# Makes every picture of README.md and docs/ from the bundled sample and two generated traces, with the program's own window
# and without a display: what docs/guide.md says is done by tests/app/tst_guide.cpp, which leaves the pictures.
# usage: scripts/pictures.sh [FOLDER]      FOLDER: docs/images
set -euo pipefail
cd "$(dirname "$0")/.."
out=$(realpath -m "${1:-docs/images}")
scripts/install-packages.sh build test
cmake --preset release -DWARPSCOPE_TESTS=ON ${WARPSCOPE_CMAKE_ARGS:-} >/dev/null
cmake --build --preset release --target test_app warpscope >&2
mkdir -p "$out"
WARPSCOPE_PICTURES=$out QT_QPA_PLATFORM=offscreen QT_SCALE_FACTOR=1 LC_ALL=C.UTF-8 \
  build/release/bin/test_app --gtest_filter='Guide.*' --gtest_brief=1
build/release/bin/warpscope chart resources/sample/sample-decode.pt.trace.json.gz --by step --force -o "$out/chart.svg"
ls "$out"
