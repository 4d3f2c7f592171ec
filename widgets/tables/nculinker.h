#pragma once
// Finds the kernels of one open timeline that the open tables of Nsight Compute measured, and gives the links to both
// contexts; in a worker thread, whenever a run opens, closes or becomes active.

#include "widgets/session/session.h"
#include "widgets/toolkit/backgroundjob.h"

namespace ws {

class NcuLinker : public QObject
{
    Q_OBJECT
public:
    explicit NcuLinker(Session *session, QObject *parent = nullptr);

private:
    void update();
    RunContext *timeline() const;
    void publish(const NcuLinks &links);

    Session *m_session;
    QPointer<RunContext> m_linked; ///< the timeline of the present links
    std::vector<RunPtr> m_tables;
    BackgroundJob<NcuLinks> m_job;
};

} // namespace ws
