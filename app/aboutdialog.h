#pragma once
// Help ▸ About: versions, for reports of faults, and licences.

#include <QString>

class QWidget;

namespace ws {

QString versionText(); ///< one line per component
void showAbout(QWidget *parent);

} // namespace ws
