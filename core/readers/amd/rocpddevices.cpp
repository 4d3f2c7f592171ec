#include "core/readers/amd/rocpddevices.h"

#include <algorithm>

namespace ws {

StringId RocpdDevices::deviceOf(const RocpdPart &part, int64_t id)
{
    const RocpdPart::Agent *agent = part.agent(id);
    if (!agent)
        return number(std::max<int64_t>(id, 0));
    if (m_firstNode.empty())
        m_firstNode = agent->node;
    std::string name = std::to_string(agent->index);
    if (agent->node != m_firstNode)
        name = agent->node + ": " + name;
    const StringId device = m_run.strings.intern(name);
    if (agent->isGpu)
        m_models.try_emplace(device, agent->model);
    return device;
}

StringId RocpdDevices::ownerOf(const RocpdPart &part, int64_t id, int64_t process)
{
    const RocpdPart::Agent *agent = part.agent(id);
    return agent && agent->isGpu ? deviceOf(part, id) : number(process);
}

uint32_t RocpdDevices::streamTrack(const RocpdPart &part, const RocpdPart::Place &place, int64_t agent)
{
    const StringId device = deviceOf(part, agent);
    int64_t row = m_byStream || place.queue < 0 ? place.stream : place.queue;
    row = row < 0 ? std::max<int64_t>(place.queue, 0) : row;
    std::string label = std::to_string(row);
    if (m_streamOwner.try_emplace({device, row}, place.pid).first->second != place.pid)
        label += " (pid " + std::to_string(place.pid) + ')';
    return m_builder.track(TrackKind::GpuStream, device, m_run.strings.intern(label));
}

void RocpdDevices::nameUsed()
{
    for (const auto &[device, model] : m_models) {
        const std::string label = "GPU " + std::string(m_run.text(device));
        Process &process = m_builder.process(device);
        process.labels = m_run.strings.intern(label);
        process.name = m_run.strings.intern(model);
        m_run.info.facts.emplace_back(label, model);
    }
}

} // namespace ws
