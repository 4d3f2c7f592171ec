#pragma once
// The stage mapping that is being edited, with undo. The draft is in force, but a rule whose regex does not compile
// keeps its last good regex until the text is repaired. An edit stores the whole mapping before and after: 2,000
// rules are some 100 KB, and the same three lines undo every kind of edit. Rejected: one command class per kind of
// edit.

#include "core/analysis/stages/stagemapping.h"

#include <QObject>
#include <QUndoStack>

#include <map>
#include <memory>

namespace ws {

class MappingDocument : public QObject
{
    Q_OBJECT
public:
    explicit MappingDocument(QObject *parent = nullptr);

    const StageMapping &draft() const { return *m_draft; }
    StageMapping inForce() const;
    QUndoStack *undoStack() { return &m_undo; }
    bool isModified() const { return !m_undo.isClean(); }

    /// Starts over with a mapping; nothing to undo.
    void load(StageMapping mapping);
    /// `what` names the edit in the undo menu. No change: no edit.
    void edit(StageMapping next, const QString &what);
    /// The draft has been saved under this engine/model.
    void setSaved(const std::string &engine, const std::string &model);
    /// Why a regex cannot be used; empty: it can.
    QString errorOf(const std::string &regex) const;

signals:
    void changed(); ///< the draft, by load, edit, undo or redo
    void savedStateChanged();

private:
    class Edit;
    using Snapshot = std::shared_ptr<const StageMapping>;

    void show(Snapshot draft);
    void learnFallbacks(const StageMapping &before, const StageMapping &after);
    void learnFallbacks(const std::vector<LabelRule> &before, const std::vector<LabelRule> &after);
    void useFallbacks(std::vector<LabelRule> &rules) const;

    Snapshot m_draft = std::make_shared<const StageMapping>();
    QUndoStack m_undo;
    std::map<std::string, std::string> m_fallbacks;  ///< broken regex → the good one it replaced
    mutable std::map<std::string, QString> m_errors; ///< by regex
};

} // namespace ws
