#pragma once
// The rules of the edited mapping, one per row, with the kernels of the current run that each one takes. While
// Stage and Substage lists agree row by row they are shown as one, else one of the two is shown. Every edit goes
// through the MappingDocument, so that all of them can be undone; the model only follows it.

#include "core/analysis/stages/stageconflicts.h"
#include "core/analysis/stages/stagepalette.h"
#include "widgets/session/stagecontroller.h"

#include <QAbstractTableModel>

#include <optional>
#include <vector>

namespace ws {

class MappingModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    /// Of a new rule. Naming the stage names a substage that is still called so.
    static constexpr const char *newLabel = "new";
    enum Column { Enabled, Stage, Substage, Regex, Colour, Names, Instances, Time, Share, Notes, ColumnCount };

    explicit MappingModel(StageController *controller, QObject *parent = nullptr);

    /// The list that is shown while the two differ.
    MappingLevel level() const { return m_level; }
    void setLevel(MappingLevel level);
    bool isJoined() const { return m_joined; }

    const StageRule &rule(int row) const { return m_rules[static_cast<size_t>(row)]; }
    /// Edits; each is one step to undo. Rows are those of the model.
    void insert(int row, StageRule rule);
    void remove(std::vector<int> rows);
    void duplicate(int row);
    void move(int row, int to); ///< `to`: its row afterwards
    /// The full text of a rule's problems and notes; empty: none.
    QString problem(int row) const;
    QString conflicts(int row) const;

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    bool setData(const QModelIndex &index, const QVariant &value, int role = Qt::EditRole) override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    Qt::ItemFlags flags(const QModelIndex &index) const override;
    Qt::DropActions supportedDropActions() const override { return Qt::MoveAction; }
    QStringList mimeTypes() const override;
    QMimeData *mimeData(const QModelIndexList &indexes) const override;
    bool dropMimeData(const QMimeData *data, Qt::DropAction action, int row, int column,
                      const QModelIndex &parent) override;

signals:
    void listChanged(); ///< joined or apart, or the other level
    void moved(int to); ///< after a drop

private:
    using Rules = std::vector<StageRule>;

    void follow();
    void followResults();
    Rules rulesOf(const StageMapping &mapping) const;
    void show(Rules next);
    void commit(const Rules &next, const QString &what);
    QVariant text(const QModelIndex &index) const;
    const StageColours &colours() const;

    StageController *m_controller;
    MappingDocument *m_document;
    MappingLevel m_level = MappingLevel::Substage;
    bool m_joined = true;
    Rules m_rules;
    mutable std::optional<StageColours> m_colours; ///< of the draft; none: not asked for yet
    std::vector<RuleStats> m_stats;                ///< of the mapping as last classified; may lag behind the rules
};

} // namespace ws
