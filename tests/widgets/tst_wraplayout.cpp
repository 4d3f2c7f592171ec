#include "widgets/toolkit/wraplayout.h"

#include <gtest/gtest.h>

#include <QLabel>
#include <QPushButton>
#include <QToolButton>

using namespace ws;

namespace {

class Bar : public QWidget
{
public:
    Bar()
    {
        m_layout->setContentsMargins(0, 0, 0, 0);
        m_layout->setSpacing(10);
        for (QWidget *&button : m_buttons) {
            button = new QWidget(this);
            button->setMinimumSize(100, 20);
            m_layout->addWidget(button);
        }
    }
    void lay(int width)
    {
        resize(width, 100);
        m_layout->activate();
        m_layout->setGeometry({0, 0, width, m_layout->heightForWidth(width)});
    }

    WrapLayout *m_layout = new WrapLayout(this);
    QWidget *m_buttons[3];
};

} // namespace

TEST(WrapLayout, goesOnInTheNextLineWhereThereIsNoRoom)
{
    Bar bar;
    EXPECT_EQ(bar.m_layout->heightForWidth(320), 20);
    EXPECT_EQ(bar.m_layout->heightForWidth(319), 50);
    EXPECT_EQ(bar.m_layout->heightForWidth(100), 80);
    EXPECT_EQ(bar.m_layout->minimumSize().width(), 100) << "or it would hold the window wide";
    bar.lay(319);
    EXPECT_EQ(bar.m_buttons[1]->geometry(), QRect(110, 0, 100, 20));
    EXPECT_EQ(bar.m_buttons[2]->geometry(), QRect(0, 30, 100, 20));
}

TEST(WrapLayout, theRoomThatIsLeftGoesToThoseWithAStretchUpToTheirMaximum)
{
    Bar bar;
    bar.m_layout->addStretch(1);
    auto *field = new QWidget(&bar);
    field->setMinimumSize(40, 20);
    field->setMaximumWidth(100);
    bar.m_layout->addWidget(field, 1);
    bar.lay(600);
    EXPECT_EQ(field->width(), 100);
    EXPECT_EQ(field->geometry().right() + 1, 600) << "the stretch before it has taken the rest";
    EXPECT_EQ(bar.m_buttons[0]->x(), 0);
}

TEST(WrapLayout, theButtonBehindAFieldGoesToTheNextLineWithIt)
{
    Bar bar;
    auto *field = new QWidget(&bar);
    field->setMinimumSize(100, 20);
    bar.m_layout->addWidget(field, 1);
    auto *button = new QToolButton(&bar);
    button->setMinimumSize(50, 20);
    bar.m_layout->addWidget(button);
    bar.lay(440); // room for the field alone
    EXPECT_GT(field->y(), bar.m_buttons[2]->y());
    EXPECT_NEAR(button->y(), field->y(), 5) << "in one line, centred";
    button->hide();
    bar.lay(440);
    EXPECT_EQ(field->y(), bar.m_buttons[2]->y());
}

TEST(WrapLayout, hiddenWidgetsTakeNoRoomAndInsertedOnesStandInTheirPlace)
{
    Bar bar;
    bar.m_buttons[0]->hide();
    auto *first = new QWidget(&bar);
    first->setMinimumSize(50, 20);
    bar.m_layout->insertWidget(0, first);
    bar.lay(400);
    EXPECT_EQ(first->geometry(), QRect(0, 0, 50, 20));
    EXPECT_EQ(bar.m_buttons[1]->geometry(), QRect(60, 0, 100, 20));
    delete first;
    bar.lay(400);
    EXPECT_EQ(bar.m_buttons[1]->x(), 0);
    EXPECT_EQ(bar.m_layout->count(), 3);
}

TEST(WrapLayout, aWidgetWiderThanTheRoomIsNotDrawnBeyondIt)
{
    Bar bar;
    auto *wide = new QPushButton(QString(200, u'w'), &bar);
    bar.m_layout->addWidget(wide);
    bar.lay(150);
    EXPECT_LE(wide->geometry().right(), 150);
}
