#include "core/readers/chrome/recordsink.h"

#include "core/base/format.h"
#include "core/base/texts.h"

#include <algorithm>

namespace ws {
namespace {

using Kind = EventRecord::Kind;

} // namespace

void RecordSink::take(const EventDigest &digest, DigestMeanings &meanings, const EventRecord &record)
{
    if (record.kind >= Kind::FlowStart)
        flow(digest.flowIds[record.detail], meanings, record);
    else
        slice(digest, meanings, record);
}

/// Names and tracks get their ids in the order in which they are asked for here.
void RecordSink::slice(const EventDigest &digest, DigestMeanings &meanings, const EventRecord &record)
{
    ++m_slices;
    StringPool &strings = m_run.strings;
    const DigestMeanings::CategoryUse use = meanings.category(record.category, m_builder);
    const uint16_t category = record.isModule ? use.module : use.category;
    m_kineto = m_kineto || (use.kind != CategoryKind::Other && use.kind != CategoryKind::Overhead);
    if (record.kind == Kind::GpuWork && isGpuWork(use.kind)) {
        gpuWork(digest.work[record.detail], meanings, record, category);
        return;
    }
    m_annotations += record.kind == Kind::Label;
    const StringId name = meanings.text(record.name, strings);
    const uint32_t track = meanings.track(record.row, m_builder);
    if (record.kind == Kind::Launch && use.kind == CategoryKind::Launch) {
        const LaunchArgs &said = digest.launches[record.detail];
        noteRecord(name, said.correlation);
        m_builder.addLaunch(track, record.time, record.duration, name, category, record.offset, said.correlation,
                            meanings.text(said.kernel, strings), said.externalId);
    } else if (record.kind == Kind::Op && use.kind == CategoryKind::CpuOp) {
        OpDetail detail = digest.ops[record.detail];
        detail.shape = meanings.text(detail.shape, strings);
        detail.inputs = meanings.text(detail.inputs, strings);
        detail.callStack = meanings.text(detail.callStack, strings);
        detail.collective.args = meanings.text(detail.collective.args, strings);
        m_builder.addOp(track, record.time, record.duration, name, category, record.offset, detail);
    } else { // also where the run has too many categories to know what this one means
        if (record.kind == Kind::Slice && record.detail)
            m_waits.push_back(digest.waits[record.detail - 1]);
        m_builder.addSlice(track, record.time, record.duration, name, category, record.offset);
        if (use.kind == CategoryKind::Launch)
            m_builder.seeCall(track);
    }
}

void RecordSink::noteRecord(StringId name, uint64_t correlation)
{
    if (name >= m_isRecordCall.size())
        m_isRecordCall.resize(std::max<size_t>(name + 1, 2 * m_isRecordCall.size()));
    uint8_t &known = m_isRecordCall[name];
    if (!known)
        known = m_run.strings.view(name).find("EventRecord") == std::string_view::npos ? 1 : 2;
    if (known == 2)
        m_recordCalls.push_back(correlation);
}

void RecordSink::countWaits()
{
    std::ranges::sort(m_recordCalls);
    uint64_t without = 0;
    for (const WaitArgs &wait : m_waits)
        without +=
            !wait.record || (wait.kind == WaitArgs::Stream && !std::ranges::binary_search(m_recordCalls, wait.record));
    if (without)
        m_run.diagnostics.add("wait-without-record",
                              Core::tr("waits for events (of %1) of which the file lacks the record: which work a "
                                       "stream or a thread waits for is not known")
                                  .arg(formatCount(int64_t(m_waits.size()))),
                              -1, {}, without);
}

void RecordSink::gpuWork(const GpuDetail &said, DigestMeanings &meanings, const EventRecord &record, uint16_t category)
{
    StringPool &strings = m_run.strings;
    GpuDetail detail = said;
    detail.collective.args = meanings.text(detail.collective.args, strings);
    detail.grid = meanings.text(detail.grid, strings);
    const uint32_t track = meanings.track(record.row, m_builder);
    const StringId name = meanings.text(record.name, strings);
    detail.matchName = meanings.text(detail.matchName, strings);
    detail.annotation = meanings.text(detail.annotation, strings);
    m_builder.addGpuWork(track, record.time, record.duration, name, category, record.offset, detail);
}

void RecordSink::flow(uint64_t id, DigestMeanings &meanings, const EventRecord &record)
{
    const DigestMeanings::Thread thread = meanings.thread(record.row, m_run.strings);
    const Flows::Kind kind = record.kind == Kind::FlowStart  ? Flows::Start
                             : record.kind == Kind::FlowStep ? Flows::Step
                                                             : Flows::End;
    const DigestMeanings::CategoryUse use = meanings.category(record.category, m_builder);
    m_kineto = m_kineto || (use.kind != CategoryKind::Other && use.kind != CategoryKind::Overhead);
    if (!m_ascend.holdFlow(meanings.categoryName(record.category), kind, record.time, id, use.category, thread.pid,
                           thread.tid))
        m_builder.addFlow(kind, record.time, id, use.category, thread.pid, thread.tid);
}

} // namespace ws
