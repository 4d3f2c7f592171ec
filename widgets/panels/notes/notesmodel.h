#pragma once
// The notes of the pane's run as a table: time, length, slice, text. The text can be edited.

#include "core/base/format.h"
#include "widgets/session/pane.h"

#include <QAbstractTableModel>

namespace ws {

class NotesModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column { Time, Length, Slice, Text, columns };

    explicit NotesModel(Pane *pane, QObject *parent = nullptr);

    const Note &note(int row) const { return m_notes[static_cast<size_t>(row)]; }
    int rowOf(const Note &note) const; ///< -1: none

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    bool setData(const QModelIndex &index, const QVariant &value, int role = Qt::EditRole) override;
    Qt::ItemFlags flags(const QModelIndex &index) const override;

private:
    void take();
    void chooseUnits();
    QString sliceName(const Note &note) const;

    Pane *m_pane;
    RunPtr m_run;
    std::vector<Note> m_notes; ///< as shown
    TimeUnit m_timeUnit = TimeUnit::Milliseconds, m_lengthUnit = TimeUnit::Milliseconds;
};

} // namespace ws
