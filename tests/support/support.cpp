#include "tests/support/support.h"

namespace ws::test {

RunResult runFromJson(std::string_view json)
{
    auto source = ByteSource::fromMemory(json, QStringLiteral("test.json"));
    Progress progress;
    auto document = loadDocument(*source, progress);
    if (!document)
        return {nullptr, document.error()};
    return {document->runs.front(), {}};
}

} // namespace ws::test
