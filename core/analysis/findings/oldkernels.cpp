// old-architecture: kernels built for an older architecture than the device's.
// Threshold: computing kernels whose names say the architecture (sm80_xmma_…, cutlass_80_…, volta_…, turing_…,
// ampere_…), with a smaller major number than the device's compute capability, together at least 2 % of the unit.
// Silent: where the file does not say the compute capability, on devices other than NVIDIA's, within one major number
// (sm80 on 8.6 or 8.9), and for names without an architecture.

#include "core/analysis/findings/rules.h"
#include "core/model/devicewords.h"

#include <nlohmann/json.hpp>

#include <array>
#include <cctype>
#include <map>

namespace ws {
namespace {

/// 80 for "sm80_xmma_gemm…"; 0: the name says none.
int architectureIn(std::string_view name)
{
    constexpr std::array<std::pair<std::string_view, int>, 4> words{
        {{"volta_", 70}, {"turing_", 75}, {"ampere_", 80}, {"maxwell_", 50}}};
    for (const auto &[word, architecture] : words)
        if (name.starts_with(word) || name.find(' ' + std::string(word)) != std::string_view::npos)
            return architecture;
    for (const std::string_view mark : {"sm", "cutlass_"}) {
        for (size_t at = 0; (at = name.find(mark, at)) != std::string_view::npos; ++at) {
            const size_t digits = at + mark.size();
            size_t end = digits;
            while (end < name.size() && name[end] >= '0' && name[end] <= '9')
                ++end;
            const bool isWord = at == 0 || !isalnum(static_cast<unsigned char>(name[at - 1]));
            if (isWord && end - digits >= 2 && end - digits <= 3 && end < name.size() && name[end] == '_')
                return std::stoi(std::string(name.substr(digits, end - digits)));
        }
    }
    return 0;
}

/// 90 for compute capability 9.0; 0: not in the file, or not NVIDIA's.
int architectureOf(const Run &run, StringId device)
{
    const auto *entry = propertiesOf(run, device);
    if (!entry)
        return 0;
    const auto major = entry->find("computeMajor"), minor = entry->find("computeMinor"), warp = entry->find("warpSize");
    if (major == entry->end() || minor == entry->end() || warp == entry->end() || !major->is_number_integer() ||
        !minor->is_number_integer() || *warp != 32)
        return 0;
    return int(major->get<int64_t>()) * 10 + int(minor->get<int64_t>());
}

} // namespace

void findOldKernels(const UnitWork &unit, Findings &findings)
{
    const int device = architectureOf(unit.run, unit.gpu.devices[unit.device]);
    if (!device)
        return;
    std::map<StringId, int> built;
    std::map<int, int64_t> times;
    for (const uint32_t i : unit.work()) {
        if (!unit.isComputation(i))
            continue;
        const auto [known, isNew] = built.try_emplace(unit.gpu.name[i], 0);
        if (isNew)
            known->second = architectureIn(unit.run.text(unit.gpu.name[i]));
        if (known->second && known->second / 10 < device / 10)
            times[known->second] += unit.gpu.duration[i];
    }
    for (const auto &[architecture, ns] : times) {
        const WorkSum sum = unit.sum([&, wanted = architecture](uint32_t i) {
            return unit.isComputation(i) && built.at(unit.gpu.name[i]) == wanted;
        });
        if (!unit.isLarge(sum.ns))
            continue;
        Finding finding = unit.finding("old-architecture", sum);
        finding.name = unit.nameOf(sum.places.front().slice);
        finding.built = "sm" + std::to_string(architecture);
        finding.architecture = "sm" + std::to_string(device);
        findings.push_back(std::move(finding));
    }
}

} // namespace ws
