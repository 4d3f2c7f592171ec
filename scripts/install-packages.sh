#!/usr/bin/env bash
# Installs the Debian packages that Warpscope needs to build, run and test, as far as they are missing.
# usage: scripts/install-packages.sh [build] [test] [check] [package] [portable]     test: also a locale with a decimal comma
set -euo pipefail
build="g++ cmake ninja-build ccache qt6-base-dev qt6-base-dev-tools qt6-tools-dev qt6-tools-dev-tools qt6-l10n-tools
       qt6-charts-dev libqt6opengl6-dev qt6-svg-dev libqt6sql6-sqlite libqt6svg6 qt6-qpa-plugins libgl1-mesa-dev nlohmann-json3-dev
       libisal-dev zlib1g-dev libsqlite3-dev pkg-config qt6-translations-l10n fonts-dejavu-core libgtest-dev libgmock-dev"
tests="fonts-noto-cjk binutils python3 sqlite3 locales dbus-daemon"
checks="clang-tidy"
portable="patchelf binutils"
packages="dpkg-dev desktop-file-utils shared-mime-info appstream lintian"
wanted=""
for set in "${@:-build}"; do
  case $set in
    build) wanted+=" $build" ;;
    test) wanted+=" $tests" ;;
    check) wanted+=" $checks" ;;
    package) wanted+=" $packages" ;;
    portable) wanted+=" $portable" ;;
    *) echo "usage: $0 [build] [test] [check] [package] [portable]" >&2; exit 2 ;;
  esac
done
missing=""
for package in $wanted; do
  status=$(dpkg-query -W -f='${Status}' "$package" 2>/dev/null) || status=
  [ "$status" = "install ok installed" ] || missing+=" $package"
done
sudo=""
[ "$(id -u)" = 0 ] || sudo=sudo
if [ -n "$missing" ]; then
  echo "Installing:$missing"
  [ -z "$sudo" ] || command -v sudo >/dev/null || { echo "Please install as root:$missing" >&2; exit 1; }
  $sudo apt-get update -qq
  # shellcheck disable=SC2086
  DEBIAN_FRONTEND=noninteractive $sudo apt-get install -y -qq --no-install-recommends $missing >/dev/null
fi
case " $* " in
  *" test "*) locale -a | grep -qix 'de_DE\.utf-\?8' || $sudo localedef -i de_DE -f UTF-8 de_DE.UTF-8 ;;
esac
