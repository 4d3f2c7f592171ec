#pragma once
// What an open run, one of its parts, a tab or a bar is called, so that no two look alike: by its name while that is
// enough, else also by the words in which titles differ ("jetson" and "3090"), by the folders in which the files lie
// ("run1/report1", "run2/report1"), at last by a number. The same for tabs, lists, charts and tables.

#include "core/model/run.h"

#include <QString>
#include <QStringList>

#include <vector>

namespace ws {

/// What tells things of one name apart; may be empty but for the name.
struct Labelled
{
    QString name;
    QString title; ///< the table's or part's place in its document
    QString path;  ///< of the file
};

/// Parallel to `things`, all different.
QStringList distinctLabels(const std::vector<Labelled> &things);

/// "FILE", or "FILE#part".
QString runLabel(const Run &run);
/// Of runs that are open together.
QStringList runLabels(const std::vector<const Run *> &runs);

} // namespace ws
