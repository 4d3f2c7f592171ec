#pragma once
// A Mapping tab with a mapping of three rules, used by real events.

#include "tests/support/dialogs.h"
#include "timelineruns.h"
#include "widgets/mapping/mappingcombo.h"
#include "widgets/mapping/mappingmodel.h"
#include "widgets/mapping/mappingpanel.h"

#include <QDropEvent>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QTableView>
#include <QTemporaryDir>

namespace ws::test {

inline RunPtr mappedRun(const std::string &extra = "copy")
{
    RunMaker maker;
    maker.kernel("7", 0, 60'000, "gemm_a");
    maker.kernel("7", 60'000, 20'000, "attn_fwd");
    maker.kernel("7", 140'000, 10'000, extra.c_str());
    return maker.finish();
}

class MappingPanelTest : public testing::Test
{
protected:
    MappingPanelTest() : controller(&session, MappingLibrary(folder.path()))
    {
        StageMapping mapping{"own", "test", MappingForm::Nested, {}, {}};
        mapping.setJoined(std::vector<StageRule>{
            {"gemm", "linear", "cublas"}, {"attn", "attention", "flash"}, {".*", "other", "rest"}});
        controller.document()->load(mapping);
        EXPECT_TRUE(controller.saveMapping("own", "test", false));
        panel = std::make_unique<MappingPanel>(&controller);
        panel->resize(1000, 500);
        panel->show();
        EXPECT_TRUE(QTest::qWaitForWindowActive(panel.get()));
        panel->view()->setFocus();
    }
    void open(RunPtr run)
    {
        session.add(std::move(run));
        settle();
    }
    void settle()
    {
        QCoreApplication::processEvents(); // editors commit the typed text in a turn of their own
        ASSERT_TRUE(QTest::qWaitFor([this] { return !controller.isBusy(); }, 20'000));
        QCoreApplication::processEvents();
    }
    std::string regexes() const
    {
        std::string text;
        for (int row = 0; row < panel->model()->rowCount(); ++row)
            text += panel->model()->rule(row).regex + ' ';
        return text;
    }
    QModelIndex cell(int row, MappingModel::Column column) const { return panel->model()->index(row, column); }
    QString shown(int row, MappingModel::Column column) const { return cell(row, column).data().toString(); }
    void select(int row) { panel->view()->setCurrentIndex(cell(row, MappingModel::Stage)); }
    /// As a window manager does after a dialog.
    void activate()
    {
        panel->activateWindow();
        ASSERT_TRUE(QTest::qWaitForWindowActive(panel.get()));
        panel->view()->setFocus();
    }
    void key(const QKeySequence &keys)
    {
        activate();
        QTest::keySequence(panel->view(), keys);
    }
    static QLineEdit *editor() { return qobject_cast<QLineEdit *>(QApplication::focusWidget()); }
    /// Double-click into a cell, type, Enter.
    void type(int row, MappingModel::Column column, const QString &text)
    {
        activate();
        QTableView *view = panel->view();
        view->setCurrentIndex(cell(row, column));
        QTest::keyClick(view, Qt::Key_F2);
        ASSERT_TRUE(editor()) << "no editor in row " << row;
        editor()->selectAll();
        QTest::keyClicks(editor(), text);
        QTest::keyClick(editor(), Qt::Key_Return);
        settle();
    }
    QLineEdit *field(const char *name) const
    {
        for (auto *line : panel->findChildren<QLineEdit *>())
            if (line->accessibleName() == QLatin1String(name))
                return line;
        return nullptr;
    }
    bool says(const char *text) const
    {
        for (const QLabel *label : panel->findChildren<QLabel *>())
            if (label->isVisible() && label->text().contains(QLatin1String(text)))
                return true;
        return false;
    }
    QString write(const char *name, std::string_view text) const
    {
        const QString path = elsewhere.filePath(QString::fromLatin1(name));
        QFile file(path);
        EXPECT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(text.data(), static_cast<qsizetype>(text.size()));
        return path;
    }
    /// False: no widget there accepts it.
    bool drop(const QString &path)
    {
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(path)});
        QWidget *under = panel->view()->viewport();
        QDragEnterEvent enter({50, 50}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(under, &enter);
        if (!enter.isAccepted())
            return false;
        QDropEvent event({50, 50}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(under, &event);
        return event.isAccepted();
    }
    std::string stageOf(const char *name) const
    {
        const Classification &classes = *controller.current()->state->classes;
        return classes.groups[classes.group[classes.names->indexOf(session.pane()->run()->strings.find(name))]].stage;
    }

    QTemporaryDir folder, elsewhere;
    Session session;
    StageController controller;
    std::unique_ptr<MappingPanel> panel;
};

} // namespace ws::test
