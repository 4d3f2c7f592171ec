#include "app/window/sidequestion.h"

#include "app/apptexts.h"
#include "core/model/job.h"
#include "widgets/session/runcontext.h"

#include <QFileInfo>

#include <QMessageBox>
#include <QPushButton>

namespace ws {

void askSide(QWidget *parent, const ComparePair &pair, const QString &path, ComparePair::Side proposed,
             std::function<void(std::optional<ComparePair::Side>)> take)
{
    const QString id = QStringLiteral("sidequestion");
    if (auto *before = parent->findChild<QMessageBox *>(id)) {
        before->setObjectName({}); // it may live on for a moment
        before->reject();
    }
    Job job;
    for (const ComparePair::Side side : ComparePair::sides)
        job.add(pair.context(side)->run());
    const QStringList names = labelsOf(job);
    auto *box = new QMessageBox(parent);
    box->setObjectName(id);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setIcon(QMessageBox::Question);
    box->setWindowTitle(App::tr("Compare"));
    box->setTextFormat(Qt::PlainText);
    box->setText(App::tr("Which side does %1 replace?").arg(QFileInfo(path).fileName().left(200)));
    box->setInformativeText(App::tr("The run of that side stays open."));
    std::array<QPushButton *, 2> buttons{};
    for (const ComparePair::Side side : ComparePair::sides) {
        const QString name = box->fontMetrics().elidedText(names[side], Qt::ElideMiddle, 220);
        buttons[side] = box->addButton(side == ComparePair::A
                                           ? App::tr("&A: %1").arg(QString(name).replace(u'&', QStringLiteral("&&")))
                                           : App::tr("&B: %1").arg(QString(name).replace(u'&', QStringLiteral("&&"))),
                                       QMessageBox::AcceptRole);
    }
    QPushButton *alone = box->addButton(App::tr("&Neither: Open It"), QMessageBox::AcceptRole);
    box->addButton(QMessageBox::Cancel);
    box->setDefaultButton(buttons[proposed]);
    QObject::connect(box, &QMessageBox::buttonClicked, parent,
                     [buttons, alone, take = std::move(take)](const QAbstractButton *button) {
                         if (button == alone)
                             take({});
                         else if (button == buttons[ComparePair::A])
                             take(ComparePair::A);
                         else if (button == buttons[ComparePair::B])
                             take(ComparePair::B);
                     });
    box->open();
}

} // namespace ws
