#include "core/readers/perfetto/perfetto.h"

#include "core/base/format.h"
#include "core/base/texts.h"
#include "core/io/filesource.h"
#include "core/readers/perfetto/perfettotext.h"
#include "core/readers/perfetto/trackevents.h"
#include "core/readers/toolkit/utf8names.h"

#include <algorithm>
#include <map>

namespace ws {
namespace {

/// Packets that say something of the recording itself.
bool isExpected(uint32_t kind)
{
    constexpr uint32_t expected[] = {0, 2, 6, 11, 33, 35, 36, 45, 50, 60, 67, 69, 88, 89};
    return std::ranges::find(expected, kind) != std::end(expected);
}

/// A list of packets that are lists of fields: 0x0A, the length, the packet.
bool isListOfPackets(std::string_view head)
{
    int packets = 0;
    bool isTold = false; // some packet has what only packets have
    for (size_t at = 0; at < head.size() && packets < 8; ++packets) {
        uint64_t size = 0;
        const char *const end = head.data() + head.size();
        const char *body = head[at] == '\x0a' ? readVarint(head.data() + at + 1, end, size) : nullptr;
        if (!body || size > (uint64_t(1) << 30))
            return false;
        const auto left = static_cast<uint64_t>(end - body);
        const bool isCut = size > left;
        WireReader reader({body, static_cast<size_t>(std::min(size, left))});
        WireField field;
        while (reader.next(field)) {
            if (field.number > 2000)
                return false;
            const bool isNumber = field.type == WireField::Varint, isBytes = field.type == WireField::Bytes;
            constexpr uint32_t numbers[] = {3, 8, 10, 13, 41, 42, 58, 79, 87},
                               messages[] = {6, 11, 12, 33, 36, 59, 60, 89};
            const bool wantsNumber = std::ranges::find(numbers, field.number) != std::end(numbers);
            const bool wantsBytes = std::ranges::find(messages, field.number) != std::end(messages);
            if ((wantsNumber && !isNumber) || (wantsBytes && !isBytes))
                return false;
            isTold |= (wantsNumber && field.number >= 8) || wantsBytes || (field.number == 50 && isBytes);
        }
        if (reader.isDamaged() && !isCut)
            return false;
        at = static_cast<size_t>(body - head.data()) + static_cast<size_t>(std::min(size, left));
    }
    return isTold;
}

/// What the recorder lost, by its own count.
struct Loss
{
    uint64_t discarded = 0, overwritten = 0, lostPackets = 0;
};

Loss lossIn(std::string_view stats)
{
    enum StatsField : uint32_t { BufferStats = 1 };
    enum BufferField : uint32_t { Overwritten = 3, Discarded = 18, WriterLoss = 19 };
    Loss loss;
    WireReader reader(stats);
    WireField field;
    while (reader.next(field)) {
        if (field.number != BufferStats || field.type != WireField::Bytes)
            continue;
        WireReader buffer(field.bytes);
        WireField part;
        while (buffer.next(part)) {
            loss.overwritten += part.number == Overwritten ? part.value : 0;
            loss.discarded += part.number == Discarded ? part.value : 0;
            loss.lostPackets += part.number == WriterLoss ? part.value : 0;
        }
    }
    return loss;
}

/// The first walk: what may stand behind the events that need it, and what else the file holds.
struct Survey
{
    std::map<uint32_t, uint64_t> kinds;
    Loss loss;
    uint64_t packets = 0, damaged = 0;
    int64_t firstDamaged = -1;
};

void sayUnread(const Survey &survey, Run &run)
{
    uint64_t unread = 0;
    QStringList names;
    for (const auto &[kind, count] : survey.kinds) {
        if (isExpected(kind))
            continue;
        unread += count;
        if (names.size() < 8)
            names << Core::tr("%1 × %2").arg(formatCount(int64_t(count)), QString::fromStdString(packetKindName(kind)));
    }
    if (unread)
        run.diagnostics.add("unread-packets",
                            Core::tr("Packets that hold no track events were not read: %1. ui.perfetto.dev shows them")
                                .arg(names.join(QStringLiteral(", "))),
                            -1, {}, unread);
    if (survey.damaged)
        run.diagnostics.add("bad-event",
                            Core::tr("events that are damaged; they were skipped, the events around them are kept"),
                            survey.firstDamaged, {}, survey.damaged);
}

void sayLost(const Loss &loss, uint64_t unknown, Run &run)
{
    const uint64_t lost = loss.discarded + loss.overwritten;
    if (!lost && !loss.lostPackets && !unknown)
        return;
    run.info.complete = false;
    run.diagnostics.add(
        "truncated",
        lost
            ? Core::tr("the recorder's buffer was too small: %1 pieces of the recording were lost. Record again with a "
                       "larger one (rocprofv3 --perfetto-buffer-size KB, ROCPROFSYS_PERFETTO_BUFFER_SIZE_KB)")
                  .arg(formatCount(int64_t(lost)))
            : Core::tr("the recorder lost packets while it recorded; events that need them are missing"));
}

QString held(const Survey &survey)
{
    QStringList names;
    for (const auto &[kind, count] : survey.kinds)
        if (kind && names.size() < 8)
            names << QString::fromStdString(packetKindName(kind));
    return names.isEmpty() ? Core::tr("nothing") : names.join(QStringLiteral(", "));
}

Error nothingIn(const Survey &survey, const PacketStream &stream, const QString &path)
{
    if (stream.cutAt() >= 0 && survey.packets < 2)
        return {ErrorKind::Malformed,
                Core::tr("this trace of Perfetto is cut or damaged here: a packet was expected. Copy it again"), path,
                stream.cutAt()};
    return {ErrorKind::Unsupported,
            Core::tr("this trace of Perfetto holds no track events, only %1. Profilers of GPUs write them: rocprofv3 "
                     "--output-format pftrace with --hip-trace --kernel-trace --memory-copy-trace")
                .arg(held(survey)),
            path};
}

void sayPerfettosEnd(const PacketStream &stream, const ContentWindow &window, const ByteSource &source, int64_t last,
                     Run &run)
{
    run.info.complete = run.info.complete && stream.cutAt() < 0 && !source.isIncomplete() && window.failedAt() < 0;
    if (!source.damage().isEmpty())
        run.diagnostics.add(damageKind(source), source.damage());
    if (window.failedAt() >= 0)
        run.diagnostics.add("read-error", Core::tr("the system could not read the file to its end"), window.failedAt());
    if (stream.damagedPacked())
        run.diagnostics.add("bad-event", Core::tr("packed packets that cannot be unpacked; they were skipped"), -1, {},
                            stream.damagedPacked());
    if (stream.cutAt() < 0)
        return;
    Diagnostic &d = run.diagnostics.add(
        "truncated",
        stream.isCut() ? Core::tr("the file ends within a packet; events after it are missing. Copy it again")
                       : Core::tr("a packet was expected here, but the bytes are none; the rest was not read"),
        stream.cutAt());
    d.beginNs = last == INT64_MIN ? -1 : last;
}

} // namespace

Match matchPerfetto(const Head &head)
{
    return isListOfPackets(head.bytes) ? Match::Certain : Match::No;
}

Result<RunPtr> readPerfetto(ByteSource &source, Progress &progress)
{
    const Error cancelled{ErrorKind::Cancelled, Core::tr("cancelled"), source.path()};
    auto window = ContentWindow::over(source, progress);
    if (!window)
        return window.error();
    auto run = std::make_shared<Run>();
    run->info.stamp = source.stamp();
    run->info.container = source.container();
    run->info.format = "perfetto";
    TraceTracks tracks(run->strings);
    TraceClocks clocks;
    Survey survey;
    PacketStream stream(*window, progress);
    if (!stream.forEach([&](const Packet &packet, int64_t at) {
            ++survey.kinds[packet.kind];
            ++survey.packets;
            if (packet.isDamaged && ++survey.damaged == 1)
                survey.firstDamaged = at;
            if (!packet.descriptor.empty())
                tracks.describe(packet.descriptor);
            if (!packet.processes.empty())
                tracks.readProcesses(packet.processes);
            if (!packet.clocks.empty())
                clocks.read(packet.clocks, packet.sequence, false);
            if (!packet.stats.empty())
                survey.loss = lossIn(packet.stats);
            return true;
        }))
        return cancelled;
    TrackEvents events(*run, tracks, clocks);
    PacketSequences sequences(events.builder());
    uint64_t count = 0, unknown = 0;
    if (!stream.forEach([&](const Packet &packet, int64_t at) {
            if (!packet.clocks.empty())
                clocks.read(packet.clocks, packet.sequence, true);
            PacketSequence *sequence = nullptr;
            const bool isUnderstood = sequences.take(packet, at, sequence);
            if (!packet.hasEvent)
                return true;
            if (isUnderstood)
                events.take(packet, *sequence, at);
            else
                ++unknown;
            if ((++count & 0xFFF) == 0) {
                progress.events = static_cast<int64_t>(count);
                events.builder().show(progress);
            }
            return !progress.isCancelled();
        }))
        return cancelled;
    if (events.events() == 0)
        return nothingIn(survey, stream, source.path());
    events.close(stream.cutAt() < 0);
    events.countEvents();
    sayUnread(survey, *run);
    sayLost(survey.loss, unknown + sequences.lost(), *run);
    sayPerfettosEnd(stream, *window, source, events.lastTime(), *run);
    if (events.work() == 0)
        run->diagnostics.add(
            "no-gpu-work",
            Core::tr("No track event of the file is known to be GPU work; its packets are %1.").arg(held(survey)));
    noteInvalidUtf8(*run);
    if (const auto finished = events.builder().finish(progress); !finished)
        return finished.error();
    run->diagnostics.countTimesFrom(run->timeline.originNs);
    run->seek = source.seekIndex();
    if (run->seek)
        run->eventText = std::make_shared<PerfettoText>(sequences.takeTables(), stream.packed());
    return RunPtr(run);
}

} // namespace ws
