# cmake -D FOLDER=core -D OUTPUT=readershash.h -P readershash.cmake: a hash of all sources that decide what is read from a
# file. What was kept of a trace is used again only by programs with the same hash.
file(GLOB_RECURSE sources ${FOLDER}/base/* ${FOLDER}/io/* ${FOLDER}/model/* ${FOLDER}/readers/*)
list(SORT sources)
foreach(source ${sources})
  file(SHA1 ${source} hash)
  string(APPEND all ${hash})
endforeach()
string(SHA1 hash "${all}")
file(WRITE ${OUTPUT} "#pragma once\n#define WARPSCOPE_READERS \"${hash}\"\n")
