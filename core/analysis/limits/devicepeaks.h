#pragma once
// What the device of a run can do at most: FLOP a second by type of arithmetic, dense, and bytes a second. The figures
// are in resources/devices.json, each with its source. A device is known by the name and the number of its units (SMs,
// CUs) in the file's deviceProperties; a part of a device (MIG, a partition) has fewer units and so no figures. Where
// the device is not known nothing is assumed. Rejected: the figures of a similar device, which makes shares of 563 %.

#include "core/model/run.h"

#include <QString>

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ws {

enum class PeakType : uint8_t { Bf16, Fp16, Tf32, Fp32, Fp32Matrix, Fp64, Fp64Matrix, Fp8, Int8 };
inline constexpr size_t peakTypes = 9;
/// "bf16", as in devices.json and on the command line.
std::string_view nameOf(PeakType type);

struct DevicePeaks
{
    std::array<double, peakTypes> tflops{}; ///< by PeakType; 0: not known, or the device has no such units
    double bandwidth = 0;                   ///< GB/s, 10⁹ bytes; 0: not known

    double of(PeakType type) const { return tflops[size_t(type)]; }
    bool operator==(const DevicePeaks &) const = default;
};

/// A figure of the table, for people.
struct KnownDevice
{
    std::vector<std::string> names;
    int64_t units = 0; ///< 0: any
    std::string source;
    DevicePeaks peaks;
    QString why; ///< there are no figures; empty: there are
};
/// Of devices.json, in its order.
const std::vector<KnownDevice> &knownDevices();

/// Figures of the user, which replace those of the table: "bf16=312".
struct UserPeaks
{
    DevicePeaks peaks; ///< 0: not given

    /// One sentence of what is wrong; empty: it was taken.
    QString add(const QString &typeAndFigure);
    QString setBandwidth(const QString &figure);
    bool operator==(const UserPeaks &) const = default;
};

struct PeakChoice
{
    std::string device;               ///< as the file names it; empty: it does not
    std::optional<DevicePeaks> peaks; ///< nothing: rates, and no shares
    std::string source;               ///< of the table's figures; empty: only the user's
    QString why;                      ///< one sentence: why there are none, or none of the table
    bool isByUser = false;            ///< some of them are the user's
};

/// Multiprocessors of a device (a text of GpuWork::devices), as Nsight Systems and Kineto write it; 0: not in the file.
int64_t multiprocessorsOf(const Run &run, StringId device);

/// Of the devices with GPU work; they must be of one kind.
PeakChoice peaksOf(const Run &run, const UserPeaks &user = {});

} // namespace ws
