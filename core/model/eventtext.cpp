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

} // namespace ws
