#include "core/readers/nsys/nsysnames.h"

#include "core/base/texts.h"

namespace ws {
namespace {

/// "cudaLaunchKernel_v7000" → "cudaLaunchKernel", as nsys prints it; "cuMemcpyHtoDAsync_v2" is a name of its own.
std::string_view withoutVersion(std::string_view name)
{
    const size_t at = name.rfind("_v");
    const bool versioned =
        at != name.npos && name.size() - at >= 6 && name.find_first_not_of("0123456789", at + 2) == name.npos;
    return versioned ? name.substr(0, at) : name;
}

} // namespace

NsysNames::NsysNames(const SqliteFile &file, Run &run)
    : m_run(run), m_query(file.query("SELECT value FROM StringIds WHERE id = ?"))
{
}

StringId NsysNames::name(int64_t id)
{
    auto [entry, isNew] = m_names.try_emplace(id, 0);
    if (isNew) {
        m_query.bind(1, id);
        if (m_query.next())
            entry->second = m_run.strings.intern(m_query.text(0));
        if (!entry->second) {
            entry->second = m_run.strings.intern("name " + std::to_string(id));
            m_run.diagnostics.add("missing-name",
                                  Core::tr("names that are not in the table StringIds; their number is shown"));
        }
    }
    return entry->second;
}

StringId NsysNames::apiName(int64_t id)
{
    auto [entry, isNew] = m_apiNames.try_emplace(id, 0);
    if (isNew)
        entry->second = m_run.strings.intern(withoutVersion(m_run.text(name(id))));
    return entry->second;
}

} // namespace ws
