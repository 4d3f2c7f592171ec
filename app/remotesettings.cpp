#include "app/remotesettings.h"

#include "app/apptexts.h"
#include "core/base/format.h"
#include "core/io/remote/remotecache.h"
#include "widgets/toolkit/plaintext.h"

#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSettings>
#include <QSpinBox>

#include <algorithm>

namespace ws {

void addRemoteCache(QFormLayout *form)
{
    constexpr int64_t gib = int64_t(1) << 30;
    constexpr int maxGib = 4096;
    auto *field = new QWidget(form->parentWidget());
    auto *box = new QSpinBox(field);
    box->setRange(1, maxGib);
    box->setSuffix(App::tr(" GiB"));
    box->setValue(int(std::min<int64_t>(remoteCacheLimit() / gib, maxGib)));
    box->setAccessibleName(App::tr("Limit of the cache of remote traces"));
    box->setToolTip(
        App::tr("Traces of other machines are kept here after they were read, those not used for longest go "
                "first. One that is open stays."));
    auto *state = plainLabel(field);
    auto *empty = new QPushButton(App::tr("&Empty"), field);
    empty->setAutoDefault(false);
    empty->setAccessibleName(App::tr("Empty the cache of remote traces"));
    auto *layout = new QHBoxLayout(field);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addWidget(box);
    layout->addWidget(state, 1);
    layout->addWidget(empty);
    const QString label = App::tr("&Cache of remote traces");
    form->addRow(label, field);
    qobject_cast<QLabel *>(form->labelForField(field))->setBuddy(box);
    const auto show = [state, empty] {
        const int64_t bytes = remoteCacheBytes();
        state->setText(App::tr("%1 in use").arg(formatBytes(bytes)));
        empty->setEnabled(bytes > 0);
    };
    show();
    QObject::connect(box, &QSpinBox::valueChanged, box,
                     [](int value) { QSettings().setValue(remoteCacheSetting, value); });
    QObject::connect(empty, &QPushButton::clicked, state, [show] {
        trimRemoteCache(0);
        show();
    });
}

} // namespace ws
