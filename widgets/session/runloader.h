#pragma once
// Loads one file in a thread of its own. Emits exactly one of loaded, failed, cancelled; cancelled comes at once, even
// when the reader needs a while to notice, and its late result is dropped. Destruction cancels and waits for a moment;
// a reader that does not notice, because it waits for a pipe or a disk that does not answer, is detached: it owns
// everything it uses, and its result is dropped. Rejected: a signal per window of input (see Progress), joining the
// thread (a pipe that nobody writes to would keep the window from closing).

#include "core/model/run.h"
#include "widgets/toolkit/backgroundjob.h"

#include <QObject>

#include <functional>
#include <memory>

namespace ws {

class RunLoader : public QObject
{
    Q_OBJECT
public:
    using Load = std::function<Result<RunPtr>(const QString &path, Progress &progress)>;

    explicit RunLoader(QString path, QObject *parent = nullptr); ///< loads with loadRun()
    RunLoader(QString path, Load load, QObject *parent = nullptr);
    ~RunLoader() override;

    void start(); ///< once
    void cancel();
    const QString &path() const { return m_path; }
    const Progress &progress() const { return *m_progress; }
    const std::shared_ptr<LoadPreview> &preview() const { return m_progress->preview; } ///< of the timeline; never null

signals:
    void loaded(const ws::RunPtr &run);
    void failed(const ws::Error &error);
    void cancelled();
    void stopped(); ///< after one of the three: the thread has ended, the loader can be deleted without waiting

private:
    void finish(const Result<RunPtr> &run);

    QString m_path;
    Load m_load;
    std::shared_ptr<Progress> m_progress = std::make_shared<Progress>(); ///< shared with the reader, which may be left
    bool m_answered = false;
    BackgroundJob<Run> m_job;
};

} // namespace ws
