#include "core/readers/toolkit/utf8names.h"

#include "core/base/texts.h"

#include <QByteArrayView>

#include <algorithm>

namespace ws {

void noteInvalidUtf8(Run &run)
{
    uint64_t invalid = 0;
    std::string_view example;
    for (StringId id = 1; id < run.strings.size(); ++id) {
        const std::string_view view = run.text(id);
        const bool ascii = std::none_of(view.begin(), view.end(), [](char c) { return c & 0x80; });
        if (!ascii && !QByteArrayView(view.data(), static_cast<qsizetype>(view.size())).isValidUtf8()) {
            if (!invalid++)
                example = view;
        }
    }
    if (invalid)
        run.diagnostics.add("invalid-utf8",
                            Core::tr("names that are not valid UTF-8; the bad bytes are shown as \uFFFD"), -1, example,
                            invalid);
}

} // namespace ws
