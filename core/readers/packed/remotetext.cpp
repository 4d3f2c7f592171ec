#include "core/readers/packed/remotetext.h"

#include "core/base/jsonbounds.h"
#include "core/base/texts.h"
#include "core/base/translation.h"
#include "core/io/remote/remotescript.h"
#include "core/io/remote/sshrun.h"
#include "core/model/run.h"

#include <nlohmann/json.hpp>

#include <chrono>

namespace ws {

Result<nlohmann::ordered_json> RemoteText::event(const Run &run, EventRef slice) const
{
    constexpr std::chrono::seconds patience(60);
    constexpr qsizetype maxBytes = 80 << 20; // an event has 64 MiB at most
    const auto offset = static_cast<int64_t>(run.timeline.lane(slice).textOf(slice.index));
    const auto fault = [&](ErrorKind kind, const QString &message) {
        return Error{kind, message, m_remote.text(), offset};
    };
    QByteArray bytes;
    const auto begin = std::chrono::steady_clock::now();
    const SshRun ssh = runSsh(
        m_remote, eventScript(),
        eventArguments(m_remote.path, {m_stamp.size, m_stamp.modifiedMs / 1000}, offset,
                       QString::fromStdString(textsLanguage())),
        [&](QByteArrayView more) {
            bytes += more;
            return bytes.size() < maxBytes;
        },
        [&] { return std::chrono::steady_clock::now() - begin > patience; });
    if (bytes.contains(QByteArrayView(changedLine)))
        return fault(ErrorKind::Unreadable,
                     Core::tr("the file has changed since it was loaded; press F5 to load it again"));
    if (ssh.end == SshEnd::Stopped)
        return fault(ErrorKind::Unreadable, Core::tr("%1 does not answer").arg(m_remote.host));
    const qsizetype line = bytes.indexOf(QByteArrayView(eventLine));
    if (ssh.end == SshEnd::Failed || line < 0)
        return fault(ErrorKind::Unreadable,
                     ssh.words.isEmpty() ? Core::tr("%1 does not answer").arg(m_remote.host) : ssh.words);
    const QByteArrayView json = QByteArrayView(bytes).sliced(line + qsizetype(eventLine.size()));
    const std::string_view text(json.data(), size_t(json.size()));
    auto event = nlohmann::ordered_json::parse(boundedJson(text), nullptr, false);
    if (event.is_discarded() || !event.is_object())
        return fault(ErrorKind::Malformed,
                     Core::tr("the host answered something else: %1").arg(plainWords(toText(text.substr(0, 200)))));
    return event;
}

} // namespace ws
