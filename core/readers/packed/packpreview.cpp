#include "core/readers/packed/packpreview.h"

#include "core/base/jsonbounds.h"
#include "core/io/pack/packcoding.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace ws {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char *overviewSection = "front.overview", *digestsSection = "front.digests",
                     *rowsSection = "front.rows";
constexpr size_t parts = 1024;          ///< of the run's time
constexpr double unit = 1000;           ///< of a density in the file
constexpr size_t maxText = 1 << 20;     ///< bytes of the overview
constexpr size_t maxDigests = 64 << 20; ///< bytes; of one rank at most 2 MB
constexpr size_t maxName = 200;         ///< bytes

void fill(LoadPreview &preview, const Run &run)
{
    const Timeline &t = run.timeline;
    LoadPreview::Writer writer(preview);
    for (const Track &track : t.tracks) {
        if (track.sliceCount == 0 || writer.rowCount() >= LoadPreview::maxRows)
            continue;
        const bool isGpu = track.kind == TrackKind::GpuStream || track.kind == TrackKind::GpuAnnotation;
        const size_t row = writer.rowCount();
        writer.addRow();
        writer.setName(row, {std::string(run.text(track.pid).substr(0, maxName)),
                             std::string(run.text(track.label ? track.label : track.tid).substr(0, maxName)), isGpu});
        for (uint32_t l = track.firstLane; l < track.firstLane + track.laneCount; ++l)
            for (size_t i = 0; i < t.lanes[l].start.size(); ++i)
                writer.add(row, t.originNs + t.lanes[l].start[i], t.lanes[l].durationOf(i));
    }
}

/// Throws what nlohmann throws.
void show(const Json &json, LoadPreview &preview)
{
    const int64_t begin = json.at("begin"), length = json.at("length");
    constexpr int64_t longest = int64_t(1) << 61;
    if (length <= 0 || length > longest || begin > longest || begin < -longest)
        return;
    LoadPreview::Writer writer(preview);
    for (const Json &one : json.at("rows")) {
        if (writer.rowCount() >= LoadPreview::maxRows)
            return;
        const size_t row = writer.rowCount();
        writer.addRow();
        writer.setName(row, {one.at("process").get<std::string>().substr(0, maxName),
                             one.at("label").get<std::string>().substr(0, maxName), one.at("gpu").get<bool>()});
        const auto densities = one.at("busy").get<std::vector<int64_t>>();
        for (size_t i = 0; i < std::min(parts, densities.size()); ++i) {
            const int64_t from = begin + int64_t(double(length) / double(parts) * double(i));
            const double width = double(length) / double(parts);
            double left = std::clamp(double(densities[i]) / unit, 0.0, double(LoadPreview::mostSlices));
            for (; left > 0; left -= 1)
                writer.add(row, from, int64_t(width * std::min(left, 1.0)));
        }
    }
}

PackFront::Part deflated(const char *name, const std::string &bytes)
{
    return {name, codedBytes(PackCoding::Bytes, bytes.data(), bytes.size(), 1), bytes.size()};
}

} // namespace

std::vector<PackSection> PackFront::sections() const
{
    std::vector<PackSection> sections;
    for (const Part &part : parts)
        sections.push_back({part.name, uint32_t(PackCoding::Bytes), 1, part.size,
                            std::as_bytes(std::span(part.coded.data(), part.coded.size()))});
    return sections;
}

PackFront packFront(const Run &run, const std::string &overview, const std::string &digests)
{
    LoadPreview preview;
    fill(preview, run);
    const TimeRange span = preview.span();
    const std::vector<LoadPreview::RowName> names = preview.rows();
    std::vector<size_t> all(names.size());
    std::iota(all.begin(), all.end(), size_t(0));
    const std::vector<LoadPreview::Density> densities = preview.densities(all, span, parts);
    Json rows = Json::array();
    for (size_t i = 0; i < names.size(); ++i) {
        Json busy = Json::array();
        for (const float density : densities[i])
            busy.push_back(std::lround(density * unit));
        rows.push_back(
            {{"process", names[i].process}, {"label", names[i].label}, {"gpu", names[i].isGpu}, {"busy", busy}});
    }
    const std::string json = Json{{"begin", span.begin}, {"length", span.length()}, {"rows", rows}}.dump(
        -1, ' ', false, Json::error_handler_t::replace);
    PackFront front{{deflated(overviewSection, overview), deflated(rowsSection, json)}};
    if (!digests.empty())
        front.parts.push_back(deflated(digestsSection, digests));
    return front;
}

void showFront(const PackSection &section, LoadPreview &preview)
{
    if (section.name != overviewSection && section.name != digestsSection && section.name != rowsSection)
        return;
    const auto bytes = codedValues<char>(section);
    if (!bytes)
        return;
    const std::string text(std::as_const(*bytes).data(), bytes->size());
    if (section.name == overviewSection)
        return preview.setOverview(text.substr(0, maxText));
    if (section.name == digestsSection) {
        if (text.size() <= maxDigests)
            preview.setDigests(text);
        return;
    }
    try {
        show(Json::parse(boundedJson(text)), preview);
    } catch (const Json::exception &) { // the run behind it says what is wrong
    }
}

} // namespace ws
