#include "widgets/panels/notes/notesmodel.h"

#include "core/base/shortname.h"
#include "core/base/texts.h"
#include "widgets/toolkit/plaintext.h"

namespace ws {

NotesModel::NotesModel(Pane *pane, QObject *parent) : QAbstractTableModel(parent), m_pane(pane)
{
    connect(pane, &Pane::runChanged, this, &NotesModel::take);
    connect(pane, &Pane::notesChanged, this, &NotesModel::take);
    take();
}

/// Another text of a note keeps the rows, and the editor that is open.
void NotesModel::take()
{
    const std::vector<Note> &now = m_pane->context().notes();
    const bool sameRows = m_run == m_pane->run() && now.size() == m_notes.size() &&
                          std::equal(now.begin(), now.end(), m_notes.begin(), [](const Note &a, const Note &b) {
                              return a.time == b.time && a.slice == b.slice;
                          });
    if (sameRows) {
        m_notes = now;
        if (!m_notes.empty())
            emit dataChanged(index(0, Text), index(rowCount() - 1, Text));
        return;
    }
    beginResetModel();
    m_run = m_pane->run();
    m_notes = now;
    chooseUnits();
    endResetModel();
}

/// One for each column, by its largest time.
void NotesModel::chooseUnits()
{
    int64_t latest = 0, longest = 0;
    for (const Note &note : m_notes) {
        latest = std::max(latest, std::abs(note.time.begin));
        longest = std::max(longest, note.time.length());
    }
    m_timeUnit = timeUnitFor(latest);
    m_lengthUnit = timeUnitFor(longest);
}

int NotesModel::rowOf(const Note &note) const
{
    const auto found = std::find(m_notes.begin(), m_notes.end(), note);
    return found == m_notes.end() ? -1 : static_cast<int>(found - m_notes.begin());
}

int NotesModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_notes.size());
}

int NotesModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : columns;
}

QVariant NotesModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant(section <= Length ? Qt::AlignRight | Qt::AlignVCenter : Qt::AlignLeft | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Time:
        return QStringLiteral("%1 (%2)").arg(tr("Time"), timeUnitName(m_timeUnit));
    case Length:
        return QStringLiteral("%1 (%2)").arg(tr("Length"), timeUnitName(m_lengthUnit));
    case Slice:
        return tr("Slice");
    default:
        return tr("Note");
    }
}

QString NotesModel::sliceName(const Note &note) const
{
    return note.slice.valid() ? toText(m_run->text(m_run->timeline.name(note.slice))) : QString();
}

QVariant NotesModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const Note &note = m_notes[static_cast<size_t>(index.row())];
    if (role == Qt::TextAlignmentRole)
        return headerData(index.column(), Qt::Horizontal, role);
    if (role == Qt::ToolTipRole)
        return index.column() == Slice ? plainToolTip(sliceName(note)) : plainToolTip(note.text);
    if (role != Qt::DisplayRole && role != Qt::EditRole)
        return {};
    switch (index.column()) {
    case Time:
        return formatTime(note.time.begin, m_timeUnit);
    case Length:
        return note.time.length() > 0 ? formatTime(note.time.length(), m_lengthUnit) : QString();
    case Slice:
        return note.slice.valid() ? toText(shortName(m_run->text(m_run->timeline.name(note.slice)))) : QString();
    default:
        return note.text;
    }
}

bool NotesModel::setData(const QModelIndex &index, const QVariant &value, int role)
{
    if (!index.isValid() || index.column() != Text || role != Qt::EditRole || m_run != m_pane->run())
        return false;
    std::vector<Note> notes = m_pane->context().notes();
    const auto row = static_cast<size_t>(index.row());
    if (row >= notes.size())
        return false;
    notes[row].text = value.toString().trimmed();
    m_pane->context().setNotes(std::move(notes));
    return true;
}

Qt::ItemFlags NotesModel::flags(const QModelIndex &index) const
{
    const Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    return index.isValid() && index.column() == Text ? flags | Qt::ItemIsEditable : flags;
}

} // namespace ws
