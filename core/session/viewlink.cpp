#include "core/session/viewlink.h"

#include "core/base/texts.h"

#include <QHash>
#include <QStringList>
#include <QUrl>

namespace ws {
namespace {

const QString scheme = QStringLiteral("warpscope:");
const QString begin = QStringLiteral("warpscope:view?");
constexpr qsizetype longest = 8192;
constexpr size_t longestName = 200;

using Values = QHash<QString, QString>;

/// As much of it as a link can hold: not too long, and valid UTF-8.
QString cutName(const std::string &name)
{
    size_t end = std::min(name.size(), longestName);
    while (end > 0 && end < name.size() && (static_cast<unsigned char>(name[end]) & 0xC0) == 0x80)
        --end;
    const QString text = toText(std::string_view(name).substr(0, end));
    return text.left(text.indexOf(QChar::ReplacementCharacter));
}

class LinkWriter
{
public:
    void add(const char *key, const QString &value)
    {
        m_parts << QLatin1String(key) + u'=' + QString::fromLatin1(QUrl::toPercentEncoding(value));
    }
    void add(const char *key, int64_t number) { add(key, QString::number(number)); }
    QString text() const { return begin + m_parts.join(u'&'); }

private:
    QStringList m_parts;
};

/// The decoded value; nothing: not valid UTF-8 in percent encoding.
std::optional<QString> decoded(const QString &text)
{
    for (qsizetype at = text.indexOf(u'%'); at >= 0; at = text.indexOf(u'%', at + 1)) {
        bool isHex = false;
        const QString digits = text.mid(at + 1, 2);
        digits.toUInt(&isHex, 16);
        if (digits.size() != 2 || !isHex || !digits.at(0).isLetterOrNumber())
            return std::nullopt;
    }
    const QString value = QString::fromUtf8(QByteArray::fromPercentEncoding(text.toUtf8()));
    return value.contains(QChar::ReplacementCharacter) ? std::nullopt : std::optional(value);
}

Error damaged(const QString &key)
{
    return {
        ErrorKind::Malformed, Core::tr("the view link is damaged: its part “%1” is not as it must be").arg(key), {}};
}

Result<Values> valuesOf(const QString &query)
{
    Values values;
    for (const QString &part : query.split(u'&', Qt::SkipEmptyParts)) {
        const qsizetype equals = part.indexOf(u'=');
        const QString key = part.left(std::max<qsizetype>(0, equals));
        const auto value = decoded(part.mid(equals + 1));
        if (key.isEmpty() || !value || values.contains(key))
            return damaged(key.isEmpty() ? part.left(20) : key.left(20));
        values.insert(key, *value);
    }
    return values;
}

bool isFileName(const QString &name)
{
    return !name.isEmpty() && name.size() <= 255 && !name.contains(u'/') && !name.contains(u'\\') &&
           name != QLatin1String(".") && name != QLatin1String("..");
}

bool isHash(const QString &text)
{
    return text.size() == 64 && std::all_of(text.begin(), text.end(), [](QChar c) {
               return (c >= u'0' && c <= u'9') || (c >= u'a' && c <= u'f');
           });
}

/// Reads the values; the first wrong one counts.
class LinkReader
{
public:
    explicit LinkReader(Values values) : m_values(std::move(values)) {}

