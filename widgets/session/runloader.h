#pragma once
// Loads one file in a thread of its own. Emits exactly one of loaded, failed, cancelled; cancelled comes at once, even
// when the reader needs a while to notice, and its late result is dropped. Destruction cancels and waits.
// Rejected: QtConcurrent (the pool's two threads belong to the analyses), a signal per window of input (see Progress).

#include "core/base/progress.h"
#include "core/model/run.h"

#include <QObject>

#include <functional>
#include <memory>
#include <thread>

namespace ws {

class RunLoader : public QObject
{
    Q_OBJECT
public:
    using Load = std::function<Result<Document>(const QString &path, Progress &progress)>;

    explicit RunLoader(QString path, QObject *parent = nullptr); ///< loads with loadDocument()
    RunLoader(QString path, Load load, QObject *parent = nullptr);
    ~RunLoader() override;

    void start(); ///< once
    void cancel();
    const QString &path() const { return m_path; }
    const Progress &progress() const { return *m_progress; }

signals:
    void loaded(const ws::Document &document);
    void failed(const ws::Error &error);
    void cancelled();
    void stopped(); ///< after one of the three: the thread has ended too, the loader may be deleted without waiting

private:
    void finish(const std::shared_ptr<Result<Document>> &result);

    QString m_path;
    Load m_load;
    std::shared_ptr<Progress> m_progress = std::make_shared<Progress>();
    std::thread m_thread;
    bool m_answered = false;
};

} // namespace ws
