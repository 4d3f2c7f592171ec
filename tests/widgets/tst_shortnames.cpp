#include "widgets/toolkit/shortnames.h"

#include "widgets/toolkit/celldelegate.h"
#include "widgets/toolkit/elidedonce.h"
#include "widgets/toolkit/reportmodel.h"

#include <QGuiApplication>
#include <QTableView>

#include <gtest/gtest.h>

#include <set>

using namespace ws;

namespace {

const std::vector<std::string_view> alike{
    "void clover::par_ranged2d_kernel<PdV_kernel(bool, int)::[lambda(int, int) (instance 1)]>(clover::Range2d, T1)",
    "void clover::par_ranged2d_kernel<PdV_kernel(bool, int)::[lambda(int, int) (instance 2)]>(clover::Range2d, T1)",
    "void clover::par_ranged2d_kernel<advec_mom_kernel(int)::[lambda(int) (instance 7)]>(clover::Range2d, T1)",
    "void clover::par_ranged2d_kernel<advec_cell_kernel(int)::[lambda(int) (instance 7)]>(clover::Range2d, T1)"};

} // namespace

TEST(ShortNames, everyWidthTellsTheNamesOfAListApart)
{
    const QFontMetrics metrics(QGuiApplication::font());
    const std::vector<QStringList> forms = shortForms(alike);
    for (int characters = 20; characters < 60; ++characters) {
        std::set<QString> shown;
        const int room = metrics.averageCharWidth() * characters;
        for (const QStringList &name : forms) {
            const QString form = fittingForm(name, metrics, room);
            EXPECT_LE(metrics.horizontalAdvance(form), room);
            shown.insert(form);
        }
        EXPECT_EQ(shown.size(), alike.size()) << characters << " characters";
    }
}

TEST(ShortNames, aWideColumnShowsTheWidestForm)
{
    const QFontMetrics metrics(QGuiApplication::font());
    EXPECT_EQ(fittingForm({QStringLiteral("abcdef"), QStringLiteral("a")}, metrics, 1000), QStringLiteral("abcdef"));
    EXPECT_EQ(fittingForm({}, metrics, 1000), QString());
}

/// Else "at::elementwise_kernel…Fill…or" stands in a narrow list.
TEST(ElidedOnce, aCutGrowsAndIsNeverOneOfTwo)
{
    const QFontMetricsF metrics(QGuiApplication::font());
    const QString name = QStringLiteral("at::vectorized_kernel…FillFunctor<float>");
    const qsizetype cut = name.indexOf(u'…');
    const double whole = metrics.horizontalAdvance(name);
    EXPECT_EQ(elidedOnce(name, metrics, whole), name);
    for (double room = whole - 1; room > metrics.horizontalAdvance(u'…') + 1; room -= 5)
        for (const auto mode : {Qt::ElideMiddle, Qt::ElideRight}) {
            const QString shown = elidedOnce(name, metrics, room, mode);
            EXPECT_LE(metrics.horizontalAdvance(shown), room);
            ASSERT_EQ(shown.count(u'…'), 1) << shown.toStdString();
            EXPECT_TRUE(name.left(cut).startsWith(shown.section(u'…', 0, 0))) << shown.toStdString();
            EXPECT_TRUE(name.mid(cut + 1).endsWith(shown.section(u'…', 1))) << shown.toStdString();
        }
    EXPECT_EQ(elidedOnce(name, metrics, 0), QStringLiteral("…"));
    const QString uncut = QStringLiteral("a name that was never cut");
    EXPECT_EQ(elidedOnce(uncut, metrics, 60, Qt::ElideRight), metrics.elidedText(uncut, Qt::ElideRight, 60));
}

TEST(ElidedOnce, aShortEndStaysWhole)
{
    const QFontMetricsF metrics(QGuiApplication::font());
    const QString shown = elidedOnce(QStringLiteral("a_very_long_beginning_of_a_name…[7]"), metrics,
                                     metrics.horizontalAdvance(u'm') * 12);
    EXPECT_TRUE(shown.startsWith(QStringLiteral("a_ver"))) << shown.toStdString();
    EXPECT_TRUE(shown.endsWith(QStringLiteral("…[7]"))) << shown.toStdString();
}

TEST(ShortNames, aCellShowsTheFormThatItsColumnHasRoomFor)
{
    ReportTable table;
    table.columns = {{"name", QStringLiteral("Kernel"), CellKind::Name}};
    table.rowCount = alike.size();
    table.cell = [](size_t row, size_t) { return ReportCell(alike[row]); };
    const std::vector<QStringList> forms = shortForms(alike);
    table.shortName = [&](size_t row) { return forms[row].value(0); };
    table.narrowNames = [&](size_t row) { return forms[row].mid(1); };
    ReportModel model(withRows(std::move(table), std::make_shared<const std::vector<uint32_t>>(std::vector{1U, 3U})));
    QTableView view;
    view.setModel(&model);
    const auto shownIn = [&](int characters) {
        QStringList shown;
        for (int row = 0; row < model.rowCount(); ++row) {
            QStyleOptionViewItem option;
            option.widget = &view;
            option.fontMetrics = QFontMetrics(QGuiApplication::font());
            option.rect = QRect(0, 0, option.fontMetrics.averageCharWidth() * characters, 20);
            option.text = model.index(row, 0).data(ReportModel::ShortRole).toString();
            option.features = QStyleOptionViewItem::HasDisplay;
            shown << CellDelegate::fittingName(option, model.index(row, 0));
        }
        return shown;
    };
    EXPECT_EQ(shownIn(80), (QStringList{forms[1][0], forms[3][0]}));
    const QStringList narrow = shownIn(24);
    EXPECT_NE(narrow[0], narrow[1]);
    EXPECT_TRUE(narrow[0].contains(QLatin1String("PdV 2"))) << narrow[0].toStdString();
    EXPECT_TRUE(forms[1].contains(narrow[0])) << "a form, not one that was cut once more";
}
