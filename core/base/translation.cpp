#include "core/base/translation.h"

#include <QCoreApplication>
#include <QTranslator>

namespace ws {
namespace {

/// Our texts lie in one context (see translations/CMakeLists.txt).
class OneContext : public QTranslator
{
public:
    using QTranslator::QTranslator;
    QString translate(const char *, const char *text, const char *comment, int n) const override
    {
        return QTranslator::translate("warpscope", text, comment, n);
    }
};

} // namespace

void installTexts(const QLocale &locale)
{
    if (locale.language() == QLocale::English)
        return;
    auto *translator = new OneContext(QCoreApplication::instance());
    if (translator->load(locale, QStringLiteral("warpscope"), QStringLiteral("_"), QStringLiteral(":/i18n")))
        QCoreApplication::installTranslator(translator);
    else
        delete translator;
}

} // namespace ws
