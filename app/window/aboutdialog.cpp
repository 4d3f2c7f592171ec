#include "app/window/aboutdialog.h"

#include "app/apptexts.h"

#include <QMessageBox>
#include <QSysInfo>

#include <isa-l.h>
#include <nlohmann/json.hpp>

namespace ws {

QString versionText()
{
    return QStringLiteral("Warpscope %1\nQt %2 (LGPL-3.0), Qt Charts (GPL-3.0)\nISA-L %3.%4 (BSD-3-Clause)\n"
                          "nlohmann_json %5.%6.%7 (MIT)\n%8, %9")
        .arg(QStringLiteral(WARPSCOPE_VERSION), QString::fromLatin1(qVersion()))
        .arg(ISAL_MAJOR_VERSION)
        .arg(ISAL_MINOR_VERSION)
        .arg(NLOHMANN_JSON_VERSION_MAJOR)
        .arg(NLOHMANN_JSON_VERSION_MINOR)
        .arg(NLOHMANN_JSON_VERSION_PATCH)
        .arg(QSysInfo::prettyProductName(), QSysInfo::currentCpuArchitecture());
}

void showAbout(QWidget *parent)
{
    auto *box = new QMessageBox(parent);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setWindowTitle(App::tr("About Warpscope"));
    box->setText(App::tr("Warpscope %1: viewer for GPU profiler traces").arg(QStringLiteral(WARPSCOPE_VERSION)));
    box->setInformativeText(App::tr("Free software under the GNU General Public License, version 3 or later. "
                                    "It comes with no warranty.") +
                            QLatin1String("\n\n") + versionText().section(u'\n', 1)); // the first line stands above
    box->setTextInteractionFlags(Qt::TextSelectableByMouse);
    box->setModal(false);
    box->show();
}

} // namespace ws
