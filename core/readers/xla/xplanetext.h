#pragma once
// The event of an XSpace that a person looks at, read again with its plane's names.

#include "core/model/eventtext.h"
#include "core/readers/xla/xplanenames.h"

#include <memory>
#include <vector>

namespace ws {

class XplaneText : public EventText
{
public:
    /// Of planes in the order of the file.
    explicit XplaneText(std::vector<std::unique_ptr<Xplane>> planes) : m_planes(std::move(planes)) {}
    Result<nlohmann::ordered_json> event(const Run &run, EventRef slice) const override;

private:
    std::vector<std::unique_ptr<Xplane>> m_planes;
};

} // namespace ws
