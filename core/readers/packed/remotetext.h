#pragma once
// The texts of events of a run that came packed from another machine: read there, one at a time, by the program that
// packed it.

#include "core/io/bytesource.h"
#include "core/io/remote/remotepath.h"
#include "core/model/eventtext.h"

namespace ws {

class RemoteText : public EventText
{
public:
    /// `stamp`: of the trace as it was read.
    RemoteText(RemotePath remote, const FileStamp &stamp) : m_remote(std::move(remote)), m_stamp(stamp) {}
    /// Errors also: Unreadable in the words of ssh or the host, or when the host is silent for a minute.
    Result<nlohmann::ordered_json> event(const Run &run, EventRef slice) const override;
    bool isNear() const override { return false; }

private:
    const RemotePath m_remote;
    const FileStamp m_stamp;
};

} // namespace ws
