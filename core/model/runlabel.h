#pragma once
// The label of an open run, one of its parts, a tab or a bar, so that no two look alike: its name while that is enough,
// else also by the words in which titles differ ("jetson" and "3090"), by the folders in which the files are
// ("run1/report1", "run2/report1"), finally by a number. The same for tabs, lists, charts and tables.

#include "core/model/run.h"

#include <QString>
#include <QStringList>

#include <vector>

namespace ws {

/// What distinguishes things of one name; only the name is required.
struct Labelled
{
    QString name;
    QString title; ///< the table's or part's place in its document
    QString path;  ///< of the file
};

/// Parallel to `things`, all different.
QStringList distinctLabels(const std::vector<Labelled> &things);

/// The files of one folder by their names. With one in each folder below it, by those: what a profiler makes of hosts
/// and processes says less than "stage_0". May be alike.
QStringList namesInFolder(const QString &folder, const QStringList &files);

/// The file's name, with the number of the recording where the file holds several.
QString runLabel(const Run &run);
/// "#2" for the second recording of a file; empty where it holds one.
QString recordingMark(const Run &run);

} // namespace ws
