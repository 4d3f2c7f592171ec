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
        {"nsys-trace-csv", "csv", ""},
        {"ascend-table", "csv", ""},
        {"ascend-table", "json", ""},
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
