// Gives bytes to one reader, or to the one that takes them. libFuzzer changes them where that reaches new code.
//
// WARPSCOPE_FUZZ names the reader (an id of formats.cpp); without it the content decides, as for a user's file.

#include "core/readers/formats.h"

#include <QCoreApplication>
#include <QStandardPaths>

#include <cstdlib>
#include <string_view>

extern "C" int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    static QCoreApplication application(*argc, *argv);
    QStandardPaths::setTestModeEnabled(true);
    return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    using namespace ws;
    static const char *const wanted = std::getenv("WARPSCOPE_FUZZ");
    const std::string_view content(reinterpret_cast<const char *>(bytes), size);
    const auto source = ByteSource::fromMemory(content);
    Progress progress;
    if (!wanted || !*wanted) {
        (void)loadRun(*source, progress);
        return 0;
    }
    for (const Format &format : formats())
        if (std::string_view(format.id) == wanted) {
            (void)format.read(*source, progress);
            return 0;
        }
    return 0;
}
