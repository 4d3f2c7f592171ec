#include "core/base/translation.h"

#include <QCoreApplication>
#include <QTranslator>

namespace ws {

void installTexts(const QLocale &locale)
{
    if (locale.language() == QLocale::English)
        return;
    auto *translator = new QTranslator(QCoreApplication::instance());
    if (translator->load(locale, QStringLiteral("warpscope"), QStringLiteral("_"), QStringLiteral(":/i18n")))
        QCoreApplication::installTranslator(translator);
    else
        delete translator;
}

} // namespace ws
