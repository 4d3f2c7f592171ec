#include "app/opening/fileassociation.h"

#include "app/apptexts.h"
#include "core/base/formatnames.h"

#include <QCoreApplication>
#include <QDir>
#include <QSettings>

#include <windows.h>

#include <shlobj.h>

namespace ws {
namespace {

const QString profileKind = QStringLiteral("Warpscope.Profile");
const QString linkKind = QStringLiteral("warpscope"); // warpscope:view?…
const QStringList ownSuffixes{QStringLiteral("warpscope"), QStringLiteral("wsp"), QStringLiteral("wsd")};

const QString classes = QStringLiteral("HKEY_CURRENT_USER\\Software\\Classes");

/// Windows knows a file by what stands after the last point of its name.
QString openWith(const QString &suffix)
{
    return QStringLiteral(".%1/OpenWithProgids/%2").arg(suffix, profileKind);
}

QString ofDoubleClick(const QString &suffix)
{
    return QStringLiteral(".%1/.").arg(suffix);
}

bool keep(QSettings &settings)
{
    settings.sync();
    SHChangeNotify(SHCNE_ASSOCCHANGED, SHCNF_IDLIST, nullptr, nullptr);
    return settings.status() == QSettings::NoError;
}

} // namespace

bool mayAssociateFiles()
{
    return true;
}

bool associateFiles()
{
    QSettings settings(classes, QSettings::NativeFormat);
    const QString program = QDir::toNativeSeparators(QCoreApplication::applicationFilePath());
    const QString command = u'"' + program + QStringLiteral("\" \"%1\"");
    settings.setValue(profileKind + QStringLiteral("/."), App::tr("GPU profile"));
    settings.setValue(profileKind + QStringLiteral("/DefaultIcon/."), program + QStringLiteral(",0"));
    settings.setValue(profileKind + QStringLiteral("/shell/open/command/."), command);
    settings.setValue(linkKind + QStringLiteral("/."), QStringLiteral("URL:Warpscope"));
    settings.setValue(linkKind + QStringLiteral("/URL Protocol"), QString());
    settings.setValue(linkKind + QStringLiteral("/shell/open/command/."), command);
    for (const QString &suffix : formatSuffixes(false))
        settings.setValue(openWith(suffix), QString());
    for (const QString &suffix : ownSuffixes) {
        settings.setValue(openWith(suffix), QString());
        settings.setValue(ofDoubleClick(suffix), profileKind);
    }
    return keep(settings);
}

bool forgetFiles()
{
    QSettings settings(classes, QSettings::NativeFormat);
    settings.remove(profileKind);
    settings.remove(linkKind);
    for (const QString &suffix : formatSuffixes(false))
        settings.remove(openWith(suffix));
    for (const QString &suffix : ownSuffixes)
        settings.remove(u'.' + suffix);
    return keep(settings);
}

} // namespace ws
