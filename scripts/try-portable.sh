#!/usr/bin/env bash
# Starts the folders that scripts/portable.sh has made in a root without Qt, X libraries and fonts.
# usage: scripts/try-portable.sh [--base FOLDER] FOLDER [FILE_TO_READ…]      FOLDER: where portable.sh has put them
#   --base: a root that `debootstrap --variant=minbase bookworm FOLDER` has made; it is copied. Without it one is made.
# The window shows itself on an Xvfb outside of the root; a picture is taken inside. Needs root, xvfb and x11-utils.
set -euo pipefail
here=$(cd "$(dirname "$0")/.." && pwd)
base=""
if [ "${1:-}" = --base ]; then base=$2; shift 2; fi
[ $# -gt 0 ] || { sed -n '2,5s/^# //p' "$0" >&2; exit 2; }
[ "$(id -u)" = 0 ] || { echo "needs root, for chroot" >&2; exit 1; }
folders=$(realpath "$1")
shift
work=$(mktemp -d)
root=$work/root
server=""
cleanup() {
  [ -z "$server" ] || kill "$server" 2>/dev/null || true
  umount "$root/tmp/.X11-unix" "$root/proc" 2>/dev/null || true
  rm -rf --one-file-system "$work"
}
trap cleanup EXIT
if [ -n "$base" ]; then cp -a "$base" "$root"
else debootstrap --variant=minbase bookworm "$root" ${DEBIAN_MIRROR:+"$DEBIAN_MIRROR"} >"$work/log"; fi
mount -t proc proc "$root/proc"
mkdir -p "$root/files" "$root/elsewhere" "$root/tmp/.X11-unix"
[ -d /tmp/.X11-unix ] || mkdir -m 1777 /tmp/.X11-unix # where no X server has run yet
mount --bind /tmp/.X11-unix "$root/tmp/.X11-unix"
cp -a "$folders"/warpscope-*-x86_64 "$root/elsewhere/"
sample=/files/sample-decode.pt.trace.json.gz
cp "$here/resources/sample/${sample##*/}" "$root/files/"
for file in "$@"; do cp --parents "$(realpath "$file")" "$root/files/"; done
inside() { chroot "$root" env -i PATH=/usr/bin:/bin HOME=/root LC_ALL=C.UTF-8 "$@"; }
! find "$root"/usr "$root"/lib* "$root"/etc -name 'libQt*' -o -name 'libxcb*' -o -name 'libX11*' -o -name '*.ttf' | grep . ||
  { echo "this root is no test" >&2; exit 1; }
window=$(cd "$root" && ls -d elsewhere/warpscope-[0-9]*-x86_64)
cli=$(cd "$root" && ls -d elsewhere/warpscope-cli-*-x86_64)

for program in "$window" "$cli"; do
  read=0
  while IFS= read -r file; do
    inside "/$program/warpscope-cli" summary --json "$file" >/dev/null 2>"$work/err" ||
      { echo "not read: $file: $(head -c 200 "$work/err")" >&2; exit 1; }
    read=$((read + 1))
  done < <(cd "$root" && find files -type f | sort | sed 's#^#/#')
  echo "$(basename "$program"): warpscope-cli read $read files"
done
inside "/$window/warpscope" --screenshot /files/sample.png --size 1280x800 "$sample" 2>"$work/err" || { cat "$work/err" >&2; exit 1; }
[ "$(stat -c %s "$root/files/sample.png")" -gt 20000 ]
[ -z "${KEEP_SCREENSHOT:-}" ] || cp "$root/files/sample.png" "$KEEP_SCREENSHOT"
echo "picture written without a display"

mkfifo "$work/number"
Xvfb -displayfd 4 -screen 0 1280x800x24 -ac -nolisten tcp 4<>"$work/number" >/dev/null 2>&1 &
server=$!
read -r number <"$work/number"
inside env DISPLAY=":$number" "/$window/warpscope" "$sample" 2>"$work/err" &
for _ in $(seq 100); do
  sleep 0.2
  DISPLAY=":$number" xwininfo -root -tree >"$work/tree" 2>/dev/null || true
  title=$(grep -o '"sample-decode[^"]*"' "$work/tree" | head -1) || true
  [ -z "$title" ] || break
done
[ -n "$title" ] || { cat "$work/err" "$work/tree" >&2; exit 1; }
echo "window on an X server: $title"