    QString text(const char *key) { return m_values.value(QLatin1String(key)); }
    bool has(const char *key) const { return m_values.contains(QLatin1String(key)); }
    int64_t number(const char *key, int64_t min, int64_t max)
    {
        bool isNumber = false;
        const qlonglong value = text(key).toLongLong(&isNumber);
        check(key, isNumber && value >= min && value <= max);
        return value;
    }
    void check(const char *key, bool isRight)
    {
        if (!isRight && m_wrong.isEmpty())
            m_wrong = QLatin1String(key);
    }
    const QString &wrong() const { return m_wrong; }

private:
    Values m_values;
    QString m_wrong;
};

std::optional<TimeRange> readRange(LinkReader &reader, const char *key)
{
    if (!reader.has(key))
        return std::nullopt;
    const QString text = reader.text(key);
    const qsizetype dash = text.indexOf(u'-', 1); // a time may be negative
    bool isBegin = false, isEnd = false;
    const TimeRange range{text.left(std::max<qsizetype>(0, dash)).toLongLong(&isBegin),
                          text.mid(dash + 1).toLongLong(&isEnd)};
    reader.check(key, dash > 0 && isBegin && isEnd && range.begin < range.end && range.begin >= -farthestNs &&
                          range.end <= farthestNs);
    return range;
}

StepSource readSteps(LinkReader &reader)
{
    StepSource steps;
    for (const auto &[key, by] : {std::pair("pattern", StepSource::Pattern), std::pair("anchor", StepSource::Anchor)})
        if (reader.has(key)) {
            reader.check(key, steps.by == StepSource::Names);
            steps = {by, reader.text(key)};
            reader.check(key, sourceError(steps).isEmpty());
        }
    return steps;
}

std::optional<SliceAddress> readSlice(LinkReader &reader)
{
    if (!reader.has("row"))
        return std::nullopt;
    SliceAddress slice;
    reader.check("row", trackKindOf(reader.text("row").toStdString(), slice.kind));
    slice.process = reader.text("process").toStdString();
    slice.thread = reader.text("thread").toStdString();
    slice.startNs = reader.number("start", -farthestNs, farthestNs);
    if (reader.has("duration"))
        slice.durationNs = reader.number("duration", 0, farthestNs);
    slice.name = reader.text("name").toStdString();
    slice.isNameCut = reader.has("cut");
    return slice;
}

} // namespace

bool isViewLink(const QString &text)
{
    return text.trimmed().startsWith(scheme, Qt::CaseInsensitive);
}

QString viewLinkText(const ViewLink &link)
{
    LinkWriter writer;
    writer.add("file", link.fileName);
    writer.add("sha256", link.sha256);
    if (link.size >= 0)
        writer.add("size", link.size);
    for (const auto &[key, range] : {std::pair("range", link.range), std::pair("view", link.visible)})
        if (range)
            writer.add(key, QStringLiteral("%1-%2").arg(range->begin).arg(range->end));
    if (link.steps.by != StepSource::Names)
        writer.add(link.steps.by == StepSource::Pattern ? "pattern" : "anchor", link.steps.text);
    if (link.step)
        writer.add("step", int64_t(*link.step));
    if (!link.phase.isEmpty())
        writer.add("phase", link.phase);
    if (link.slice) {
        const SliceAddress &slice = *link.slice;
        writer.add("row", QString::fromLatin1(trackKindWord(slice.kind)));
        writer.add("process", toText(slice.process));
        writer.add("thread", toText(slice.thread));
        writer.add("start", slice.startNs);
        if (slice.durationNs >= 0)
            writer.add("duration", slice.durationNs);
        const QString name = cutName(slice.name);
        writer.add("name", name);
        if (slice.isNameCut || name.toStdString() != slice.name)
            writer.add("cut", 1);
    }
    if (!link.panel.isEmpty())
        writer.add("tab", link.panel);
    return writer.text();
}

Result<ViewLink> parseViewLink(const QString &text)
{
    const QString trimmed = text.trimmed();
    if (trimmed.size() > longest)
        return Error{
            ErrorKind::TooLarge,
            Core::tr("a view link has at most %1 characters, this text has %2").arg(longest).arg(trimmed.size()),
            {}};
    if (!trimmed.startsWith(begin, Qt::CaseInsensitive))
        return Error{ErrorKind::Malformed, Core::tr("this is no view link: it must begin with “%1”").arg(begin), {}};
    Result<Values> values = valuesOf(trimmed.mid(begin.size()));
    if (!values)
        return values.error();
    LinkReader reader(std::move(*values));
    ViewLink link;
    link.fileName = reader.text("file");
    reader.check("file", isFileName(link.fileName));
    link.sha256 = reader.text("sha256").toLower();
    reader.check("sha256", isHash(link.sha256));
    if (reader.has("size"))
        link.size = reader.number("size", 0, INT64_MAX);
    link.range = readRange(reader, "range");
    link.visible = readRange(reader, "view");
    link.steps = readSteps(reader);
    if (reader.has("step"))
        link.step = static_cast<uint32_t>(reader.number("step", 0, UINT32_MAX - 1));
    link.phase = reader.text("phase");
    link.slice = readSlice(reader);
    link.panel = reader.text("tab");
    if (!reader.wrong().isEmpty())
        return damaged(reader.wrong());
    return link;
}

} // namespace ws
