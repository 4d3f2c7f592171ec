// No text is cut off, in both languages, in small windows and with large fonts.
#include "app/window/aboutdialog.h"
#include "app/window/appearance.h"
#include "app/window/gesturesdialog.h"
#include "app/window/reportdialog.h"
#include "tests/support/mainwindowtest.h"
#include "tests/support/windowwalk.h"
#include "widgets/toolkit/linelabel.h"
#include "widgets/toolkit/theme.h"

#include <gtest/gtest.h>

#include <QCheckBox>
#include <QLayout>
#include <QPushButton>
#include <QRadioButton>
#include <QScrollArea>
#include <QStyle>
#include <QStyleOptionComboBox>
#include <QToolButton>

#include <set>

namespace ws {
namespace {

struct Setting
{
    const char *language;
    QSize size;
    double scale;
};

std::ostream &operator<<(std::ostream &out, const Setting &s)
{
    return out << s.language << " at " << s.size.width() << "×" << s.size.height() << ", text × " << s.scale;
}

class RoomForTexts : public test::MainWindowTest, public testing::WithParamInterface<Setting>
{
protected:
    RoomForTexts() : m_font(QApplication::font())
    {
        Theme::instance().install();
        QFont font = m_font;
        font.setPointSizeF(font.pointSizeF() * GetParam().scale);
        QApplication::setFont(font);
        applyLanguage(QLatin1String(GetParam().language));
    }
    ~RoomForTexts() override
    {
        QApplication::setFont(m_font);
        test::backToEnglish();
    }

    void lookAt(const QStringList &files)
    {
        MainWindow window;
        openIn(window, files);
        window.resize(GetParam().size);
        test::settleAll(window);
        const bool isPlain = GetParam().scale == 1;
        EXPECT_TRUE(!isPlain || window.height() <= GetParam().size.height()) << window.height();
        test::forEachPanel(window, [&](const QString &id) {
            m_panel = id.toStdString();
            EXPECT_TRUE(!isPlain || window.width() <= GetParam().size.width()) << m_panel << window.width();
            EXPECT_TRUE(!isPlain || window.height() <= GetParam().size.height()) << m_panel << window.height();
            expectRoom(window);
        });
    }

