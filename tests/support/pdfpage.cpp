#include "tests/support/pdfpage.h"

#include <QMap>
#include <QRegularExpression>

#include <zlib.h>

namespace ws::test {
namespace {

using Characters = QMap<uint, QString>; // by glyph

QByteArray inflated(const QByteArray &packed)
{
    z_stream stream{};
    stream.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(packed.data()));
    stream.avail_in = static_cast<uInt>(packed.size());
    if (inflateInit(&stream) != Z_OK)
        return {};
    QByteArray all, block(1 << 16, '\0');
    int state = Z_OK;
    while (state == Z_OK) {
        stream.next_out = reinterpret_cast<Bytef *>(block.data());
        stream.avail_out = static_cast<uInt>(block.size());
        state = inflate(&stream, Z_NO_FLUSH);
        all.append(block.constData(), block.size() - static_cast<qsizetype>(stream.avail_out));
    }
    inflateEnd(&stream);
    return state == Z_STREAM_END ? all : QByteArray();
}

/// Dictionary, and the stream unpacked, of all objects by number.
struct PdfObject
{
    QByteArray dictionary, stream;
};

QMap<int, PdfObject> objectsOf(const QByteArray &pdf)
{
    static const QRegularExpression head(QStringLiteral("(?:^|\\n)(\\d+) 0 obj\\s"));
    QMap<int, PdfObject> objects;
    const QString text = QString::fromLatin1(pdf);
    for (auto found = head.globalMatch(text); found.hasNext();) {
        const auto match = found.next();
        const QByteArray body = pdf.mid(match.capturedEnd());
        const qsizetype stream = body.indexOf("stream\n"), end = body.indexOf("endobj");
        PdfObject &object = objects[match.captured(1).toInt()];
        object.dictionary = body.left(stream >= 0 && stream < end ? stream : end);
        if (stream >= 0 && stream < end)
            object.stream = object.dictionary.contains("/FlateDecode")
                                ? inflated(body.mid(stream + 7))
                                : body.mid(stream + 7, body.indexOf("endstream") - stream - 7);
    }
    return objects;
}

QString fromHex(const QString &hex)
{
    const QByteArray bytes = QByteArray::fromHex(hex.toLatin1());
    QString text;
    for (qsizetype i = 0; i + 1 < bytes.size(); i += 2)
        text += QChar(static_cast<ushort>(static_cast<uchar>(bytes[i]) << 8 | static_cast<uchar>(bytes[i + 1])));
    return text;
}

/// "<first> <last> <character of first>", or "<first> <last> [<character> …]".
Characters readToUnicode(const QByteArray &map)
{
    static const QRegularExpression range(
        QStringLiteral("<([0-9a-fA-F]+)>\\s*<([0-9a-fA-F]+)>\\s*(?:<([0-9a-fA-F]+)>|\\[([^\\]]*)\\])"));
    static const QRegularExpression one(QStringLiteral("<([0-9a-fA-F]+)>"));
    Characters characters;
    const QString text = QString::fromLatin1(map.mid(map.indexOf("endcodespacerange")));
    for (auto found = range.globalMatch(text); found.hasNext();) {
        const auto match = found.next();
        uint glyph = match.captured(1).toUInt(nullptr, 16);
        const uint last = match.captured(2).toUInt(nullptr, 16);
        if (match.hasCaptured(4)) {
            for (auto each = one.globalMatch(match.captured(4)); each.hasNext() && glyph <= last; ++glyph)
                characters[glyph] = fromHex(each.next().captured(1));
            continue;
        }
        QString character = fromHex(match.captured(3));
        for (; glyph <= last && !character.isEmpty(); ++glyph) {
            characters[glyph] = character;
            character.back() = QChar(static_cast<ushort>(character.back().unicode() + 1));
        }
    }
    return characters;
}

Characters fontOf(const QMap<int, PdfObject> &objects, int font)
{
    static const QRegularExpression link(QStringLiteral("/ToUnicode (\\d+) 0 R"));
    const auto match = link.match(QString::fromLatin1(objects[font].dictionary));
    return readToUnicode(objects[match.captured(1).toInt()].stream);
}

class Content
{
public:
    explicit Content(const QMap<int, PdfObject> &objects) : m_objects(objects) {}

    PdfPage read(const QByteArray &stream)
    {
        for (const QByteArray &token : stream.simplified().split(' ')) {
            const char c = token.isEmpty() ? '\0' : token[0];
            if (c == '-' || c == '.' || (c >= '0' && c <= '9') || c == '<' || c == '/')
                m_operands << token;
            else
                apply(token), m_operands.clear();
        }
        return std::move(m_page);
    }

private:
    double number(qsizetype fromEnd) const
    {
        return m_operands.size() < fromEnd ? 0 : m_operands[m_operands.size() - fromEnd].toDouble();
    }
    void apply(const QByteArray &operation)
    {
        if (operation == "BT") {
            m_page.texts << QString();
        } else if (operation == "Tf" && m_operands.size() > 1) {
            const int font = m_operands[m_operands.size() - 2].mid(2).toInt(); // "/F7"
            if (!m_fonts.contains(font))
                m_fonts[font] = fontOf(m_objects, font);
            m_font = m_fonts[font];
        } else if (operation == "Tj" && !m_operands.empty() && !m_page.texts.empty()) {
            m_page.texts.back() += m_font.value(m_operands.back().mid(1).chopped(1).toUInt(nullptr, 16));
        } else if (operation == "scn" && m_operands.size() >= 3) {
            m_fill = QLatin1Char('#');
            for (qsizetype i = 3; i > 0; --i)
                m_fill += QStringLiteral("%1").arg(qRound(number(i) * 255), 2, 16, QLatin1Char('0'));
        } else if (operation == "re") {
            m_page.rects.push_back({number(2), number(1), m_fill});
        }
    }

    const QMap<int, PdfObject> &m_objects;
    QMap<int, Characters> m_fonts;
    Characters m_font;
    QString m_fill;
    QByteArrayList m_operands;
    PdfPage m_page;
};

} // namespace

PdfPage readPdf(const QByteArray &pdf)
{
    const QMap<int, PdfObject> objects = objectsOf(pdf);
    for (const PdfObject &object : objects)
        if (object.stream.contains(" Tj"))
            return Content(objects).read(object.stream);
    return {};
}

} // namespace ws::test
