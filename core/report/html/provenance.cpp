#include "core/report/html/provenance.h"

#include "core/base/texts.h"
#include "core/io/filehash.h"
#include "core/io/remote/remotecache.h"
#include "core/model/runlabel.h"
#include "core/report/diagnosticreport.h"

#include <QCryptographicHash>
#include <QDateTime>

namespace ws {
namespace {

struct Line
{
    QString name, value;
};

ReportTable linesTable(const QString &title, std::vector<Line> lines)
{
    ReportTable table{QStringLiteral("provenance"), title};
    setRows<Line>(table,
                  {{{"name", Core::tr("What")}, [](const Line &line) { return ReportCell(line.name); }},
                   {{"value", Core::tr("Value")}, [](const Line &line) { return ReportCell(line.value); }}},
                  std::make_shared<const std::vector<Line>>(std::move(lines)));
    return table;
}

} // namespace

QString mappingHash(const StageMapping &mapping)
{
    const std::string text = writeMappings(std::span(&mapping, 1));
    const QByteArray bytes(text.data(), qsizetype(text.size()));
    return QString::fromLatin1(QCryptographicHash::hash(bytes, QCryptographicHash::Sha256).toHex());
}

std::vector<Block> provenance(const std::vector<ProvenanceRun> &runs, const QString &scope, const QStringList &excluded)
{
    std::vector<Block> blocks;
    for (const ProvenanceRun &one : runs) {
        const RunInfo &info = one.run->info;
        std::vector<Line> lines{{Core::tr("File"), shownPath(info.stamp.path) + recordingMark(*one.run)},
                                {Core::tr("Format"), toText(info.format)},
                                {Core::tr("Size"), Core::tr("%1 bytes").arg(formatCount(info.stamp.size))}};
        if (info.stamp.modifiedMs > 0)
            lines.push_back({Core::tr("Written"), QDateTime::fromMSecsSinceEpoch(info.stamp.modifiedMs, Qt::UTC)
                                                      .toString(QStringLiteral("yyyy-MM-dd hh:mm:ss 'UTC'"))});
        const Result<QString> hash = fileHash(info.stamp.path);
        lines.push_back({QStringLiteral("SHA-256"), hash ? *hash : Core::tr("not known: it cannot be read again")});
        lines.push_back({Core::tr("Complete"), info.complete ? Core::tr("yes") : Core::tr("no: see the diagnostics")});
        for (const auto &[name, value] : info.facts)
            lines.push_back({toText(name), toText(value)});
        lines.push_back({Core::tr("Program"), QStringLiteral("Warpscope " WARPSCOPE_VERSION)});
        const QString mapping = toText(one.mapping.name());
        lines.push_back({Core::tr("Mapping"), one.mappingFrom.isEmpty() || one.mappingFrom == mapping
                                                  ? mapping
                                                  : QStringLiteral("%1 (%2)").arg(mapping, one.mappingFrom)});
        lines.push_back({Core::tr("SHA-256 of the mapping"), mappingHash(one.mapping)});
        lines.push_back({Core::tr("Range"), scope});
        blocks.emplace_back(TableBlock{linesTable(one.label, std::move(lines))});
        if (!one.run->diagnostics.empty()) {
            ReportTable diagnostics = diagnosticReport(one.run);
            diagnostics.title = Core::tr("Diagnostics of %1").arg(one.label);
            blocks.emplace_back(TableBlock{std::move(diagnostics)});
        }
    }
    if (!excluded.isEmpty()) {
        ListBlock list;
        for (const QString &sentence : excluded)
            list.items.push_back({sentence, {}});
        blocks.push_back(std::move(list));
    }
    return blocks;
}

} // namespace ws
