#include "core/base/translation.h"

#include <QCoreApplication>
#include <QPointer>
#include <QTranslator>

#include <mutex>

namespace ws {
namespace {

/// "%n file(s)" in English: 1 file, 2 files.
class EnglishPlurals : public QTranslator
{
public:
    using QTranslator::QTranslator;
    bool isEmpty() const override { return false; }
    QString translate(const char *, const char *source, const char *, int n) const override
    {
        const QString text = n < 0 ? QString() : QString::fromUtf8(source);
        const QLatin1String either("(s)");
        return text.contains(either) ? QString(text).replace(either, n == 1 ? QString() : QStringLiteral("s"))
                                     : QString();
    }
};

QPointer<QTranslator> &inForce()
{
    static QPointer<QTranslator> translator; // dies with the application
    return translator;
}

/// Asked for by threads that read files.
struct Language
{
    std::mutex mutex;
    std::string name = "en";
    static Language &instance()
    {
        static Language language;
        return language;
    }
};

void nameLanguage(const QString &name)
{
    const std::lock_guard lock(Language::instance().mutex);
    Language::instance().name = name.isEmpty() ? "en" : QString(name).replace(u'_', u'-').toStdString();
}

} // namespace

void installTexts(const QLocale &locale)
{
    nameLanguage({});
    delete inForce().data(); // which takes it out of the application
    if (locale.language() == QLocale::English) {
        inForce() = new EnglishPlurals(QCoreApplication::instance());
        QCoreApplication::installTranslator(inForce());
        return;
    }
    auto *translator = new QTranslator(QCoreApplication::instance());
    if (translator->load(locale, QStringLiteral("warpscope"), QStringLiteral("_"), QStringLiteral(":/i18n"))) {
        QCoreApplication::installTranslator(translator);
        inForce() = translator;
        nameLanguage(translator->language());
    } else {
        delete translator;
    }
}

std::string textsLanguage()
{
    const std::lock_guard lock(Language::instance().mutex);
    return Language::instance().name;
}

} // namespace ws
