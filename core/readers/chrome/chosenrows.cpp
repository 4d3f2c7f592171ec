#include "core/readers/chrome/chosenrows.h"

#include "core/base/texts.h"
#include "core/readers/chrome/kinetoargs.h"

#include <mutex>

namespace ws {
namespace {

std::mutex chosenMutex;
QStringList chosenNames;

class ChosenRows : public WriterRows
{
public:
    ChosenRows(Run &run, TimelineBuilder &builder) : WriterRows(run, builder)
    {
        for (const QString &name : gpuRows())
            m_wanted.emplace(name.toStdString(), false);
    }

    bool ownsAll() const override { return false; }

    bool take(const WriterSlice &slice) override
    {
        if (!isChosen(slice.pid, slice.tid))
            return false;
        addWork(slice, slice.event.args);
        return true;
    }

    bool takePair(const WriterSlice &slice) override
    {
        if (!isChosen(slice.pid, slice.tid))
            return false;
        auto &open = m_open[{slice.pid, slice.tid}];
        if (slice.event.phase == "B") {
            open.emplace_back(slice, std::string(slice.event.args));
        } else if (!open.empty()) {
            HeldSlice begun = open.back().first;
            begun.duration = std::max<int64_t>(0, slice.start - begun.start);
            addWork(begun, open.back().second);
            open.pop_back();
        }
        return true;
    }

    void release() override
    {
        QStringList missing;
        for (const auto &[name, isFound] : m_wanted)
            if (!isFound)
                missing << QString::fromStdString(name);
        if (!missing.isEmpty())
            m_builder.diagnostics().add("no-such-row",
                                        Core::tr("rows that were named as a GPU's and are not in the file: %1")
                                            .arg(missing.join(QStringLiteral(", "))),
                                        -1, {}, uint64_t(missing.size()));
    }

private:
    /// A row's own name, its number, or the name of its process.
    bool isChosen(StringId pid, StringId tid)
    {
        const auto [known, isNew] = m_isChosen.try_emplace({pid, tid}, false);
        if (!isNew && known->second)
            return true;
        for (const std::string_view name : {threadName(pid, tid), view(tid), processName(pid), view(pid)})
            if (const auto found = m_wanted.find(name); !name.empty() && found != m_wanted.end())
                known->second = found->second = true;
        return known->second;
    }

    void addWork(const HeldSlice &slice, std::string_view args)
    {
        WorkArgs said = args.empty() ? WorkArgs() : workArgs(args, m_run.strings);
        const StringId device = m_devices.try_emplace(slice.pid, number(m_devices.size())).first->second;
        WriterRows::addWork(stream(device, slice.tid), slice, kindOfWork(view(slice.name)), said.detail);
        if (const std::string_view label = threadName(slice.pid, slice.tid); !label.empty())
            m_builder.nameThread(device, slice.tid, text(label));
    }

    std::map<std::string, bool, std::less<>> m_wanted; ///< whether a row has that name
    std::map<std::pair<StringId, StringId>, bool> m_isChosen;
    std::map<StringId, StringId> m_devices; ///< by process
    std::map<std::pair<StringId, StringId>, std::vector<std::pair<HeldSlice, std::string>>> m_open;
};

} // namespace

void setGpuRows(const QStringList &names)
{
    const std::lock_guard lock(chosenMutex);
    chosenNames = names;
}

QStringList gpuRows()
{
    const std::lock_guard lock(chosenMutex);
    return chosenNames;
}

const WriterKind chosenWriter = {
    "", [](const TraceSigns &) { return false; },
    [](Run &run, TimelineBuilder &builder) { return std::unique_ptr<WriterRows>(new ChosenRows(run, builder)); }};

} // namespace ws
