#include "widgets/timeline/labelcache.h"

#include "core/base/demangle.h"
#include "core/base/namecut.h"
#include "core/base/shortname.h"
#include "widgets/timeline/tellingnames.h"
#include "widgets/toolkit/elidedonce.h"

#include <QPainter>

#include <cmath>

namespace ws {
namespace {

constexpr int widthStep = 8;        ///< device pixels
constexpr size_t maxImages = 8192;  ///< 10 to 30 MB
constexpr size_t longestText = 160; ///< characters; no box is wider than that

constexpr qsizetype fewest = 5; ///< characters; fewer are not readable
constexpr qsizetype enoughForBothEnds = 24;

QString cut(const std::string &text)
{
    return QString::fromStdString(text);
}

/// Without prefixes that give only the kind of the name, and without the folders of a Python file.
QString withoutPrefix(const QString &text)
{
    for (QLatin1String prefix : {QLatin1String("nn.Module: "), QLatin1String("aten::"),
                                 QLatin1String("autograd::engine::evaluate_function: ")})
        if (text.startsWith(prefix))
            return text.mid(prefix.size());
    if (const qsizetype line = text.indexOf(QLatin1String(".py(")); line > 0)
        return text.mid(text.lastIndexOf(u'/', line) + 1);
    const auto word = std::find_if(text.begin(), text.end(), [](QChar c) { return c != u'_'; });
    return word == text.end() ? text : text.mid(word - text.begin());
}

QString cutAtEnd(const QString &text, qsizetype count)
{
    qsizetype end = count - 1;
    if (end > 0 && text.at(end - 1).isHighSurrogate())
        --end;
    return text.left(end) + QChar(0x2026);
}

} // namespace

void LabelCache::setUp(TimelineDataPtr data, const QFont &font, double ratio)
{
    m_data = std::move(data);
    m_ratio = ratio;
    m_images.clear();
    for (int size : {Small, Normal}) {
        Sized &sized = m_fonts[size];
        sized.widths.clear();
        sized.font = font;
        const QFontInfo info(font);
        sized.font.setPixelSize(std::max(6, static_cast<int>(std::lround((size == Small ? 9 : 12) * ratio))));
        sized.minRoom = QFontMetrics(sized.font).averageCharWidth() * 5;
    }
}

void LabelCache::setWhen(std::shared_ptr<const WhenLanes> when)
{
    if (when == m_when)
        return;
    m_when = std::move(when);
    m_images.clear();
}

QString LabelCache::text(StringId name) const
{
    if (const QString widest = m_data->shortNames->value(name); !widest.isEmpty())
        return widest;
    return cut(cutInMiddle(withoutAddress(shownName(m_data->run->text(name))), longestText));
}

QString LabelCache::fitted(const QString &fullText, int room, const QFontMetrics &metrics)
{
    if (metrics.horizontalAdvance(fullText) <= room)
        return fullText;
    const QString text = withoutPrefix(fullText);
    const int width = metrics.horizontalAdvance(text);
    if (width <= room)
        return text;
    qsizetype count = std::min(text.size() - 1, text.size() * room / std::max(1, width) + 3);
    if (const qsizetype mark = text.indexOf(QChar(0x2026)); mark >= 0) {
        if (count >= enoughForBothEnds || mark + 1 < fewest) {
            const QString shorter = elidedOnce(text, metrics, room);
            return shorter.size() >= fewest ? shorter : QString();
        }
        count = std::min(count, mark + 1); // one mark is enough
    }
    const std::string whole = text.toStdString();
    for (; count >= fewest; --count) {
        const QString shorter =
            count >= enoughForBothEnds ? cut(cutInMiddle(whole, static_cast<size_t>(count))) : cutAtEnd(text, count);
        if (metrics.horizontalAdvance(shorter) <= room)
            return shorter;
    }
    return {};
}

QString LabelCache::fittedForm(StringId name, int room, const QFontMetrics &metrics) const
{
    const QStringList forms = m_data->shortNames->forms(name);
    for (const QString &form : forms)
        if (metrics.horizontalAdvance(form) <= room)
            return form;
    if (const QString part = m_when && forms.isEmpty() ? m_when->tellingPart(name) : QString(); !part.isEmpty())
        return nameWithPart(text(name), part, metrics, room);
    return fitted(forms.isEmpty() ? text(name) : forms.last(), room, metrics);
}

QImage LabelCache::render(const QString &text, QRgb colour, const QFont &font) const
{
    const QFontMetrics metrics(font);
    QImage image(std::max(1, metrics.horizontalAdvance(text) + 1), std::max(1, metrics.height()),
                 QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    QPainter painter(&image);
    painter.setFont(font);
    painter.setPen(QColor(colour));
    painter.drawText(0, metrics.ascent(), text);
    return image;
}

void LabelCache::beginFrame(size_t newImages)
{
    m_leftSomeOut = false;
    m_newImages = newImages;
    if (m_images.size() < maxImages)
        return;
    m_images.clear();
    m_newImages = SIZE_MAX; // else a view of more images than are kept would never be complete
}

const QImage *LabelCache::label(StringId name, int room, QRgb colour, Size size)
{
    Sized &sized = m_fonts[size];
    if (room < sized.minRoom)
        return nullptr;
    auto width = sized.widths.find(name);
    if (width == sized.widths.end())
        width = sized.widths.emplace(name, QFontMetrics(sized.font).horizontalAdvance(text(name))).first;
    const int step = room >= width->second ? 0xfff : std::min(room / widthStep, 0xffe);
    const uint64_t key = uint64_t(name) << 32 | uint64_t(colour == 0xffffffff) << 31 | uint64_t(size) << 30 |
                         uint64_t(qGray(colour)) << 16 | uint64_t(step);
    auto image = m_images.find(key);
    if (image == m_images.end()) {
        if (m_newImages == 0) {
            m_leftSomeOut = true;
            return nullptr;
        }
        --m_newImages;
        const QString shown = step == 0xfff ? text(name) : fittedForm(name, step * widthStep, QFontMetrics(sized.font));
        image = m_images.emplace(key, shown.isEmpty() ? QImage() : render(shown, colour, sized.font)).first;
    }
    return image->second.isNull() ? nullptr : &image->second;
}

} // namespace ws
