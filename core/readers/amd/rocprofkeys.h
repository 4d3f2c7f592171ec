#pragma once
// Which numbers of a rocprofv3 JSON record are of interest, and where records stand.

#include <cstdint>
#include <string_view>
#include <unordered_map>

namespace ws {

/// Numbers of a record, by the last two keys before them.
enum RocprofNumber : uint8_t {
    Kind,
    Operation,
    Thread,
    Correlation,
    Start,
    End,
    Agent,
    Queue,
    Stream,
    KernelId,
    Dispatch,
    GridX,
    GridY,
    GridZ,
    BlockX,
    BlockY,
    BlockZ,
    From,
    To,
    Handle,
    Type,
    GpuIndex,
    NodeIndex,
    Pid,
    Key,
    numbers
};

inline const std::unordered_map<std::string_view, RocprofNumber> rocprofNumbers = {
    {".kind", Kind},
    {".operation", Operation},
    {".thread_id", Thread},
    {"correlation_id.internal", Correlation},
    {".start_timestamp", Start},
    {".end_timestamp", End},
    {"dispatch_data.start_timestamp", Start},
    {"dispatch_data.end_timestamp", End},
    {"agent_id.handle", Agent},
    {"queue_id.handle", Queue},
    {"stream_id.handle", Stream},
    {"dispatch_info.kernel_id", KernelId},
    {".kernel_id", KernelId},
    {"dispatch_info.dispatch_id", Dispatch},
    {"grid_size.x", GridX},
    {"grid_size.y", GridY},
    {"grid_size.z", GridZ},
    {"workgroup_size.x", BlockX},
    {"workgroup_size.y", BlockY},
    {"workgroup_size.z", BlockZ},
    {"src_agent_id.handle", From},
    {"dst_agent_id.handle", To},
    {"id.handle", Handle},
    {".type", Type},
    {".logical_node_type_id", GpuIndex},
    {".node_id", NodeIndex},
    {".pid", Pid},
    {".key", Key},
};

/// Where a record stands: the keys from the process on.
enum class RocprofSection : uint8_t { None, Metadata, Agent, Word, Message, Kernel, Counter, Record };

} // namespace ws
