#include "prey.h"
#include "tests/bench/tracegen.h"

namespace ws::monkey {
namespace {

QByteArray trace(const QByteArray &events)
{
    return R"({"schemaVersion":1,"traceEvents":[)" + events + "]}";
}

QByteArray kernel(const QByteArray &name, const QByteArray &start, const QByteArray &duration, int stream = 7,
                  const QByteArray &arguments = {})
{
    return R"({"ph":"X","cat":"kernel","name":")" + name + R"(","pid":0,"tid":)" + QByteArray::number(stream) +
           R"(,"ts":)" + start + R"(,"dur":)" + duration + R"(,"args":{"device":0,"stream":)" +
           QByteArray::number(stream) + arguments + "}}";
}

/// Slices of one to three microseconds that touch each other, over four rows and with several depths.
QByteArray manySlices()
{
    QByteArray events;
    for (int i = 0; i < 3000; ++i) {
        const QByteArray name = QByteArrayLiteral("slice_") + QByteArray::number(i % 40);
        const QByteArray start = QByteArray::number(i * 2) + '.' + QByteArray::number(i % 1000);
        const QByteArray tail = R"(","ts":)" + start + R"(,"dur":)" + QByteArray::number(1 + i % 300) + '}';
        events += kernel(name, start, QByteArray::number(1 + i % 3), 7 + i % 4) + ',';
        events += R"({"ph":"X","cat":"cpu_op","pid":1,"tid":)" + QByteArray::number(i % 3) + R"(,"name":"aten::)" +
                  name + tail + ',';
        events += R"({"ph":"C","pid":1,"name":"memory","ts":)" + start + R"(,"args":{"bytes":)" +
                  QByteArray::number(i * 37 % 1001) + "}},";
    }
    events.chop(1);
    return trace(events);
}

QByteArray markup()
{
    const QByteArray name = R"(<img src='/dev/zero'><b>&amp;\"\n</b>)";
    return trace(kernel(name, "0", "10") + ',' + kernel(R"(=1+1<a href='x'>)", "20", "5", 8) + R"(,
        {"ph":"M","pid":0,"tid":7,"name":"thread_name","args":{"name":"<i>stream</i>"}},
        {"ph":"M","pid":0,"name":"process_name","args":{"name":"<h1>GPU</h1>"}})");
}

QByteArray manyRows()
{
    QByteArray events;
    for (int i = 0; i < 400; ++i)
        events += (i ? "," : "") + kernel("k" + QByteArray::number(i % 9), QByteArray::number(i), "700", i);
    return trace(events);
}

QByteArray deepArguments(int depth)
{
    return trace(kernel("deep", "0", "10", 7, R"(,"deep":)" + QByteArray(depth, '[') + QByteArray(depth, ']')) + ',' +
                 kernel("flat", "20", "10"));
}

/// Python frames nested 300 deep: a module tree, and slices in the same number of lanes.
QByteArray deepFrames()
{
    QByteArray events = kernel("gemm", "400", "10");
    for (int i = 0; i < 300; ++i)
        events += R"(,{"ph":"X","cat":"python_function","pid":1,"tid":1,"name":"nn.Module: Layer_)" +
                  QByteArray::number(i) + R"(","ts":)" + QByteArray::number(i) + R"(,"dur":)" +
                  QByteArray::number(1000 - 2 * i) + R"(,"args":{"Python id":)" + QByteArray::number(i + 1) +
                  R"(,"Python parent id":)" + QByteArray::number(i) + "}}";
    return trace(events);
}

QByteArray generated(uint64_t seed, int64_t events)
{
    tracegen::Options options;
    options.seed = seed;
    options.events = events;
    options.layers = 2;
    options.backward = seed % 2 == 0;
    return QByteArray::fromStdString(tracegen::generateText(options));
}

} // namespace

std::vector<std::pair<QString, QByteArray>> builtInTraces()
{
    const QByteArray onPixelEdge =
        trace(kernel("a", "0", "10") + ',' + kernel("b", "1000", "1.405") + ',' + kernel("c", "3000", "10"));
    const QByteArray extreme =
        trace(kernel("first", "-9223372036854775", "1") + ',' + kernel("last", "9223372036854775", "9223372036854775") +
              ',' + kernel("odd", "1e400", "nan"));
    return {
        {QStringLiteral("edge.json"), onPixelEdge},
        {QStringLiteral("extreme.json"), extreme},
        {QStringLiteral("wide.json"), trace(kernel("a", "0", "1") + ',' + kernel("b", "4611686018427387", "1"))},
        {QStringLiteral("long-name.json"), trace(kernel(QByteArray(70'000, 'n'), "0", "10"))},
        {QStringLiteral("markup.json"), markup()},
        {QStringLiteral("many-slices.json"), manySlices()},
        {QStringLiteral("many-rows.json"), manyRows()},
        {QStringLiteral("deep-args.json"), deepArguments(20'000)},
        {QStringLiteral("deep-frames.json"), deepFrames()},
        {QStringLiteral("empty.json"), trace({})},
        {QStringLiteral("decode.pt.trace.json"), generated(1, 2000)},
        {QStringLiteral("train.pt.trace.json"), generated(2, 3000)},
    };
}

} // namespace ws::monkey