    void expectRoom(const QWidget &window)
    {
        for (const QWidget *widget : window.findChildren<QWidget *>()) {
            if (!widget->isVisible() || widget->visibleRegion().isEmpty())
                continue;
            const QString cut = textCutIn(*widget);
            if (!cut.isEmpty() && m_told.insert(test::placeOf(widget) + cut.toStdString()).second)
                ADD_FAILURE() << m_panel << ": " << test::placeOf(widget) << ": " << cut.toStdString() << " has "
                              << widget->width() << "×" << widget->height();
            expectNoOverlap(*widget);
        }
    }

private:
    /// What is not to be read whole; empty: nothing.
    static QString textCutIn(const QWidget &widget)
    {
        if (const auto *label = qobject_cast<const QLabel *>(&widget))
            return labelCut(*label);
        if (const auto *button = qobject_cast<const QAbstractButton *>(&widget))
            return buttonCut(*button);
        if (const auto *box = qobject_cast<const QComboBox *>(&widget))
            return boxCut(*box);
        if (const auto *tabs = qobject_cast<const QTabBar *>(&widget))
            return tabCut(*tabs);
        if (const auto *header = qobject_cast<const QHeaderView *>(&widget))
            return headerCut(*header);
        return {};
    }
    static QString labelCut(const QLabel &label)
    {
        if (label.text().isEmpty() || !label.toolTip().isEmpty() || qobject_cast<const LineLabel *>(&label))
            return {};
        static const QRegularExpression inAWord(QStringLiteral("\\S…\\S"));
        if (label.text().contains(inAWord))
            return label.text() + QStringLiteral(" (without a tool tip)");
        const bool isNarrow = !label.wordWrap() && label.width() < label.sizeHint().width() - 1;
        const bool isLow = label.wordWrap() && label.height() < label.heightForWidth(label.width()) - 2;
        return isNarrow || isLow || label.height() < label.fontMetrics().height() - 1 ? label.text() : QString();
    }
    static QString buttonCut(const QAbstractButton &button)
    {
        const auto *tool = qobject_cast<const QToolButton *>(&button);
        const bool showsText = !button.text().isEmpty() &&
                               (!tool || tool->toolButtonStyle() != Qt::ToolButtonIconOnly || tool->icon().isNull());
        if (!showsText || (!button.toolTip().isEmpty() && test::withoutMnemonic(button.toolTip()) != button.text()))
            return {};
        const int text = button.fontMetrics().size(Qt::TextShowMnemonic, button.text()).width();
        const bool isCut = button.width() < text || button.height() < button.fontMetrics().height();
        return isCut ? button.text() : QString();
    }
    static QString boxCut(const QComboBox &box)
    {
        QStyleOptionComboBox option;
        option.initFrom(&box);
        option.editable = box.isEditable();
        const QRect room =
            box.style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, &box);
        const bool isCut = room.width() + 1 < box.fontMetrics().horizontalAdvance(box.currentText()) ||
                           box.height() < box.fontMetrics().height();
        return isCut && box.toolTip().isEmpty() ? QStringLiteral("%1 (%2 of %3)")
                                                      .arg(box.currentText())
                                                      .arg(room.width())
                                                      .arg(box.fontMetrics().horizontalAdvance(box.currentText()))
                                                : QString();
    }
    static QString tabCut(const QTabBar &tabs)
    {
        for (int tab = 0; tab < tabs.count(); ++tab)
            if (tabs.tabToolTip(tab).isEmpty() && !tabs.tabText(tab).isEmpty() &&
                (tabs.tabRect(tab).width() < tabs.fontMetrics().size(Qt::TextShowMnemonic, tabs.tabText(tab)).width() ||
                 tabs.height() < tabs.fontMetrics().height()))
                return tabs.tabText(tab);
        return {};
    }
    static QString headerCut(const QHeaderView &header)
    {
        if (header.orientation() != Qt::Horizontal || !header.model())
            return {};
        for (int section = 0; section < header.count(); ++section) {
            const QString text = header.model()->headerData(section, Qt::Horizontal).toString();
            const QString tip = header.model()->headerData(section, Qt::Horizontal, Qt::ToolTipRole).toString();
            if (header.isSectionHidden(section) || !tip.isEmpty())
                continue;
            int widest = 0;
            for (const QString &line : text.split(u'\n'))
                widest = std::max(widest, header.fontMetrics().horizontalAdvance(line));
            if (header.sectionSize(section) < widest)
                return text;
        }
        return {};
    }
    void expectNoOverlap(const QWidget &parent)
    {
        if (!parent.layout() || parent.inherits("QMainWindow") || parent.inherits("QStackedWidget"))
            return;
        QList<const QWidget *> placed;
        for (int i = 0; i < parent.layout()->count(); ++i)
            if (const QWidget *child = parent.layout()->itemAt(i)->widget(); child && child->isVisible())
                placed << child;
        for (qsizetype i = 0; i < placed.size(); ++i)
            for (qsizetype j = i + 1; j < placed.size(); ++j) {
                const QRect common = placed[i]->geometry() & placed[j]->geometry();
                if (common.width() > 1 && common.height() > 1 &&
                    m_told.insert(test::placeOf(placed[i]) + test::placeOf(placed[j])).second)
                    ADD_FAILURE() << m_panel << ": " << test::placeOf(placed[i]) << " overlaps "
                                  << test::placeOf(placed[j]);
            }
    }

    QFont m_font;
    std::string m_panel;
    std::set<std::string> m_told;
};

TEST_P(RoomForTexts, isThereOnTheStartPage)
{
    lookAt({});
}

TEST_P(RoomForTexts, isThereForATrace)
{
    lookAt({StartPage::samplePath()});
}

TEST_P(RoomForTexts, isThereForTables)
{
    lookAt({write(test::twoTables, QStringLiteral("tables.txt"))});
}

TEST_P(RoomForTexts, isThereForALayerwiseProfile)
{
    lookAt({write(test::layerwiseProfile)});
}

TEST_P(RoomForTexts, isThereForTwoComparedRuns)
{
    lookAt({write(smallTrace), write(smallTrace, QStringLiteral("b.json"))});
}

TEST_P(RoomForTexts, isThereInTheDialogs)
{
    MainWindow window;
    openIn(window, {write(smallTrace)});
    window.resize(GetParam().size);
    window.showSettings();
    showGestures(&window);
    showAbout(&window);
    ReportDialog report(window.session(), &window);
    report.show();
    test::settleAll(window);
    for (QDialog *dialog : window.findChildren<QDialog *>())
        expectRoom(*dialog);
    const auto *gestures = window.findChild<QDialog *>(QStringLiteral("gestures"));
    ASSERT_TRUE(gestures);
    EXPECT_LE(gestures->width(), window.width());
    EXPECT_LE(gestures->height(), window.height());
}

INSTANTIATE_TEST_SUITE_P(Windows, RoomForTexts,
                         testing::Values(Setting{"en", {800, 600}, 1}, Setting{"zh_CN", {800, 600}, 1},
                                         Setting{"en", {1280, 720}, 1.5}, Setting{"zh_CN", {1280, 720}, 1.5},
                                         Setting{"en", {1280, 720}, 2}, Setting{"zh_CN", {1280, 720}, 2},
                                         Setting{"en", {800, 600}, 1.5}, Setting{"zh_CN", {800, 600}, 2}));

} // namespace
} // namespace ws
