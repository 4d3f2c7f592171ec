#pragma once
// What fills the file: its events by category, and Python functions by source file; events by name and thread with the
// bytes that they take.

#include "core/analysis/eventsizes.h"
#include "core/analysis/trust/filling.h"
#include "widgets/session/runtablepanel.h"

namespace ws {

class FillPanel : public RunTablePanel
{
    Q_OBJECT
public:
    explicit FillPanel(Pane *pane, QWidget *parent = nullptr);

protected:
    QString whyEmpty(const Run *run) const override;
    void ask(RunContext &context) override;
    void cancel() override { m_wanted.cancel(); }
    void activate(int) override {}

private:
    struct FillKey : DerivedKey
    {
        using Value = std::vector<Filling>;
        bool operator==(const FillKey &) const = default;
        auto make(const RunPtr &run, const Progress &progress) const { return fillings(*run, &progress); }
    };
    CacheRequest<FillKey> m_wanted;
};

/// Reads the file once more, when its tab is shown.
class EventSizePanel : public RunTablePanel
{
    Q_OBJECT
public:
    explicit EventSizePanel(Pane *pane, QWidget *parent = nullptr);

protected:
    QString whyEmpty(const Run *run) const override;
    void ask(RunContext &context) override;
    void cancel() override { m_wanted.cancel(); }
    void activate(int) override {}

private:
    struct EventSizeKey : DerivedKey
    {
        using Value = EventSizes;
        bool operator==(const EventSizeKey &) const = default;
        auto make(const RunPtr &run, const Progress &progress) const { return eventSizes(*run, &progress); }
    };
    CacheRequest<EventSizeKey> m_wanted;
};

} // namespace ws
