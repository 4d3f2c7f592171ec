#pragma once
// What the reader could not take as it stood, one line per kind.

#include "core/model/run.h"
#include "widgets/toolkit/columnmodel.h"

#include <memory>

namespace ws {

class DiagnosticsModel : public ColumnModel
{
    Q_OBJECT
public:
    enum Column { Kind, Count, FirstByte, Begin, End, Message, Example };

    explicit DiagnosticsModel(QObject *parent = nullptr);
    void setRun(std::shared_ptr<const Run> run);
    const Diagnostic &row(int row) const { return m_run->diagnostics.all()[static_cast<size_t>(row)]; }

    int rowCount(const QModelIndex &parent = {}) const override;

protected:
    QVariant cell(int row, int column) const override;

private:
    std::shared_ptr<const Run> m_run;
};

} // namespace ws
