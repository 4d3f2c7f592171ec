#include "app/appearance.h"

#include "core/base/translation.h"
#include "widgets/theme/theme.h"

#include <QActionGroup>
#include <QCoreApplication>
#include <QLibraryInfo>
#include <QLocale>
#include <QMenu>
#include <QSettings>
#include <QTranslator>

namespace ws {
namespace {

const QString themeKey = QStringLiteral("view/theme");
const QString languageKey = QStringLiteral("view/language");
const QString system = QStringLiteral("system");

QString tr(const char *text)
{
    return QCoreApplication::translate("Appearance", text);
}

/// Exclusive choices of which one is remembered under `key`.
void addChoices(QMenu *menu, const QString &key, const QList<std::pair<QString, QString>> &choices,
                const std::function<void(const QString &)> &chosen)
{
    auto *group = new QActionGroup(menu);
    const QString current = QSettings().value(key, system).toString();
    for (const auto &[id, text] : choices) {
        QAction *action = menu->addAction(text);
        action->setCheckable(true);
        action->setChecked(id == current);
        group->addAction(action);
        QObject::connect(action, &QAction::triggered, menu, [key, id = id, chosen] {
            QSettings().setValue(key, id);
            chosen(id);
        });
    }
}

} // namespace

bool applyTheme(const QString &name)
{
    const QString theme = name.isEmpty() ? QSettings().value(themeKey, system).toString() : name;
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
    QString name = locale.isEmpty() ? QSettings().value(languageKey, system).toString() : locale;
    const QLocale chosen = name == system ? QLocale::system() : QLocale(name);
    if (chosen.language() == QLocale::English)
        return;
    QCoreApplication *app = QCoreApplication::instance();
    auto *qtTexts = new QTranslator(app);
    if (qtTexts->load(chosen, QStringLiteral("qtbase"), QStringLiteral("_"),
                      QLibraryInfo::path(QLibraryInfo::TranslationsPath)))
        QCoreApplication::installTranslator(qtTexts);
    else
        delete qtTexts;
    installTexts(chosen);
}

void addThemeMenu(QMenu *menu)
{
    addChoices(menu->addMenu(tr("&Theme")), themeKey,
               {{system, tr("As the &desktop")},
                {QStringLiteral("light"), tr("&Light")},
                {QStringLiteral("dark"), tr("&Dark")}},
               [](const QString &id) { applyTheme(id); });
}

void addLanguageMenu(QMenu *menu, const std::function<void()> &changed)
{
    addChoices(menu->addMenu(tr("&Language")), languageKey,
               {{system, tr("As the &system")},
                {QStringLiteral("en"), QStringLiteral("English")},
                {QStringLiteral("zh_CN"), QStringLiteral("简体中文")}},
               [changed](const QString &) { changed(); });
}

} // namespace ws
