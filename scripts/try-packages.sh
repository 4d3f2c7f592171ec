#!/usr/bin/env bash
# Installs both packages into a clean Debian 12 root with apt and starts them there.
# usage: scripts/try-packages.sh [--base FOLDER] FOLDER_OF_PACKAGES [FILE_TO_READ…]
#   --base: a root that `debootstrap --variant=minbase bookworm FOLDER` has made; it is copied. Without it one is made.
# First warpscope-cli alone, without recommended packages: it reads the sample and every given file where no GUI library
# is. Then warpscope: what the desktop entry runs for a double-click opens the sample under Xvfb. Needs root and a network.
set -euo pipefail
here=$(cd "$(dirname "$0")/.." && pwd)
base=""
if [ "${1:-}" = --base ]; then base=$2; shift 2; fi
[ $# -gt 0 ] || { sed -n '2,7s/^# //p' "$0" >&2; exit 2; }
[ "$(id -u)" = 0 ] || { echo "needs root, for chroot and apt" >&2; exit 1; }
packages=$(realpath "$1")
shift
work=$(mktemp -d)
root=$work/root
trap 'umount "$root/proc" 2>/dev/null || true; rm -rf --one-file-system "$work"' EXIT
if [ -n "$base" ]; then cp -a "$base" "$root"
else debootstrap --variant=minbase bookworm "$root" ${DEBIAN_MIRROR:+"$DEBIAN_MIRROR"} >"$work/log"; fi
cp /etc/resolv.conf "$root/etc/"
mount -t proc proc "$root/proc"
mkdir -p "$root/packages" "$root/files" "$root/shots"
cp "$packages"/*.deb "$root/packages/"
chmod 755 "$root/packages"
cp "$here/resources/sample/sample-decode.pt.trace.json.gz" "$root/files/"
for file in "$@"; do cp --parents "$(realpath "$file")" "$root/files/"; done
inside() { chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"; }
install() { inside apt-get install -y -qq --no-install-recommends "$@" >"$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }; }

inside apt-get update -qq
echo "warpscope-cli, without recommended packages"
install "/$(cd "$root" && ls packages/warpscope-cli_*.deb)"
! inside dpkg-query -W -f '${Package}\n' | grep -iE 'qt6(gui|widgets|charts|svg)|libx11|libxcb|libgl[0-9x]|fontconfig|mesa' || exit 1
echo "  $(inside dpkg-query -W -f '${Package}\n' | wc -l) packages in the root, none of a GUI"
read=0
while IFS= read -r file; do
  inside warpscope-cli summary --json "$file" >"$work/out" 2>"$work/err" ||
    { echo "  not read: $file: $(head -c 200 "$work/err")" >&2; exit 1; }
  sed -n 's/^ *"format": "\(.*\)",/\1/p' "$work/out" >>"$work/kinds"
  read=$((read + 1))
done < <(cd "$root" && find files -type f | sort | sed 's#^#/#')
echo "  files read: $read, of the kinds $(sort -u "$work/kinds" | paste -sd ' ')"

echo "warpscope"
install "/$(cd "$root" && ls packages/warpscope_*.deb)"
install xvfb xauth x11-utils shared-mime-info desktop-file-utils libglib2.0-bin
type=$(inside gio info -a standard::content-type /files/sample-decode.pt.trace.json.gz | sed -n 's/.*content-type: //p')
entry=$(inside gio mime "$type" | sed -n 's/^Default application.*: //p')
echo "  the sample is $type, opened by $entry"
[ "$entry" = org.warpscope.Warpscope.desktop ]
# As a file manager does for a double-click.
cat >"$root/shots/start" <<END
gio launch /usr/share/applications/$entry /files/sample-decode.pt.trace.json.gz >/shots/log 2>&1
for i in \$(seq 100); do
  sleep 0.2
  xwininfo -root -tree >/shots/tree
  if grep -q '"sample-decode' /shots/tree; then grep -o '"sample-decode[^"]*"' /shots/tree | head -1; exit 0; fi
done
cat /shots/log /shots/tree >&2
exit 1
END
title=$(inside xvfb-run -s '-screen 0 1280x800x24' sh /shots/start) || { echo "the double-click opened no sample" >&2; exit 1; }
echo "  a double-click on the sample opens the window $title"
inside warpscope --screenshot /shots/sample.png --size 1280x800 /files/sample-decode.pt.trace.json.gz 2>"$work/err" ||
  { cat "$work/err" >&2; exit 1; }
[ "$(stat -c %s "$root/shots/sample.png")" -gt 20000 ]
[ -z "${KEEP_SCREENSHOT:-}" ] || cp "$root/shots/sample.png" "$KEEP_SCREENSHOT"
inside warpscope chart /files/sample-decode.pt.trace.json.gz -o /shots/chart.svg 2>"$work/err"
echo "  picture and chart written without a display"
inside apt-get purge -y -qq warpscope warpscope-cli >"$work/log" 2>&1
left=$(cd "$root" && find usr etc -iname '*warpscope*')
[ -z "$left" ] || { echo "left behind: $left" >&2; exit 1; }
echo "both removed, nothing left"
