#pragma once
// GPUs and streams of a rocpd database. Agents are devices; those of other machines are named with their node.

#include "core/model/timelinebuilder.h"
#include "core/readers/amd/rocpdpart.h"

#include <map>
#include <string>
#include <utility>

namespace ws {

class RocpdDevices
{
public:
    RocpdDevices(Run &run, TimelineBuilder &builder) : m_run(run), m_builder(builder) {}

    StringId deviceOf(const RocpdPart &part, int64_t agent);
    /// Of a curve: the device of an agent that is a GPU, else the process.
    StringId ownerOf(const RocpdPart &part, int64_t agent, int64_t process);
    /// Processes that share a GPU number their streams alike: those of the second one on are named with their process.
    uint32_t streamTrack(const RocpdPart &part, const RocpdPart::Place &place, int64_t agent);
    void setByStream(bool byStream) { m_byStream = byStream; } ///< false: rows are hardware queues
    /// Names the rows of GPUs that have work; their models become facts of the file.
    void nameUsed();
    bool isUsed(StringId device) const { return m_models.contains(device); }

private:
    StringId number(int64_t value) { return m_run.strings.intern(std::to_string(value)); }

    Run &m_run;
    TimelineBuilder &m_builder;
    bool m_byStream = true;
    std::string m_firstNode;
    std::map<std::pair<StringId, int64_t>, int64_t> m_streamOwner; ///< (device, stream) → first process
    std::map<StringId, std::string> m_models;                      ///< by device
};

} // namespace ws
