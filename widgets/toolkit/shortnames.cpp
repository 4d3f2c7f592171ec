#include "widgets/toolkit/shortnames.h"

#include "core/base/shortname.h"

namespace ws {

std::shared_ptr<const ShortNames> shortNamesOfWork(const Run &run)
{
    constexpr size_t max = 90; // characters; a column shows some 60, a wide window more
    std::vector<uint8_t> seen(run.strings.size());
    std::vector<StringId> ids;
    std::vector<std::string_view> names;
    for (const StringId id : run.gpu.name)
        if (!std::exchange(seen[id], uint8_t(1))) {
            ids.push_back(id);
            names.push_back(run.text(id));
        }
    const std::vector<std::string> brief = shortNames(names, max);
    auto result = std::make_shared<ShortNames>();
    for (size_t i = 0; i < ids.size(); ++i)
        result->insert(ids[i], QString::fromStdString(brief[i]));
    return result;
}

} // namespace ws
