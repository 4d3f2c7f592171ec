#pragma once
// Takes out of a report what says where and by whom it was recorded: folders of paths, names of hosts and users, names
// and ids of processes. What was replaced is counted by kind, so that the report can list it. It works on texts, not on
// formats: whatever a reader puts into a sentence passes through here. What is the work itself stays: names of kernels
// and modules, shapes, models of devices, file names without their folders.

#include "core/report/html/document.h"

#include <QHash>
#include <QSet>

#include <memory>

namespace ws {

class Redaction
{
public:
    /// Learns the names of hosts, users and processes that these runs mention.
    explicit Redaction(const std::vector<std::shared_ptr<const Run>> &runs);

    QString text(const QString &text) const;
    /// All texts of the document, after names were learned from all of them. The cells of its tables are replaced when
    /// they are read.
    void apply(Document &document);
    /// "paths: 12 folders", one sentence a kind, after everything was written or read once.
    QStringList removed() const;

private:
    struct State;
    std::shared_ptr<State> m_state; ///< shared with the cells of tables
};

} // namespace ws
