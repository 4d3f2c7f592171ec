#pragma once
// The mapping in force, for the tool bar: built-in ones, the user's own, and a mark while it is changed and not saved.

#include "widgets/session/stagecontroller.h"

#include <QComboBox>

namespace ws {

class MappingCombo : public QComboBox
{
    Q_OBJECT
public:
    explicit MappingCombo(StageController *controller, QWidget *parent = nullptr);

private:
    void fill();
    void choose(int index);

    StageController *m_controller;
};

/// Asks what to do with unsaved edits of the mapping. False: the user cancelled.
bool mayDiscardMapping(StageController *controller, QWidget *parent);
/// Asks for a name and saves; an existing mapping is replaced only after a second question. False: not saved.
bool saveMappingAs(StageController *controller, QWidget *parent);

} // namespace ws
