#include "core/base/translation.h"

#include <QCoreApplication>
#include <QPointer>
#include <QTranslator>

namespace ws {
namespace {

QPointer<QTranslator> &inForce()
{
    static QPointer<QTranslator> translator; // dies with the application
    return translator;
}

} // namespace

void installTexts(const QLocale &locale)
{
    delete inForce().data(); // which takes it out of the application
    if (locale.language() == QLocale::English)
        return;
    auto *translator = new QTranslator(QCoreApplication::instance());
    if (translator->load(locale, QStringLiteral("warpscope"), QStringLiteral("_"), QStringLiteral(":/i18n"))) {
        QCoreApplication::installTranslator(translator);
        inForce() = translator;
    } else {
        delete translator;
    }
}

std::string textsLanguage()
{
    if (!inForce())
        return "en";
    QString language = inForce()->language();
    return language.replace(u'_', u'-').toStdString();
}

} // namespace ws
