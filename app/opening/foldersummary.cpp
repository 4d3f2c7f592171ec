#include "app/opening/foldersummary.h"

#include "core/analysis/busy/busy.h"
#include "core/analysis/steps/steps.h"
#include "core/io/wholefile.h"
#include "core/model/parts.h"
#include "core/readers/formats.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <set>

namespace ws {
namespace {

QString phaseOf(const Steps &steps)
{
    std::set<std::string> phases;
    for (const Step &step : steps.steps)
        if (step.phase == "prefill" || step.phase == "decode" || step.phase == "mixed")
            phases.insert(step.phase);
    return phases.empty()       ? QString()
           : phases.size() == 1 ? QString::fromStdString(*phases.begin())
                                : QStringLiteral("mixed");
}

} // namespace

Result<FolderSummary> folderSummary(const QString &path, Progress &progress)
{
    const Result<RunPtr> loaded = loadRun(path, progress);
    if (!loaded)
        return loaded.error();
    const Result<Selected> one = selectPart(*loaded, {path, {}});
    if (!one)
        return one.error();
    const Run &run = *one->run;
    FolderSummary summary;
    summary.wallNs = run.timeline.spanNs;
    const auto busy = busySplit(run.gpu, std::vector<uint8_t>(run.strings.size()), {}, &progress);
    const auto steps = findSteps(run, &progress);
    if (!busy || !steps)
        return Error{ErrorKind::Cancelled, {}, path};
    if (busy->whole.spanNs > 0)
        summary.busy = static_cast<double>(busy->whole.busyNs) / static_cast<double>(busy->whole.spanNs);
    summary.phase = phaseOf(*steps);
    return summary;
}

FolderSummaries::FolderSummaries(QString file) : m_file(std::move(file))
{
    QFile in(m_file);
    if (!in.open(QIODevice::ReadOnly))
        return;
    for (const QJsonValue &value : QJsonDocument::fromJson(in.readAll()).array()) {
        const QJsonObject entry = value.toObject();
        const FileStamp stamp{entry[QLatin1String("path")].toString(), entry[QLatin1String("size")].toInteger(-1),
                              entry[QLatin1String("modifiedMs")].toInteger()};
        FolderSummary summary{entry[QLatin1String("wallNs")].toInteger(), {}, entry[QLatin1String("phase")].toString()};
        if (const QJsonValue busy = entry[QLatin1String("busy")]; busy.isDouble())
            summary.busy = busy.toDouble();
        if (!stamp.path.isEmpty() && stamp.size >= 0)
            m_entries.push_back({stamp, summary});
    }
}

const FolderSummary *FolderSummaries::find(const FileStamp &stamp) const
{
    for (const Entry &entry : m_entries)
        if (entry.stamp == stamp)
            return &entry.summary;
    return nullptr;
}

void FolderSummaries::add(const FileStamp &stamp, const FolderSummary &summary)
{
    m_entries.removeIf([&](const Entry &entry) { return entry.stamp.path == stamp.path; });
    m_entries.push_back({stamp, summary});
    if (m_entries.size() > max)
        m_entries.removeFirst();
    QJsonArray all;
    for (const Entry &entry : std::as_const(m_entries)) {
        QJsonObject json{{QStringLiteral("path"), entry.stamp.path},
                         {QStringLiteral("size"), qint64(entry.stamp.size)},
                         {QStringLiteral("modifiedMs"), qint64(entry.stamp.modifiedMs)},
                         {QStringLiteral("wallNs"), qint64(entry.summary.wallNs)},
                         {QStringLiteral("phase"), entry.summary.phase}};
        if (entry.summary.busy)
            json[QStringLiteral("busy")] = *entry.summary.busy;
        all.push_back(json);
    }
    QDir().mkpath(QFileInfo(m_file).absolutePath());
    const QByteArray bytes = QJsonDocument(all).toJson(QJsonDocument::Compact);
    // A cache that cannot be written costs reading the files again, nothing else.
    (void)writeWholeFile(m_file, {bytes.constData(), size_t(bytes.size())}, Existing::Replace);
}

} // namespace ws
