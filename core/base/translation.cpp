#include "core/base/translation.h"

#include "core/base/format.h"

#include <QCoreApplication>
#include <QHash>
#include <QPointer>
#include <QTranslator>

#include <mutex>
#include <thread>

namespace ws {
namespace {

const QLatin1String counted("%n");

/// Qt would write the number without separators.
QString withCount(QString text, int n)
{
    return n < 0 ? text : text.replace(counted, formatCount(n));
}

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
        return text.contains(either) || text.contains(counted)
                   ? withCount(QString(text).replace(either, n == 1 ? QString() : QStringLiteral("s")), n)
                   : QString();
    }
};

/// Remembers what the application's thread asked for.
class ForeignTexts : public QTranslator
{
public:
    using QTranslator::QTranslator;
    QString translate(const char *context, const char *source, const char *disambiguation, int n) const override
    {
        QString text = QTranslator::translate(context, source, disambiguation, n);
        if (!text.isEmpty() && std::this_thread::get_id() == m_own && !m_sources.contains(text))
            m_sources.insert(text, QString::fromUtf8(source));
        return withCount(text, n);
    }
    QString sourceOf(const QString &text) const { return m_sources.value(text); }

private:
    /// The one that installs it. Asked without Qt, which would give each thread of the program that asks an object of
    /// its own, kept to the thread's end.
    const std::thread::id m_own = std::this_thread::get_id();
    mutable QHash<QString, QString> m_sources;
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
    const auto useEnglish = [] {
        inForce() = new EnglishPlurals(QCoreApplication::instance());
        QCoreApplication::installTranslator(inForce());
    };
    if (locale.language() == QLocale::English)
        return useEnglish();
    auto *translator = new ForeignTexts(QCoreApplication::instance());
    if (translator->load(locale, QStringLiteral("warpscope"), QStringLiteral("_"), QStringLiteral(":/i18n"))) {
        QCoreApplication::installTranslator(translator);
        inForce() = translator;
        nameLanguage(translator->language());
    } else {
        delete translator;
        useEnglish(); // the texts themselves, also in the locale "C"
    }
}

QString englishOf(const QString &text)
{
    const auto *texts = dynamic_cast<const ForeignTexts *>(inForce().data());
    return texts ? texts->sourceOf(text) : QString();
}

std::string textsLanguage()
{
    const std::lock_guard lock(Language::instance().mutex);
    return Language::instance().name;
}

} // namespace ws
