#!/usr/bin/env bash
# Makes folders that run where no Qt is installed: the programs with the libraries, plugins and texts of Qt that they need.
# usage: scripts/portable.sh [FOLDER]      FOLDER: dist      PROGRAMS=FOLDER: built programs, instead of building them
# Two folders and their archives: warpscope-VERSION-x86_64 (both programs; an X server and, for Chinese, a font of the machine are
# expected) and warpscope-cli-VERSION-x86_64 (a kernel is expected). Both bring a glibc: the second always runs with it, the first
# where the system's is older, so that the system's drivers are loaded with the glibc that they need.
# scripts/try-portable.sh starts both in a root without Qt.
set -euo pipefail
cd "$(dirname "$0")/.."
out=$(realpath -m "${1:-dist}")
scripts/install-packages.sh build package portable
if [ -z "${PROGRAMS:-}" ]; then
  cmake --preset release >/dev/null
  cmake --build --preset release --target warpscope warpscope-cli >&2
  PROGRAMS=build/release/bin
fi
version=$(sed -n 's/^project(Warpscope VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
plugins=$(qtpaths6 --query QT_INSTALL_PLUGINS)
translations=$(qtpaths6 --query QT_INSTALL_TRANSLATIONS)

# What is of every Linux and must fit its kernel and loader.
of_system='^(linux-vdso|ld-linux|libc\.so|libm\.so|libdl\.so|libpthread\.so|librt\.so|libresolv\.so|libutil\.so)'

copy_libraries() { # FOLDER
  local folder=$1 file name path
  find "$folder/bin" "$folder/plugins" -type f ! -name qt.conf | while read -r file; do ldd "$file"; done |
    sed -n 's/^\t\([^ ]*\) => \(\/[^ ]*\) .*/\1 \2/p' | sort -u | while read -r name path; do
      [[ $name =~ $of_system ]] || cp -L "$path" "$folder/lib/$name"
    done
}

# The C library and its loader, so that the machine's own may be older. They are not set by the environment: programs that are
# started from here keep the machine's.
copy_system() { # FOLDER PROGRAM
  local folder=$1 loader file
  loader=$(ldd "$folder/bin/$2" | grep -o '/[^ ]*/ld-linux-x86-64.so.2')
  mkdir -p "$folder/glibc"
  cp -L "$loader" "$folder/glibc/"
  # More than the program needs itself: drivers of the system, made with an older glibc, need the parts that libc has swallowed.
  for file in libc.so.6 libm.so.6 libdl.so.2 libpthread.so.0 librt.so.1 libresolv.so.2 libutil.so.1; do
    cp -L "$(dirname "$(ldd "$folder/bin/$2" | grep -o '/[^ ]*/libc.so.6')")/$file" "$folder/glibc/"
  done
  cp "$folder/bin/qt.conf" "$folder/glibc/" # the program that the kernel starts is the loader
  [ "$2" = warpscope-cli ] || ln -s ../warpscope-cli "$folder/glibc/" # which the window looks for beside itself
}

copy_licences() { # FOLDER
  local file package
  for file in "$1"/lib/*.so*; do
    dpkg-query -S "*/$(basename "$file")" 2>/dev/null | sed 's/:.*//' | head -1
  done | sort -u | while read -r package; do
    [ ! -f "/usr/share/doc/$package/copyright" ] || cp -L "/usr/share/doc/$package/copyright" "$1/licences/$package"
  done
  cp LICENSE "$1/licences/warpscope"
}

make_folder() { # NAME PROGRAM…
  local folder="$out/$1-$version-x86_64" program plugin
  shift
  rm -rf "$folder"
  mkdir -p "$folder"/{bin,lib,plugins/sqldrivers,licences}
  printf '[Paths]\nPrefix=..\nPlugins=plugins\nTranslations=translations\n' >"$folder/bin/qt.conf"
  cp "$plugins/sqldrivers/libqsqlite.so" "$folder/plugins/sqldrivers/"
  for program in "$@"; do
    cp "$PROGRAMS/$program" "$folder/bin/"
    strip "$folder/bin/$program"
    if [ "$program" = warpscope ]; then
      for plugin in platforms/libqxcb platforms/libqoffscreen platforminputcontexts/libcomposeplatforminputcontextplugin \
        platforminputcontexts/libibusplatforminputcontextplugin iconengines/libqsvgicon imageformats/libqsvg; do
        mkdir -p "$folder/plugins/$(dirname "$plugin")"
        cp "$plugins/$plugin.so" "$folder/plugins/$(dirname "$plugin")/"
      done
      mkdir -p "$folder"/{fonts,translations,share}
      cp /usr/share/fonts/truetype/dejavu/DejaVuSans{,-Bold,Mono}.ttf "$folder/fonts/"
      cat >"$folder/fonts/fonts.conf" <<'END'
<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig><dir prefix="relative">.</dir><cachedir prefix="xdg">fontconfig</cachedir></fontconfig>
END
      cp "$translations"/qtbase_zh_CN.qm "$folder/translations/"
      cp resources/sample/sample-decode.pt.trace.json.gz packaging/org.warpscope.Warpscope.desktop packaging/warpscope-mime.xml \
        "$folder/share/"
      cp resources/icons/warpscope.svg "$folder/share/org.warpscope.Warpscope.svg"
    fi
    cp packaging/"$program".1 "$folder/"
    # The library path is in the programs, not in the environment: nsys and ncu, which they start, must find their own. The
    # fonts of the folder are for machines without any.
    cat >"$folder/$program" <<END
#!/bin/sh
here=\$(dirname "\$(readlink -f "\$0")")
if [ -f "\$here/fonts/fonts.conf" ] && [ ! -e /etc/fonts/fonts.conf ] && [ -z "\${FONTCONFIG_FILE:-}" ]; then
  export FONTCONFIG_FILE="\$here/fonts/fonts.conf"
fi
has=\$(getconf GNU_LIBC_VERSION 2>/dev/null | sed 's/^glibc //')
if [ "\$(printf '%s\\n' "\$has" @GLIBC@ | sort -V | head -1)" = @GLIBC@ ]; then
  exec "\$here/bin/$program" "\$@"
fi
exec "\$here/glibc/ld-linux-x86-64.so.2" --inhibit-cache --library-path "\$here/glibc:\$here/lib" "\$here/bin/$program" "\$@"
END
    chmod 755 "$folder/$program"
  done
  copy_libraries "$folder"
  copy_system "$folder" "$1"
  for program in "$@"; do patchelf --force-rpath --set-rpath '$ORIGIN/../lib' "$folder/bin/$program"; done
  find "$folder/lib" "$folder/glibc" "$folder/plugins" -name '*.so*' ! -name 'ld-linux*' -exec strip --strip-unneeded {} +
  copy_licences "$folder"
  local glibc
  glibc=$(find "$folder"/{bin,lib,plugins} -type f ! -name qt.conf -exec objdump -T {} + 2>/dev/null |
    grep -o 'GLIBC_2\.[0-9]*' | sort -uV | tail -1)
  for program in "$@"; do sed -i "s/@GLIBC@/${glibc#GLIBC_}/g" "$folder/$program"; done
  [ "$1" = warpscope ] || sed -i '/^has=/,/^fi$/d' "$folder/$1" # always with its own
  cat >"$folder/README.txt" <<END
Warpscope $version for Linux on x86_64. Start it from here: ./$1 FILE… The folder may lie anywhere and be moved.
Needs Linux 3.17 or newer$([ "$1" != warpscope ] || echo ", an X server (or XWayland), and a font with Chinese characters for the Chinese window").
The libraries are Debian 12's; licences/ holds their terms.
END
  tar -C "$out" -czf "$folder.tar.gz" "$(basename "$folder")"
  echo "$folder: $(du -sm "$folder" | cut -f1) MB, archive $(du -sm "$folder.tar.gz" | cut -f1) MB"
}

mkdir -p "$out"
make_folder warpscope warpscope warpscope-cli
make_folder warpscope-cli warpscope-cli
