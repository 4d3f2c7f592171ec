#include "tracegen_damage.h"

#include <algorithm>
#include <utility>

namespace ws::tracegen {
namespace {

constexpr std::pair<std::string_view, Damage> damageNames[] = {
    {"none", Damage::None},
    {"truncate-gz", Damage::TruncateGz},
    {"truncate-json", Damage::TruncateJson},
    {"trailing-comma", Damage::TrailingComma},
    {"no-bracket", Damage::NoBracket},
    {"control-char", Damage::ControlChar},
    {"lone-backslash", Damage::LoneBackslash},
    {"bad-utf8", Damage::BadUtf8},
    {"long-name", Damage::LongName},
    {"string-ts", Damage::StringTs},
    {"negative-dur", Damage::NegativeDur},
    {"missing-dur", Damage::MissingDur},
    {"unsorted", Damage::Unsorted},
    {"flow-without-start", Damage::FlowWithoutStart},
};

bool hasDuration(Kind kind)
{
    return kind == Kind::CpuOp || kind == Kind::Python || kind == Kind::Module || kind == Kind::Runtime ||
           kind == Kind::Driver;
}

} // namespace

bool damageFromName(std::string_view name, Damage &damage)
{
    for (const auto &[text, value] : damageNames) {
        if (text == name) {
            damage = value;
            return true;
        }
    }
    return false;
}

DamagePlan::DamagePlan(const Options &options, int64_t totalEvents)
    : m_kind(options.damage), m_at(int64_t(std::clamp(options.damageAt, 0.0, 1.0) * double(totalEvents))),
      m_gpuToo(options.kernelsOnly)
{
}

bool DamagePlan::damagesName() const
{
    return m_kind == Damage::ControlChar || m_kind == Damage::LoneBackslash || m_kind == Damage::BadUtf8 ||
           m_kind == Damage::LongName;
}

std::string DamagePlan::damagedName(std::string_view name) const
{
    std::string result(name.substr(0, 12));
    switch (m_kind) {
    case Damage::ControlChar:
        return result + "\x01\x1f\n\t end";
    case Damage::LoneBackslash:
        return result + " C:\\dir\\quit end";
    case Damage::BadUtf8:
        return result + "\xff\xfe\xc3( end";
    default:
        break;
    }
    while (result.size() < 5000)
        result += ", cute::tuple<cute::C<" + std::to_string(result.size()) + "> >";
    result.resize(5000);
    return result;
}

void DamagePlan::note(const Event &event, int64_t ordinal)
{
    if (m_description.empty())
        m_description = "event " + std::to_string(ordinal) + ": " + std::string(event.name);
}

DamagePlan::Verdict DamagePlan::judge(const Event &event, int64_t ordinal, Mutation &mutation)
{
    if (m_kind == Damage::None || ordinal < m_at)
        return Verdict::Write;
    if (m_kind == Damage::TruncateJson) {
        note(event, ordinal);
        return Verdict::CutHere;
    }
    if (m_kind == Damage::FlowWithoutStart && event.kind == Kind::FlowStart) {
        note(event, ordinal);
        return Verdict::Drop;
    }
    if (m_kind == Damage::StringTs) {
        note(event, ordinal);
        mutation.stringTimes = true;
    }
    if (m_done || !(hasDuration(event.kind) || (m_gpuToo && isGpuWork(event.kind))))
        return Verdict::Write;
    if (damagesName()) {
        m_name = damagedName(event.name);
        mutation.name = m_name;
    } else if (m_kind == Damage::NegativeDur) {
        mutation.negativeDur = true;
    } else if (m_kind == Damage::MissingDur) {
        mutation.withoutDur = true;
    } else {
        return Verdict::Write;
    }
    note(event, ordinal);
    m_done = true;
    return Verdict::Write;
}

} // namespace ws::tracegen
