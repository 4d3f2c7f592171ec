#pragma once
// Names of an nsys export: rows name kernels, calls and threads by an id of the table StringIds.

#include "core/model/run.h"
#include "core/readers/toolkit/sqlitefile.h"

#include <unordered_map>

namespace ws {

class NsysNames
{
public:
    NsysNames(const SqliteFile &file, Run &run);

    StringId name(int64_t id); ///< "name 17" where the table has none
    StringId apiName(int64_t id);

private:
    Run &m_run;
    SqliteRows m_query;
    std::unordered_map<int64_t, StringId> m_names, m_apiNames;
};

} // namespace ws
