#!/usr/bin/env bash
# Makes Warpscope for Windows (x86_64) on Debian 12: MinGW's compiler, and Qt, SQLite, zlib and ISA-L built from Debian's sources.
# usage: scripts/windows.sh [PART…]    Parts, in this order; without one, those to `zip`:
#   tools      installs compiler, Wine and NASM        sources    fetches what is compiled
#   libraries  zlib, SQLite, ISA-L, nlohmann_json      qt         Qt's Core to Charts; `qt-core` only what the command line needs
#   program    both programs; `cli` only that one      zip        dist/warpscope-VERSION-windows-x64.zip
#   tests      the tests of core and readers, built and run under Wine
#   try        the command line under Wine over FILES=FOLDER, against NATIVE=PROGRAM (build/release/bin/warpscope-cli)
#   look       the window under Wine and Xvfb: pictures of the sample, light and dark, in dist/look
# WARPSCOPE_WINDOWS=FOLDER: what is fetched and built is kept there (~/.cache/warpscope-windows). A part that is done leaves a
# stamp in it and is not done again. Sources that lie unpacked in FOLDER/src (qt6-svg-6.4.2 …) are not fetched.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$(realpath -m "${WARPSCOPE_WINDOWS:-${XDG_CACHE_HOME:-$HOME/.cache}/warpscope-windows}")
out=$PWD/dist
host=x86_64-w64-mingw32
prefix=$root/prefix
jobs=${JOBS:-$(nproc)}
version=$(sed -n 's/^project(Warpscope VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
mkdir -p "$root"/{src,build,stamps,log} "$prefix"

part() { # NAME FUNCTION: once, its output in a log
  local begin=$SECONDS
  [ ! -e "$root/stamps/$1" ] || { echo "$1: as built before"; return 0; }
  (set -e; "$2") >"$root/log/$1" 2>&1 & # in the background, where `set -e` holds
  wait $! || { tail -30 "$root/log/$1" >&2; echo "FAILED: $1; $root/log/$1" >&2; exit 1; }
  touch "$root/stamps/$1"
  echo "$1: $((SECONDS - begin)) s"
}

install_tools() {
  local sudo=
  [ "$(id -u)" = 0 ] || sudo=sudo
  scripts/install-packages.sh build
  DEBIAN_FRONTEND=noninteractive $sudo apt-get install -y -qq --no-install-recommends g++-mingw-w64-x86-64-posix wine wine64 \
    nasm dpkg-dev zip icoutils librsvg2-bin googletest xvfb xauth
}

# With lists of its own: the machine's may know binary packages only, and stay as they are.
fetch_sources() {
  local apt=$root/apt list package
  mkdir -p "$apt"/{parts,lists/partial}
  : >"$apt/sources.list"
  [ ! -f /etc/apt/sources.list ] || sed -n 's/^deb /deb-src /p' /etc/apt/sources.list >"$apt/sources.list"
  for list in /etc/apt/sources.list.d/*.sources; do
    [ ! -f "$list" ] || sed 's/^Types:.*/Types: deb-src/' "$list" >"$apt/parts/$(basename "$list")"
  done
  local options=(-o "Dir::Etc::SourceList=$apt/sources.list" -o "Dir::Etc::SourceParts=$apt/parts" -o "Dir::State::lists=$apt/lists")
  apt-get "${options[@]}" update
  cd "$root/src"
  for package in qt6-base qt6-svg qt6-charts libisal sqlite3 zlib; do
    ls -d "$package"-[0-9]*/ >/dev/null 2>&1 || apt-get "${options[@]}" source --only-source "$package"
  done
}

source_of() { # PACKAGE
  find "$root/src" -maxdepth 1 -type d -name "$1-[0-9]*" | sort -V | tail -1
}

build_libraries() {
  local at
  mkdir -p "$prefix"/{include,lib/pkgconfig,share/cmake,bin}
  at=$(source_of zlib)
  (mkdir -p "$root/build/zlib" && cd "$root/build/zlib" && $host-gcc-posix -O2 -c "$at"/*.c && rm -f "$prefix/lib/libz.a" &&
    $host-ar cr "$prefix/lib/libz.a" ./*.o && cp "$at/zlib.h" "$at/zconf.h" "$prefix/include/")
  # The programs that make SQLite's one source file run here; the library, with Debian's switches, does not.
  at=$(source_of sqlite3)
  mkdir -p "$root/build/sqlite3"
  # shellcheck disable=SC2046 # several switches
  (cd "$root/build/sqlite3" && "$at/configure" --disable-tcl --disable-readline && make sqlite3.c sqlite3.h &&
    $host-gcc-posix -O2 -DSQLITE_THREADSAFE=1 -DSQLITE_ENABLE_MATH_FUNCTIONS $(grep -o -- '-DSQLITE_[A-Z0-9_]*\(=[0-9]*\)\?' "$at/debian/rules") -c sqlite3.c &&
    $host-gcc-posix -shared -o "$prefix/bin/libsqlite3-0.dll" sqlite3.o -Wl,--export-all-symbols,--out-implib,"$prefix/lib/libsqlite3.dll.a" &&
    cp sqlite3.h "$at/src/sqlite3ext.h" "$prefix/include/")
  at=$(source_of libisal)
  (cd "$at" && make -f Makefile.unx -j"$jobs" arch=mingw host_cpu=x86_64 units="crc igzip" AS=nasm lib isa-l.h &&
    cp bin/isa-l.a "$prefix/lib/libisal.a" && mkdir -p "$prefix/include/isa-l" && cp include/*.h "$prefix/include/isa-l/" &&
    cp isa-l.h "$prefix/include/")
  printf 'prefix=%s\nName: libisal\nDescription: ISA-L\nVersion: 2.30.0\nLibs: -L${prefix}/lib -lisal\nCflags: -I${prefix}/include\n' \
    "$prefix" >"$prefix/lib/pkgconfig/libisal.pc"
  cmake -S /usr/src/googletest -B "$root/build/googletest" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_TOOLCHAIN_FILE="$root/toolchain.cmake" \
    -DCMAKE_INSTALL_PREFIX="$prefix"
  cmake --build "$root/build/googletest" -j"$jobs"
  cmake --install "$root/build/googletest"
  cp -r /usr/include/nlohmann "$prefix/include/"
  cp -r /usr/share/cmake/nlohmann_json "$prefix/share/cmake/"
}

write_toolchain() {
  cat >"$root/toolchain.cmake" <<END2
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
set(CMAKE_C_COMPILER $host-gcc-posix)
set(CMAKE_CXX_COMPILER $host-g++-posix)
set(CMAKE_RC_COMPILER $host-windres)
set(CMAKE_FIND_ROOT_PATH $prefix /usr/$host)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(CMAKE_CXX_FLAGS_INIT "-Wa,-mbig-obj")
set(ENV{PKG_CONFIG_LIBDIR} $prefix/lib/pkgconfig)
set(QT_HOST_PATH /usr)
set(QT_HOST_PATH_CMAKE_DIR /usr/lib/x86_64-linux-gnu/cmake)
set(Qt6LinguistTools_DIR /usr/lib/x86_64-linux-gnu/cmake/Qt6LinguistTools)
END2
}

# One configuration for all of Qt's base; what the command line needs is built first.
configure_qt() {
  local off switches=()
  for off in dbus icu opengl opengles2 opengl_dynamic vulkan network tabletevent printsupport printer direct2d1_1 openssl zstd \
    jpeg gif glib sql_odbc sql_mysql sql_psql brotli libproxy accessibility_atspi_bridge concurrent cups egl linuxfb vnc eglfs \
    androiddeployqt qmake; do
    switches+=("-DFEATURE_$off=OFF")
  done
  cmake -S "$(source_of qt6-base)" -B "$root/build/qt6-base" -G Ninja -DCMAKE_BUILD_TYPE=Release \
    -DCMAKE_TOOLCHAIN_FILE="$root/toolchain.cmake" -DCMAKE_INSTALL_PREFIX="$prefix" -DQT_BUILD_EXAMPLES=OFF -DQT_BUILD_TESTS=OFF \
    -DINPUT_opengl=no -DFEATURE_system_sqlite=ON -DFEATURE_system_zlib=OFF -DFEATURE_system_pcre2=OFF -DFEATURE_pkg_config=OFF "${switches[@]}"
}
build_qt_core() {
  cmake --build "$root/build/qt6-base" -j"$jobs" --target Core Sql Test QSQLiteDriverPlugin
  # What they are found by, without the parts that are not built yet.
  (cd "$root/build/qt6-base" && cmake -DCMAKE_INSTALL_LOCAL_ONLY=1 -P cmake_install.cmake &&
    for file in src/{corelib,sql,testlib,plugins/sqldrivers,3rdparty/zlib,entrypoint}/cmake_install.cmake; do
      cmake -P "$file" || return 1
    done)
}
build_qt_base() {
  cmake --build "$root/build/qt6-base" -j"$jobs"
  cmake --install "$root/build/qt6-base"
}
build_qt_module() { # NAME SWITCH…
  local name=$1
  shift
  cmake -S "$(source_of "$name")" -B "$root/build/$name" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_TOOLCHAIN_FILE="$root/toolchain.cmake" \
    -DCMAKE_INSTALL_PREFIX="$prefix" -DQT_BUILD_EXAMPLES=OFF -DQT_BUILD_TESTS=OFF "$@"
  cmake --build "$root/build/$name" -j"$jobs"
  cmake --install "$root/build/$name"
}
# Qt's own zlib has other names for its functions than the header that is found first.
build_qt_svg() {
  build_qt_module qt6-svg "-DCMAKE_CXX_STANDARD_LIBRARIES=$prefix/lib/libz.a -lkernel32 -luser32 -lgdi32 -lshell32 -lole32 -ladvapi32"
}
build_qt_charts() { build_qt_module qt6-charts; }

configure_program() { # SWITCH…
  PKG_CONFIG_LIBDIR=$prefix/lib/pkgconfig cmake -S . -B "$root/build/warpscope" -G Ninja -DCMAKE_BUILD_TYPE=Release \
    -DCMAKE_TOOLCHAIN_FILE="$root/toolchain.cmake" -DCMAKE_PREFIX_PATH="$prefix" -DQt6_DIR="$prefix/lib/cmake/Qt6" "$@"
}
build_cli() {
  configure_program -DWARPSCOPE_WINDOW=OFF
  cmake --build "$root/build/warpscope" -j"$jobs" --target warpscope-cli
}
build_program() {
  configure_program -DWARPSCOPE_WINDOW=ON
  cmake --build "$root/build/warpscope" -j"$jobs" --target warpscope warpscope-cli
}
build_tests() {
  cmake --build "$root/build/warpscope" -j"$jobs" --target test_core test_readers warpscope-cli
}
run_tests() {
  local test failed=0
  export WINEPREFIX=$root/wine WINEDEBUG=-all QT_QPA_PLATFORM=offscreen
  WINEPATH="$(winepath -w "$prefix/bin");$(winepath -w "$(dirname "$($host-g++-posix -print-file-name=libstdc++-6.dll)")");$(winepath -w /usr/$host/lib)"
  export WINEPATH
  for test in core readers; do
    wine "$root/build/warpscope/bin/test_$test.exe" --gtest_brief=1 2>&1 | tail -40 || failed=1
  done
  return $failed
}
look_at_window() {
  local folder=$out/warpscope-$version-windows-x64 theme language
  export WINEPREFIX=$root/wine WINEDEBUG=-all
  mkdir -p "$out/look"
  for theme in light dark; do
    for language in en zh_CN; do
      xvfb-run -a wine "$folder/warpscope.exe" --new-window --screenshot "$(winepath -w "$out/look/$theme-$language.png")" \
        --theme $theme --lang $language "$(winepath -w resources/sample/sample-decode.pt.trace.json.gz)"
    done
  done
  ls "$out"/look/*.png
}

# What was built: the command line alone, or with the window what that needs.
make_zip() {
  local folder=$out/warpscope-$version-windows-x64 plugin file
  rm -rf "$folder" "$folder.zip"
  mkdir -p "$folder"/{sqldrivers,licences}
  cp "$root/build/warpscope/bin/warpscope-cli.exe" "$prefix"/bin/{Qt6Core,Qt6Sql,libsqlite3-0}.dll "$folder/"
  cp "$prefix/plugins/sqldrivers/qsqlite.dll" "$folder/sqldrivers/"
  for file in libstdc++-6.dll libgcc_s_seh-1.dll; do cp "$($host-g++-posix -print-file-name=$file)" "$folder/"; done
  cp /usr/$host/lib/libwinpthread-1.dll "$folder/"
  if [ -f "$root/build/warpscope/bin/warpscope.exe" ]; then
    cp "$root/build/warpscope/bin/warpscope.exe" "$prefix"/bin/Qt6{Gui,Widgets,Svg,Charts}.dll "$folder/"
    for plugin in platforms/qwindows platforms/qoffscreen imageformats/qsvg iconengines/qsvgicon styles/qwindowsvistastyle; do
      mkdir -p "$folder/$(dirname "$plugin")"
      cp "$prefix/plugins/$plugin.dll" "$folder/$(dirname "$plugin")/"
    done
    mkdir -p "$folder/translations"
    cp "$(qtpaths6 --query QT_INSTALL_TRANSLATIONS)/qtbase_zh_CN.qm" "$folder/translations/"
  fi
  find "$folder" \( -name '*.exe' -o -name '*.dll' \) -exec $host-strip --strip-unneeded {} +
  cp LICENSE "$folder/licences/warpscope"
  for file in qt6-base qt6-svg qt6-charts libisal sqlite3; do
    cp "$(source_of $file)/debian/copyright" "$folder/licences/$file" 2>/dev/null || cp -r "$(source_of $file)/LICENSES" "$folder/licences/$file"
  done
  cp /usr/share/doc/gcc-mingw-w64-base/copyright "$folder/licences/gcc"
  cp /usr/share/doc/nlohmann-json3-dev/copyright "$folder/licences/nlohmann-json"
  (cd "$out" && zip -qr9 "$(basename "$folder").zip" "$(basename "$folder")")
  echo "$folder.zip: $(du -k "$folder.zip" | cut -f1) KB"
}

# `summary` of every file of a folder says the same under Wine as here, but for paths.
try_programs() {
  local file here there count=0 differ=0
  export WINEPREFIX=$root/wine WINEDEBUG=-all
  while IFS= read -r file; do
    here=$("${NATIVE:-build/release/bin/warpscope-cli}" summary --json "$file" 2>&1 </dev/null) || true
    there=$(wine "$out/warpscope-$version-windows-x64/warpscope-cli.exe" summary --json "$file" 2>&1 </dev/null) || true
    count=$((count + 1))
    [ "$here" = "$there" ] || { differ=$((differ + 1)); echo "differs: $file"; }
  done < <(find "${FILES:-resources/sample}" -type f | sort)
  echo "$count files, $differ differ"
  [ "$differ" = 0 ]
}

again() { # NAME FUNCTION: a part that is not cached
  rm -f "$root/stamps/$1"
  part "$@"
}

[ $# -gt 0 ] || set -- tools sources libraries qt program zip
for name in "$@"; do
  case $name in
    tools) part tools install_tools ;;
    sources) part sources fetch_sources ;;
    libraries) write_toolchain && part libraries build_libraries ;;
    qt-core) write_toolchain && part qt-configure configure_qt && part qt-core build_qt_core ;;
    qt)
      write_toolchain
      part qt-configure configure_qt
      part qt-core build_qt_core
      part qt-base build_qt_base
      part qt-svg build_qt_svg
      part qt-charts build_qt_charts
      ;;
    cli) again cli build_cli ;;
    program) again program build_program ;;
    tests) again tests build_tests && run_tests ;;
    look) look_at_window ;;
    zip) make_zip ;;
    try) try_programs ;;
    *) sed -n '3,9p' "$0" >&2; exit 2 ;;
  esac
done
