#include "core/readers/chrome/ascendwords.h"

#include "core/base/stringpool.h"
#include "core/base/texts.h"
#include "core/readers/chrome/jsonscan.h"

#include <nlohmann/json.hpp>

#include <QFileInfo>

#include <algorithm>

namespace ws {
namespace {

using namespace json;

/// MindSpore's "Default/network/AllReduce-op534_0" → "allreduce"; empty: no collective's name.
std::string collectiveOfOperator(std::string_view name)
{
    static constexpr std::string_view known[] = {"allreduce", "allgather", "reducescatter", "broadcast", "reduce",
                                                 "alltoall",  "alltoallv", "send",          "receive",   "barrier"};
    name.remove_prefix(name.rfind('/') + 1);
    std::string word;
    for (const char c : name.substr(0, name.find("-op")))
        if (c != '_')
            word += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return std::ranges::find(known, word) == std::end(known) ? std::string() : word;
}

/// "hcom_allReduce__586_0_1" → "586", 0: HCCL's name of the group and the number of the collective in it.
struct NumberedName
{
    std::string_view group;
    int64_t number = -1; ///< -1: not in the name
};

NumberedName numberedName(std::string_view name)
{
    NumberedName found;
    name = name.substr(0, name.find('@'));
    const size_t group = name.find("__");
    if (group == name.npos)
        return found;
    const std::string_view rest = name.substr(group + 2);
    const size_t end = rest.find('_');
    uint64_t number = 0;
    if (end == rest.npos || !toUnsigned(rest.substr(end + 1, rest.find('_', end + 1) - end - 1), number) ||
        number > uint64_t(INT64_MAX))
        return found;
    return {rest.substr(0, end), static_cast<int64_t>(number)};
}

} // namespace

std::string ascendCollectiveWord(std::string_view name)
{
    if (std::string word = collectiveOfOperator(name); !word.empty())
        return word;
    for (const std::string_view prefix : {"hcom_", "Hccl", "hccl_"}) {
        if (!name.starts_with(prefix))
            continue;
        name.remove_prefix(prefix.size());
        std::string word;
        for (const char c : name.substr(0, name.find_first_of("_@")))
            word += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
        return word;
    }
    return {};
}

CollectiveDetail ascendCollective(std::string_view name, std::string_view count, std::string_view elements,
                                  StringPool &strings)
{
    CollectiveDetail detail;
    const std::string collective = ascendCollectiveWord(name);
    if (collective.empty())
        return detail;
    const NumberedName numbered = numberedName(name);
    nlohmann::json args{{"Collective name", collective}};
    uint64_t nelems = 0;
    if (toUnsigned(count, nelems))
        args["In msg nelems"] = nelems;
    if (!elements.empty())
        args["dtype"] = elements;
    if (numbered.number >= 0)
        args["Process Group Name"] = numbered.group;
    detail.args = strings.intern(args.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
    detail.number = numbered.number;
    return detail;
}

const QRegularExpression &iterationFile()
{
    static const QRegularExpression pattern(
        QStringLiteral("^(msprof|task_time|hccl|step_trace)_(\\d+)_\\d+_(\\d+)\\.json$"));
    return pattern;
}

QString deviceOfIteration(const QString &trace)
{
    return iterationFile().match(QFileInfo(trace).fileName()).captured(2);
}

QString collectivePartsText()
{
    return Core::tr("Tasks that are parts of collectives (reductions, copies of HCCL's streams), in a file without the "
                    "collectives: they are shown but not counted, and the time that they take is no idle time.");
}

} // namespace ws
