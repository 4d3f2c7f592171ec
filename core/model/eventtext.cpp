#include "core/model/eventtext.h"

#include "core/base/texts.h"
#include "core/model/run.h"

#include <nlohmann/json.hpp>

namespace ws {

Result<nlohmann::ordered_json> eventJson(const Run &run, EventRef slice)
{
    if (run.eventText)
        return run.eventText->event(run, slice);
    return Error{ErrorKind::Unsupported, Core::tr("this kind of file keeps no text per event"), run.info.stamp.path};
}

bool hasNearText(const Run &run)
{
    return run.eventText && run.eventText->isNear();
}

std::optional<int64_t> bytesOfCopy(const nlohmann::ordered_json &event)
{
    const auto args = event.find("args");
    const nlohmann::ordered_json &fields = args != event.end() && args->is_object() ? *args : event;
    const auto bytes = fields.find("bytes");
    if (bytes == fields.end() || !bytes->is_number_integer() || bytes->get<int64_t>() < 0)
        return {};
    return bytes->get<int64_t>();
}

std::string_view hostMemoryOfCopy(const Run &run, const nlohmann::ordered_json &event)
{
    if (run.info.format != "nsys-sqlite") // others say it in the copy's name
        return {};
    const auto args = event.find("args");
    const nlohmann::ordered_json &fields = args != event.end() && args->is_object() ? *args : event;
    for (const char *field : {"srcKind", "dstKind"}) {
        const auto kind = fields.find(field);
        if (kind == fields.end())
            continue;
        const std::string word = kind->is_string() ? kind->get<std::string>() : std::string();
        const int64_t number = kind->is_number_integer() ? kind->get<int64_t>() : -1;
        if (number == 0 || word.find("ageable") != word.npos)
            return "pageable";
        if (number == 1 || word.find("inned") != word.npos)
            return "pinned";
    }
    return {};
}

} // namespace ws
