#include "core/analysis/modules/graphannotations.h"

#include "core/base/annotationname.h"
#include "core/base/jsonbounds.h"
#include "core/base/texts.h"
#include "core/io/readroots.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>

namespace ws {
namespace {

using Json = nlohmann::json;

constexpr qint64 largestFile = 256 << 20;

} // namespace

QString GraphAnnotations::fileOf(const QString &tracePath)
{
    const QFileInfo trace(tracePath);
    const QString name = trace.fileName();
    const auto notDigit = std::find_if(name.begin(), name.end(), [](QChar c) { return c < u'0' || c > u'9'; });
    const qsizetype digits = notDigit - name.begin();
    bool isRank = false;
    const qlonglong rank = name.left(digits).toLongLong(&isRank);
    QDir folder = trace.absoluteDir();
    if (!isRank || !folder.cdUp())
        return {};
    const QStringList found =
        folder.entryList({QStringLiteral("kernel_annotations_rank%1_*.json").arg(rank)}, QDir::Files, QDir::Name);
    return found.isEmpty() ? QString() : folder.filePath(found.front());
}

Result<GraphAnnotations> GraphAnnotations::read(const QString &path)
{
    if (auto refused = outsideReadRoots(path))
        return *refused;
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return Error{ErrorKind::Unreadable, Core::tr("cannot be read: %1").arg(file.errorString()), path};
    if (file.size() > largestFile)
        return Error{ErrorKind::TooLarge, Core::tr("annotations of more than 256 MB are not read"), path};
    const QByteArray bytes = file.readAll();
    const JsonBounds bounds{.depth = 64, .members = SIZE_MAX}; // a member is a node of the graph
    const std::string_view whole(bytes.constData(), static_cast<size_t>(bytes.size()));
    const Json json = Json::parse(boundedJson(whole, bounds), nullptr, false);
    if (!json.is_object())
        return Error{ErrorKind::Malformed, Core::tr("annotations are a JSON object of graph node ids"), path, 0};
    GraphAnnotations annotations;
    for (const auto &[key, entries] : json.items()) {
        uint64_t node = 0;
        const auto [end, error] = std::from_chars(key.data(), key.data() + key.size(), node);
        std::string name = annotationName(entries);
        if (error == std::errc() && end == key.data() + key.size() && node && !name.empty())
            annotations.m_names[node] = std::move(name);
        annotations.m_hasGraphs = annotations.m_hasGraphs || node > UINT32_MAX;
    }
    return annotations;
}

std::shared_ptr<const GraphAnnotations> GraphAnnotations::of(const Run &run)
{
    const auto &nodes = run.gpu.graphNode;
    if (std::none_of(nodes.begin(), nodes.end(), [](uint64_t node) { return node != 0; }))
        return nullptr;
    const QString path = fileOf(run.info.stamp.path);
    if (path.isEmpty())
        return nullptr;
    auto annotations = read(path);
    return annotations ? std::make_shared<const GraphAnnotations>(std::move(*annotations)) : nullptr;
}

const std::string *GraphAnnotations::nameOf(uint64_t graphNode) const
{
    auto found = m_names.find(graphNode);
    if (found == m_names.end() && !m_hasGraphs)
        found = m_names.find(graphNode & UINT32_MAX);
    return found == m_names.end() ? nullptr : &found->second;
}

} // namespace ws
