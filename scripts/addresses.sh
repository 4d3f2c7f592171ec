#!/usr/bin/env bash
# Runs the tests of core and of the readers under AddressSanitizer, LeakSanitizer and UBSan, with libstdc++'s assertions,
# in a locale with a decimal comma. All tests that way: ./test.sh asan
# usage: scripts/addresses.sh [CTEST ARGUMENTS…]
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/install-packages.sh build test
cmake --preset asan -DWARPSCOPE_TESTS=ON ${WARPSCOPE_CMAKE_ARGS:-} >/dev/null
cmake --build --preset asan --target test_core test_readers warpscope-cli
ctest --preset asan -j "$(nproc)" -R '^(core|readers)\.' "$@"
