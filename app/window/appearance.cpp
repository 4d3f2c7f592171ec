#include "app/window/appearance.h"

#include "app/apptexts.h"
#include "core/base/translation.h"
#include "widgets/toolkit/theme.h"

#include <QActionGroup>
#include <QCoreApplication>
#include <QLibraryInfo>
#include <QLocale>
#include <QMenu>
#include <QPointer>
#include <QSettings>
#include <QTranslator>

#include <algorithm>

namespace ws {
namespace {

const QString themeKey = QStringLiteral("view/theme");
const QString languageKey = QStringLiteral("view/language");
const QString system = QStringLiteral("system");

/// Exclusive choices; the settings remember the chosen one.
void addChoices(QMenu *menu, const Choices &choices, const std::function<void(const QString &)> &chosen)
{
    auto *group = new QActionGroup(menu);
    for (const auto &[id, text] : choices.entries) {
        QAction *action = menu->addAction(text);
        action->setCheckable(true);
        action->setData(id);
        group->addAction(action);
        QObject::connect(action, &QAction::triggered, menu, [key = choices.key, id = id, chosen] {
            QSettings().setValue(key, id);
            chosen(id);
        });
    }
    QObject::connect(menu, &QMenu::aboutToShow, group, [group, choices] { // the settings dialog changes it too
        for (QAction *action : group->actions())
            action->setChecked(action->data().toString() == choices.current());
    });
}

QLocale localeOf(const QString &choice)
{
    return choice == system ? QLocale::system() : QLocale(choice);
}

/// Every English, and that of the locale "C", has the same texts.
QString textsOf(const QLocale &locale)
{
    return locale.language() == QLocale::English || locale.language() == QLocale::C ? QStringLiteral("en")
                                                                                    : locale.name();
}

QString &applied()
{
    static QString texts = QStringLiteral("en"); // those of the source
    return texts;
}

} // namespace

bool applyTheme(const QString &name)
{
    const QString theme = name.isEmpty() ? themeChoices().current() : name;
    if (theme == QLatin1String("light"))
        Theme::instance().setChoice(Theme::Choice::Light);
    else if (theme == QLatin1String("dark"))
        Theme::instance().setChoice(Theme::Choice::Dark);
    else
        Theme::instance().setChoice(Theme::Choice::Desktop);
    return theme == system || theme == QLatin1String("light") || theme == QLatin1String("dark");
}

void applyLanguage(const QString &locale)
{
    const QLocale chosen = localeOf(locale.isEmpty() ? languageChoices().current() : locale);
    applied() = textsOf(chosen);
    static QPointer<QTranslator> qtTexts; // dies with the application
    delete qtTexts.data();
    if (chosen.language() != QLocale::English) {
        qtTexts = new QTranslator(QCoreApplication::instance());
        if (qtTexts->load(chosen, QStringLiteral("qtbase"), QStringLiteral("_"),
                          QLibraryInfo::path(QLibraryInfo::TranslationsPath)))
            QCoreApplication::installTranslator(qtTexts);
        else
            delete qtTexts.data();
    }
    installTexts(chosen);
}

QString Choices::current() const
{
    const QString chosen = QSettings().value(key, system).toString();
    const bool known = std::any_of(entries.begin(), entries.end(), [&](const auto &e) { return e.first == chosen; });
    return known ? chosen : system; // a later version, or the user, has written something else
}

bool isLanguageInForce()
{
    return textsOf(localeOf(languageChoices().current())) == applied();
}

Choices themeChoices()
{
    return {themeKey,
            {{system, App::tr("As the d&esktop")},
             {QStringLiteral("light"), App::tr("&Light")},
             {QStringLiteral("dark"), App::tr("&Dark")}}};
}

Choices languageChoices()
{
    return {languageKey,
            {{system, App::tr("As the &system")},
             {QStringLiteral("en"), QStringLiteral("English")},
             {QStringLiteral("zh_CN"), QStringLiteral("简体中文")}}};
}

void addThemeMenu(QMenu *menu)
{
    addChoices(menu->addMenu(App::tr("&Theme")), themeChoices(), [](const QString &id) { applyTheme(id); });
}

void addLanguageMenu(QMenu *menu, const std::function<void()> &changed)
{
    addChoices(menu->addMenu(App::tr("&Language")), languageChoices(), [changed](const QString &) { changed(); });
}

} // namespace ws
