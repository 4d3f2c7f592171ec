// The parts of a trace that are written once: header, metadata, footer.
#include "tracegen_writer.h"

namespace ws::tracegen {

void Writer::header()
{
    if (m_options.damage == Damage::NoBracket)
        return put("[\n");
    put("\n{\n  \"schemaVersion\": 1,\n  \"deviceProperties\": [\n");
    for (int device = 0; device < m_options.devices; ++device) {
        put("    {\n      \"id\": ");
        number(device);
        put(", \"name\": \"NVIDIA H100 80GB HBM3\", \"totalGlobalMem\": 84942979072,\n"
            "      \"computeMajor\": 9, \"computeMinor\": 0,\n"
            "      \"maxThreadsPerBlock\": 1024, \"maxThreadsPerMultiprocessor\": 2048,\n"
            "      \"regsPerBlock\": 65536, \"warpSize\": 32,\n"
            "      \"sharedMemPerBlock\": 49152, \"numSms\": 132\n"
            "    , \"regsPerMultiprocessor\": 65536, \"sharedMemPerBlockOptin\": 232448, "
            "\"sharedMemPerMultiprocessor\": 233472\n    }");
        put(device + 1 < m_options.devices ? ",\n" : "\n");
    }
    put("  ],\n  \"cupti_version\": 26,\n  \"cuda_runtime_version\": 12080,\n  \"distributedInfo\": "
        "{\"backend\": \"nccl\", \"rank\": 0, \"world_size\": 2, \"pg_count\": 2, \"pg_config\": ["
        "{\"pg_name\": \"0\", \"pg_desc\": \"default_pg\", \"backend_config\": \"cuda:nccl\", \"pg_size\": 2, "
        "\"ranks\": [0, 1]}, {\"pg_name\": \"3\", \"pg_desc\": \"tp\", \"backend_config\": \"cuda:nccl\", "
        "\"pg_size\": 2, \"ranks\": [0, 1]}], \"nccl_version\": \"2.26.2\"},\n  \"record_shapes\": 1,\n"
        "  \"cuda_driver_version\": 12090,\n  \"profile_memory\": 1,\n  \"with_stack\": 1,\n"
        "  \"trace_id\": \"7C0F5A3E9B2D4C118E6A1D5F0B7A2C34\",\n  \"displayTimeUnit\": \"ms\",\n"
        "  \"baseTimeNanoseconds\": 1782967788000000000,\n  \"traceEvents\": [\n");
}

void Writer::footer()
{
    if (m_options.damage == Damage::NoBracket)
        return put("\n");
    put(m_options.damage == Damage::TrailingComma ? ",\n  ],\n" : "\n  ],\n");
    put("  \"traceName\": \"tinyfox.pt.trace.json\"\n}\n");
}

/// `value` is JSON: a number or a quoted string.
void Writer::metadata(const Event &event, std::string_view key, std::string_view value)
{
    begin();
    put("\"name\": \"");
    put(event.name);
    put("\", \"ph\": \"M\", \"ts\": ");
    time(event.ts, false);
    put(", \"pid\": ");
    number(event.pid);
    put(", \"tid\": ");
    number(event.tid);
    put(",\n    \"args\": {\n      \"");
    put(key);
    put("\": ");
    put(value);
    put("\n    }\n  }");
}

void Writer::profilerSpan(int64_t ts, int64_t dur)
{
    begin();
    put("\"ph\": \"X\", \"cat\": \"Trace\", \"ts\": ");
    time(ts, false);
    put(", \"dur\": ");
    time(dur, false);
    put(",\n    \"pid\": \"Spans\", \"tid\": \"PyTorch Profiler\",\n    \"name\": \"PyTorch Profiler (0)\",\n"
        "    \"args\": {\n      \"Op count\": 0\n    }\n  }");
}

void Writer::instant(std::string_view name, std::string_view pid, std::string_view tid, int64_t ts)
{
    begin();
    put("\"name\": \"");
    put(name);
    put("\", \"ph\": \"i\", \"s\": \"g\",\n    \"pid\": \"");
    put(pid);
    put("\", \"tid\": \"");
    put(tid);
    put("\", \"ts\": ");
    time(ts, false);
    put("\n  }");
}

} // namespace ws::tracegen
