#include "core/base/formatnames.h"

namespace ws {

std::span<const FormatName> formatNames()
{
    static const FormatName all[] = {
        {"wsp", "wsp", ""},
        {"kineto", "json gz zip trace", ""},
        {"layerwise", "json", ""},
        {"nsys-sqlite", "sqlite", ""},
        {"rocpd", "db", ""},
        {"rpd", "rpd", ""},
        {"xplane", "pb", ""},
        {"perfetto", "pftrace perfetto-trace", ""},
        {"nsys-rep", "nsys-rep qdrep", ""},
        {"ncu-rep", "ncu-rep", ""},
        {"rocprof-json", "json", ""},
        {"rocprof-csv", "csv", ""},
        {"nvprof-trace", "csv txt log", "md out raw"},
        {"unitrace", "txt log", "md out raw"},
        {"rocprof-text", "txt log", "md out raw"},
        {"tensorrt-json", "json", ""},
        {"proton-tree", "hatchet hatchet_msgpack json", ""},
        {"nsys-trace-csv", "csv", ""},
        {"ascend-table", "csv", ""},
        {"ascend-table", "json", ""},
        {"nvprof-tables", "csv txt log", "md out raw"},
        {"framework-tables", "txt log", "md out raw"},
        {"torch-table", "txt log", "md out raw"},
        {"nsys-stats", "txt csv log", "md out raw"},
        {"rocprof-stats", "csv", ""},
        {"ncu-csv", "csv", "raw"},
        {"ncu-text", "txt log", "md out raw"},
        {"nsys-ncu-report", "txt", "md html"},
    };
    return all;
}

QStringList formatSuffixes(bool pasted)
{
    QStringList suffixes;
    const auto add = [&](const char *words) { suffixes += QString::fromLatin1(words).split(u' ', Qt::SkipEmptyParts); };
    for (const FormatName &name : formatNames())
        add(name.suffixes);
    for (const FormatName &name : formatNames())
        if (pasted)
            add(name.pasted);
    suffixes.removeDuplicates();
    return suffixes;
}

} // namespace ws
