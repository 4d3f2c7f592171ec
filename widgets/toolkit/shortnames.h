#pragma once
// Short names of all GPU work of a run, made once per run off the GUI thread: different kernels have different short
// names, which only the whole list can ensure.

#include "core/model/run.h"

#include <QHash>
#include <QString>

#include <memory>

namespace ws {

using ShortNames = QHash<StringId, QString>;

std::shared_ptr<const ShortNames> shortNamesOfWork(const Run &run);

} // namespace ws
