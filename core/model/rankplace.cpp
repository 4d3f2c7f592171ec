#include "core/model/rankplace.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>

#include <nlohmann/json.hpp>

namespace ws {
namespace {

std::optional<int64_t> ofDistributedInfo(const Run &run, const char *key, int64_t least)
{
    const auto info = run.info.header->find("distributedInfo");
    if (info == run.info.header->end() || !info->is_object())
        return {};
    const auto value = info->find(key);
    if (value == info->end() || !value->is_number_integer() || value->get<int64_t>() < least)
        return {};
    return value->get<int64_t>();
}

std::optional<int64_t> numberIn(const QString &text, const QRegularExpression &pattern)
{
    const auto match = pattern.match(text);
    bool isNumber = false;
    const qlonglong number = match.captured(1).toLongLong(&isNumber);
    return match.hasMatch() && isNumber ? std::optional<int64_t>(number) : std::nullopt;
}

/// profiler_info_<rank>.json in the file's folder or the one above.
std::optional<int64_t> ascendRank(const QString &path)
{
    static const QRegularExpression pattern(QStringLiteral("^profiler_info_(\\d+)\\.json$"));
    QDir folder = QFileInfo(path).absoluteDir();
    for (int up = 0; up < 2; ++up, folder.cdUp()) {
        const QStringList found = folder.entryList({QStringLiteral("profiler_info_*.json")}, QDir::Files);
        if (found.size() == 1) // several: a folder of all ranks
            return numberIn(found.front(), pattern);
    }
    return {};
}

/// `rank_id` in msprof's device_N/info.json.N, of a trace in device_N/timeline.
std::optional<int64_t> msprofRank(const QString &path)
{
    QDir folder = QFileInfo(path).absoluteDir();
    if (folder.dirName() != QLatin1String("timeline") || !folder.cdUp())
        return {};
    static const QRegularExpression device(QStringLiteral("^device_(\\d{1,5})$"));
    const auto match = device.match(folder.dirName());
    QFile file(folder.filePath(QStringLiteral("info.json.") + match.captured(1)));
    constexpr qint64 maxBytes = 1 << 20;
    if (!match.hasMatch() || !file.open(QIODevice::ReadOnly))
        return {};
    const auto info = nlohmann::json::parse(file.read(maxBytes).toStdString(), nullptr, false);
    const auto rank = info.is_object() ? info.find("rank_id") : info.end();
    if (rank == info.end() || !rank->is_number_integer() || rank->get<int64_t>() < 0)
        return {};
    return rank->get<int64_t>();
}

} // namespace

std::optional<int64_t> rankOf(const Run &run)
{
    if (!run.gpu.ranks.empty()) // tools that merge files keep the words of the first
        return {};
    return ofDistributedInfo(run, "rank", 0);
}

std::optional<int64_t> worldSizeOf(const Run &run)
{
    return ofDistributedInfo(run, "world_size", 1);
}

RankPlace rankPlaceOf(const QString &path)
{
    // "rank-3", "rank3", "rank_3"; SGLang's "TP-3"; torch_npu's folder "rank3_ascend_pt"
    static const QRegularExpression rank(QStringLiteral("(?:^|[^a-z0-9])rank[-_ ]?(\\d{1,7})(?!\\d)"),
                                         QRegularExpression::CaseInsensitiveOption);
    static const QRegularExpression tensorRank(QStringLiteral("(?:^|[^A-Za-z0-9])TP[-_](\\d{1,7})(?!\\d)"));
    static const QRegularExpression stage(QStringLiteral("^stage[-_ ]?(\\w{1,32})$"),
                                          QRegularExpression::CaseInsensitiveOption);
    static const QRegularExpression host(QStringLiteral("^(?:node|host)[-_ ]?(\\w{1,32})$"),
                                         QRegularExpression::CaseInsensitiveOption);
    RankPlace place;
    QStringList parts = path.split(u'/', Qt::SkipEmptyParts);
    for (auto part = parts.crbegin(); part != parts.crend(); ++part) {
        if (!place.rank && part - parts.crbegin() < 3)
            place.rank = numberIn(*part, rank);
        if (!place.rank && part == parts.crbegin())
            place.rank = numberIn(*part, tensorRank);
        if (place.stage.empty())
            place.stage = stage.match(*part).captured(1).toStdString();
        if (place.host.empty() && host.match(*part).hasMatch())
            place.host = part->toStdString();
    }
    // XLA: one file a host
    static const QRegularExpression xla(
        QStringLiteral("(?:^|/)plugins/profile/[^/]+/([^/]{1,200}?)\\.(?:xplane\\.pb|trace\\.json)(?:\\.gz)?$"));
    if (const auto match = xla.match(path); place.host.empty() && match.hasMatch())
        place.host = match.captured(1).toStdString();
    return place;
}

RankPlace rankPlaceOf(const Run &run)
{
    RankPlace place = rankPlaceOf(run.info.stamp.path);
    if (const auto recorded = recordedRankOf(run))
        place.rank = recorded;
    return place;
}

std::optional<int64_t> recordedRankOf(const Run &run)
{
    const QString &path = run.info.stamp.path;
    if (const auto said = rankOf(run))
        return said;
    const auto beside = ascendRank(path);
    return beside ? beside : msprofRank(path);
}

} // namespace ws
