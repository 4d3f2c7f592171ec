#include "tracegen_writer.h"

#include <charconv>

namespace ws::tracegen {

void Writer::number(int64_t value)
{
    char digits[24];
    put({digits, std::to_chars(digits, digits + sizeof digits, value).ptr});
}

/// Microseconds with three decimals, from integers only.
void Writer::time(int64_t ns, bool quoted)
{
    char digits[32];
    char *p = digits;
    if (quoted)
        *p++ = '"';
    if (ns < 0) {
        *p++ = '-';
        ns = -ns;
    }
    p = std::to_chars(p, digits + sizeof digits, ns / 1000).ptr;
    const int rest = int(ns % 1000);
    *p++ = '.';
    *p++ = char('0' + rest / 100);
    *p++ = char('0' + rest / 10 % 10);
    *p++ = char('0' + rest % 10);
    if (quoted)
        *p++ = '"';
    put({digits, p});
}

void Writer::begin()
{
    put(m_first ? "  {\n    " : ",\n  {\n    ");
    m_first = false;
}

void Writer::head(char phase, std::string_view category, const Event &event, const Mutation &mutation)
{
    begin();
    put("\"ph\": \"");
    m_text += phase;
    put("\", \"cat\": \"");
    put(category);
    put(phase == 'i' ? "\", \"s\": \"t\", \"name\": \"" : "\", \"name\": \"");
    put(mutation.name.empty() ? event.name : mutation.name);
    put(phase == 'i' ? "\",\n    \"pid\": " : "\", \"pid\": ");
    number(event.pid);
    put(", \"tid\": ");
    number(event.tid);
    put(",\n    \"ts\": ");
    time(event.ts, mutation.stringTimes);
}

void Writer::times(const Event &event, const Mutation &mutation)
{
    if (mutation.withoutDur)
        return;
    put(", \"dur\": ");
    time(mutation.negativeDur ? -event.dur - 1 : event.dur, mutation.stringTimes);
}

void Writer::externalId(int64_t id)
{
    if (id) {
        put("\"External id\": ");
        number(id);
        m_text += ',';
    }
    put("      ");
}

void Writer::cpuOp(const Event &event)
{
    put("\"External id\": ");
    number(event.a);
    put(",\"Record function id\": 0, ");
    put(event.extra);
    if (event.b >= 0) {
        put("\"Sequence number\": ");
        number(event.b);
        put(", \"Fwd thread id\": ");
        number(event.c);
        put(", ");
    }
    put("\"Ev Idx\": ");
    number(event.d);
}

void Writer::annotation(const Event &event)
{
    put("\"External id\": ");
    number(event.a);
    put(",\"Record function id\": 0, \"Ev Idx\": ");
    number(event.d);
}

void Writer::pythonFrame(const Event &event)
{
    put("\"Python parent id\": ");
    if (event.a)
        number(event.a);
    else
        put("null");
    put(", \"Python id\": ");
    number(event.b);
    if (event.c >= 0) {
        put(", \"Python module id\": ");
        number(event.c);
    }
    put(", \"Ev Idx\": ");
    number(event.d);
}

void Writer::runtime(const Event &event)
{
    externalId(event.a);
    put("\"cbid\": ");
    number(event.b);
    put(", \"correlation\": ");
    number(event.c);
}

void Writer::kernel(const Event &event)
{
    externalId(event.a);
    put("\"queued\": 0, \"device\": ");
    number(event.pid);
    put(", \"context\": 1,      \"stream\": ");
    number(event.tid);
    put(", \"correlation\": ");
    number(event.b);
    put(",      ");
    put(event.extra);
    put(",      \"graph id\": ");
    number(event.d >> 32);
    put(", \"graph node id\": ");
    number(event.d);
    put(event.extra2);
}

void Writer::bytes(const Event &event)
{
    externalId(event.a);
    put("\"device\": ");
    number(event.pid);
    put(", \"context\": 1,      \"stream\": ");
    number(event.tid);
    put(", \"correlation\": ");
    number(event.b);
    put(",      \"bytes\": ");
    number(event.c);
    put(", \"memory bandwidth (GB/s)\": ");
    char rate[32]; // whatever the decimal sign of the locale
    put({rate, std::to_chars(rate, rate + sizeof rate, event.dur > 0 ? double(event.c) / double(event.dur) : 0.0,
                             std::chars_format::general, 16)
                   .ptr});
    put(",      \"graph id\": ");
    number(event.d >> 32);
    put(", \"graph node id\": ");
    number(event.d);
}

void Writer::memory(const Event &event, const Mutation &mutation)
{
    head('i', "cpu_instant_event", event, mutation);
    put(",\n    \"args\": {\n      \"Total Reserved\": ");
    number(event.c);
    put(", \"Total Allocated\": ");
    number(event.b);
    put(", \"Bytes\": ");
    number(event.a);
    put(", \"Addr\": ");
    number(139880000000000 + (event.b & 0xFFFFFF00));
    put(", \"Device Id\": ");
    number(event.device);
    put(", \"Device Type\": 1, \"Ev Idx\": ");
    number(event.d);
    put("\n    }\n  }");
}

void Writer::flow(const Event &event, char phase, std::string_view category, const Mutation &mutation)
{
    begin();
    put("\"ph\": \"");
    m_text += phase;
    put("\", \"id\": ");
    number(event.a);
    put(", \"pid\": ");
    number(event.pid);
    put(", \"tid\": ");
    number(event.tid);
    put(", \"ts\": ");
    time(event.ts, mutation.stringTimes);
    put(",\n    \"cat\": \"");
    put(category);
    put("\", \"name\": \"");
    put(category);
    put(phase == 'f' ? "\", \"bp\": \"e\"\n  }" : "\"\n  }");
}

void Writer::counter(const Event &event, const Mutation &mutation)
{
    begin();
    put("\"ph\": \"C\", \"name\": \"");
    put(event.name);
    put("\", \"pid\": ");
    number(event.pid);
    put(", \"tid\": 0,\n    \"ts\": ");
    time(event.ts, mutation.stringTimes);
    put(",\n    \"args\": {\n      ");
    put(event.extra);
    put("\n    }\n  }");
}

void Writer::arguments(const Event &event)
{
    put(",\n    \"args\": {\n      ");
    switch (event.kind) {
    case Kind::Annotation:
        annotation(event);
        break;
    case Kind::CpuOp:
        cpuOp(event);
        break;
    case Kind::Python:
    case Kind::Module:
        pythonFrame(event);
        break;
    case Kind::Runtime:
    case Kind::Driver:
        runtime(event);
        break;
    case Kind::Kernel:
        kernel(event);
        break;
    case Kind::Memcpy:
    case Kind::Memset:
        bytes(event);
        break;
    default:
        put("\"External id\": ");
        number(event.a);
    }
    put("\n    }\n  }");
}

void Writer::event(const Event &event, const Mutation &mutation)
{
    std::string_view category;
    switch (event.kind) {
    case Kind::Memory:
        return memory(event, mutation);
    case Kind::Counter:
        return counter(event, mutation);
    case Kind::FlowStart:
        return flow(event, 's', "ac2g", mutation);
    case Kind::FlowEnd:
        return flow(event, 'f', "ac2g", mutation);
    case Kind::ForwardFlow:
        return flow(event, 's', "fwdbwd", mutation);
    case Kind::BackwardFlow:
        return flow(event, 'f', "fwdbwd", mutation);
    case Kind::Annotation:
        category = "user_annotation";
        break;
    case Kind::CpuOp:
        category = "cpu_op";
        break;
    case Kind::Python:
    case Kind::Module:
        category = "python_function";
        break;
    case Kind::Runtime:
        category = "cuda_runtime";
        break;
    case Kind::Driver:
        category = "cuda_driver";
        break;
    case Kind::Kernel:
        category = "kernel";
        break;
    case Kind::Memcpy:
        category = "gpu_memcpy";
        break;
    case Kind::Memset:
        category = "gpu_memset";
        break;
    case Kind::GpuAnnotation:
        category = "gpu_user_annotation";
        break;
    case Kind::Overhead:
        category = "overhead";
        break;
    }
    head('X', category, event, mutation);
    times(event, mutation);
    if (event.kind == Kind::Overhead)
        put("\n  }");
    else
        arguments(event);
}

} // namespace ws::tracegen
