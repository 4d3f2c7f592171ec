#pragma once
// What the names of Ascend's collectives tell, in traces and in tables ("hcom_allReduce__586_0_1",
// "Default/network/AllReduce-op534_0").

#include "core/model/gpulinks.h"

#include <QRegularExpression>
#include <QString>

#include <string>
#include <string_view>

namespace ws {

/// "hcom_allReduce__586_0_1" → "allreduce"; empty: not in the name.
std::string ascendCollectiveWord(std::string_view name);
/// In torch's words. `count`, `elements`: "4097000", "FP32"; empty: not in the file.
CollectiveDetail ascendCollective(std::string_view name, std::string_view count, std::string_view elements,
                                  StringPool &strings);
/// The names of files that msprof until 2023 wrote of one iteration: "msprof_1_0_3.json", of which the second part that
/// is captured is the number of the device.
const QRegularExpression &iterationFile();
/// That number; empty: the file has another name.
QString deviceOfIteration(const QString &trace);

/// Of the diagnostic "collective-parts".
QString collectivePartsText();

} // namespace ws
