#!/usr/bin/env bash
# Makes all that is handed out in FOLDER (dist): Debian's packages, the folders that run without installing, and, with `windows`,
# the archive for Windows. Then lists each file with its SHA-256, in SHA256SUMS too, and the versions that it was made with.
# usage: scripts/release.sh [windows] [FOLDER]
set -euo pipefail
cd "$(dirname "$0")/.."
windows=
[ "${1:-}" != windows ] || { windows=1; shift; }
out=$(realpath -m "${1:-dist}")
scripts/package.sh "$out"
scripts/portable.sh "$out"
if [ -n "$windows" ]; then
  scripts/windows.sh
  [ "$out" = "$PWD/dist" ] || cp dist/warpscope-*-windows-x64.zip "$out/"
fi
echo "Warpscope $(sed -n 's/^project(Warpscope VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt), $(git describe --always --dirty 2>/dev/null || echo 'not of a repository')"
echo "$(c++ --version | head -1); Qt $(qtpaths6 --qt-version); $(. /etc/os-release && echo "$PRETTY_NAME")"
[ -z "$windows" ] || x86_64-w64-mingw32-g++-posix --version | head -1
cd "$out"
find . -maxdepth 1 -type f \( -name '*.deb' -o -name '*.tar.gz' -o -name '*.zip' \) -printf '%f\n' | sort | xargs sha256sum | tee SHA256SUMS
