#!/usr/bin/env bash
# Runs the tests of core, of the readers and of the session under ThreadSanitizer.
# usage: scripts/threads.sh [CTEST ARGUMENTS…]
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/install-packages.sh build test
cmake --preset tsan -DWARPSCOPE_TESTS=ON ${WARPSCOPE_CMAKE_ARGS:-} >/dev/null
cmake --build --preset tsan --target test_core test_readers test_session
# It cannot follow a thread that starts a program (QProcess forks by vfork), so transfers by ssh are left out.
# ThreadSanitizer of GCC 12 does not start if the kernel randomises addresses over more bits than it supports.
fixed=()
! setarch -R true 2>/dev/null || fixed=(setarch -R)
"${fixed[@]}" ctest --preset tsan -j "$(nproc)" -R '^(core|readers|session)\.' -E '^core\.RemoteTransferTest' "$@"
