#include "core/analysis/findings/ownframe.h"

#include <algorithm>
#include <array>

namespace ws {
namespace {

constexpr std::array<std::string_view, 6> frameworks{"torch",     "torch_npu", "torchvision",
                                                     "functorch", "triton",    "numpy"};
constexpr std::array<std::string_view, 15> libraryFolders{
    "asyncio", "concurrent", "multiprocessing", "logging", "importlib", "collections", "json",   "email",
    "http",    "urllib",     "unittest",        "ctypes",  "encodings", "xml",         "sqlite3"};

bool hasFolder(std::string_view path, std::string_view folder)
{
    for (size_t at = 0; (at = path.find(folder, at)) != std::string_view::npos; at += folder.size()) {
        const size_t end = at + folder.size();
        if ((at == 0 || path[at - 1] == '/') && end < path.size() && path[end] == '/')
            return true;
    }
    return false;
}

bool isLibrary(std::string_view path)
{
    const bool isInstalled = hasFolder(path, "site-packages") || hasFolder(path, "dist-packages");
    if (path.find("/lib/python3") != std::string_view::npos && !isInstalled)
        return true;
    if (path.find('/') == std::string_view::npos)
        return path.ends_with(".py");
    return std::ranges::any_of(libraryFolders, [&](std::string_view folder) {
        return path.starts_with(folder) && path.size() > folder.size() && path[folder.size()] == '/';
    });
}

} // namespace

bool isOwnFrame(std::string_view frame)
{
    const size_t open = frame.find('(');
    if (frame.starts_with('<') || frame.starts_with("nn.Module: ") || open == std::string_view::npos ||
        frame.find("): ", open) == std::string_view::npos)
        return false;
    const std::string_view path = frame.substr(0, open);
    return !isLibrary(path) && path.find("torchinductor_") == std::string_view::npos &&
           std::ranges::none_of(frameworks, [&](std::string_view folder) { return hasFolder(path, folder); });
}

EventRef ownFrameAround(const Run &run, EventRef call)
{
    const Timeline &timeline = run.timeline;
    const int64_t ns = timeline.start(call);
    const Track &track = timeline.track(call);
    for (uint32_t l = std::min(call.lane + 1, track.firstLane + track.laneCount); l-- > track.firstLane;) {
        const Lane &lane = timeline.lanes[l];
        const size_t i = lane.firstEndingAfter(ns);
        if (i < lane.size() && lane.start[i] <= ns &&
            timeline.categories[lane.category[i]].kind == CategoryKind::Python && isOwnFrame(run.text(lane.name[i])))
            return {l, static_cast<uint32_t>(i)};
    }
    return {};
}

} // namespace ws
