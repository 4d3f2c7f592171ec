#pragma once
// The user's word for which rows of a Chrome trace are streams of a GPU, where the file's writer is not known: rows by
// their name, their thread's number or the name of their process.

#include "core/readers/chrome/writerrows.h"

#include <QStringList>

namespace ws {

/// For all files that are read from now on; of threads that read meanwhile either the old or the new ones.
void setGpuRows(const QStringList &names);
QStringList gpuRows();

extern const WriterKind chosenWriter;

} // namespace ws
