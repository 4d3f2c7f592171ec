#!/usr/bin/env bash
# Looks for damage that a reader does not survive: libFuzzer with AddressSanitizer and UBSan, by clang. Not a part of CI.
# usage: scripts/fuzz.sh READER [SECONDS [FOLDER…]]
#   READER   an id of core/readers/formats.cpp ("xplane", "perfetto", …), or "any": the content decides
#   FOLDER   of files to begin with, beside the small ones of tests/fuzz/seeds.py
# What it found stands in build/fuzz/found/READER, the files that reached new code in build/fuzz/corpus/READER.
set -euo pipefail
cd "$(dirname "$0")/.."
reader=${1:?usage: scripts/fuzz.sh READER [SECONDS [FOLDER…]]}
seconds=${2:-600}
folders=("${@:3}")
compiler=$(command -v clang++-14 || command -v clang++) || { echo "clang is needed: apt-get install clang-14" >&2; exit 1; }
cmake -S tests/fuzz -B build/fuzz -G Ninja -DCMAKE_CXX_COMPILER="$compiler" -DCMAKE_BUILD_TYPE=None >/dev/null
cmake --build build/fuzz --target fuzz_reader
corpus=build/fuzz/corpus/$reader found=build/fuzz/found/$reader
mkdir -p "$corpus" "$found"
python3 tests/fuzz/seeds.py "$reader" "build/fuzz/seeds/$reader"
[ "$reader" != any ] || reader=
# Qt and the readers keep what they have once made (names, compiled patterns): no leaks.
WARPSCOPE_FUZZ=$reader ASAN_OPTIONS=detect_leaks=0 QT_QPA_PLATFORM=offscreen \
  build/fuzz/fuzz_reader "$corpus" "build/fuzz/seeds/${1}" "${folders[@]}" -artifact_prefix="$found/" \
  -max_total_time="$seconds" -rss_limit_mb=3000 -malloc_limit_mb=2500 -timeout=20 -max_len=65536 -print_final_stats=1
