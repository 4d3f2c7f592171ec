#pragma once
// Help ▸ About: versions, for bug reports, and licences.

#include <QString>

class QWidget;

namespace ws {

QString versionText(); ///< one line per component
void showAbout(QWidget *parent);

} // namespace ws
