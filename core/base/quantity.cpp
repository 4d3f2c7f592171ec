#include "core/base/quantity.h"

#include "core/base/format.h"

#include <QRegularExpression>

#include <array>
#include <cmath>

namespace ws {
namespace {

constexpr double exactIntegers = 9e15; ///< beyond it a double skips whole numbers

/// "GB/s", "MHz", "%": a known unit with a prefix, maybe per another one.
bool isUnit(const QString &text)
{
    static const QRegularExpression unit(
        QStringLiteral("^(%|°C|C|[kKMGTPmunµ]?i?(B|[Bb]ytes?|bits?|s|Hz|W|J|V|A|FLOPS?|FLOP|OPS?|inst))"
                       "(/[kMGmunµ]?(s|clk|cycle|block|SM))?$"));
    return unit.match(text).hasMatch();
}

bool endsWithWord(const QString &text, QLatin1String word)
{
    return text == word || (text.endsWith(word) && !text[text.size() - word.size() - 1].isLetter());
}

/// The minus sign of formatCount().
QString withMinus(QString text)
{
    return text.startsWith(u'-') ? QChar(0x2212) + text.mid(1) : text;
}

/// Three digits of a number below 1000; as many zeros as it takes for "1.00".
QString threeDigits(double number)
{
    const double size = std::abs(number);
    return withMinus(QString::number(number, 'f', size < 9.995 ? 2 : size < 99.95 ? 1 : 0));
}

} // namespace

QString roundedNumber(double number)
{
    if (!std::isfinite(number))
        return withMinus(QString::number(number));
    if (std::abs(number) >= exactIntegers)
        return withMinus(QString::number(number, 'g', 3));
    if (std::abs(number) >= 999.5 || number == std::trunc(number))
        return formatCount(std::llround(number));
    return withMinus(QString::number(number, 'g', 3));
}

QString withPrefix(double number, const QString &unit)
{
    static constexpr std::array<const char *, 7> prefixes{"", "k", "M", "G", "T", "P", "E"};
    size_t power = 0;
    double scaled = number;
    while (std::isfinite(scaled) && std::abs(scaled) >= 999.5 && power + 1 < prefixes.size()) {
        scaled /= 1000;
        ++power;
    }
    const QString digits = power == 0 || !std::isfinite(scaled) ? roundedNumber(scaled) : threeDigits(scaled);
    const QString suffix = QLatin1String(prefixes[power]) + unit;
    return suffix.isEmpty() ? digits : digits + QChar(0xa0) + suffix;
}

QString unitInName(std::string_view name)
{
    const QString text = QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())).trimmed();
    if (text.endsWith(u')')) {
        const QString unit = text.mid(text.lastIndexOf(u'(') + 1).chopped(1).trimmed();
        return unit == QLatin1String("us") ? QStringLiteral("µs") : isUnit(unit) ? unit : QString();
    }
    if (text.endsWith(u'%'))
        return QStringLiteral("%");
    const QString lower = text.toLower();
    return endsWithWord(lower, QLatin1String("bytes")) || endsWithWord(lower, QLatin1String("byte"))
               ? QStringLiteral("B")
               : QString();
}

QString quantity(double number, const QString &unit)
{
    static const QString prefixes = QStringLiteral("kMGTPE");
    if (unit == QLatin1String("B"))
        return withPrefix(number, unit);
    qsizetype prefix = prefixes.indexOf(unit.left(1).replace(u'K', u'k'));
    const bool isDecimal = unit.endsWith(u'B') && unit.size() == 2, isBinary = unit.mid(1) == QLatin1String("iB");
    if (!unit.isEmpty() && prefix >= 0 && (isDecimal || isBinary) && std::isfinite(number) &&
        std::abs(number) >= 999.5) { // "58 491 MB" is "58.5 GB"
        const double step = isBinary ? 1024 : 1000;
        for (; std::abs(number) >= 999.5 && prefix + 1 < prefixes.size(); ++prefix)
            number /= step;
        const QString letter = isBinary && prefix == 0 ? QStringLiteral("K") : QString(prefixes[prefix]);
        return threeDigits(number) + QChar(0xa0) + letter + unit.mid(1);
    }
    const QString digits = roundedNumber(number);
    return unit.isEmpty() ? digits : digits + QChar(0xa0) + unit;
}

} // namespace ws
