#include "app/window/cachesettings.h"

#include "app/apptexts.h"
#include "core/base/format.h"
#include "core/io/remote/remotecache.h"
#include "core/readers/packed/reopencache.h"
#include "widgets/toolkit/plaintext.h"

#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSettings>
#include <QSpinBox>

#include <algorithm>

namespace ws {

namespace {

/// A cache as a row of the settings sees it.
struct CacheRow
{
    QString label, name, toolTip, emptyName;
    QString setting; ///< of the limit in GiB
    int smallest;    ///< GiB
    int64_t (*limit)();
    int64_t (*bytes)();
    void (*trim)(int64_t limit);
};

void addCache(QFormLayout *form, const CacheRow &row)
{
    constexpr int64_t gib = int64_t(1) << 30;
    constexpr int maxGib = 4096;
    auto *field = new QWidget(form->parentWidget());
    auto *box = new QSpinBox(field);
    box->setRange(row.smallest, maxGib);
    box->setSuffix(App::tr(" GiB"));
    if (row.smallest == 0)
        box->setSpecialValueText(App::tr("Off"));
    box->setValue(int(std::min<int64_t>(row.limit() / gib, maxGib)));
    box->setAccessibleName(row.name);
    box->setToolTip(row.toolTip);
    auto *state = plainLabel(field);
    auto *empty = new QPushButton(App::tr("&Empty"), field);
    empty->setAutoDefault(false);
    empty->setAccessibleName(row.emptyName);
    auto *layout = new QHBoxLayout(field);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addWidget(box);
    layout->addWidget(state, 1);
    layout->addWidget(empty);
    form->addRow(row.label, field);
    qobject_cast<QLabel *>(form->labelForField(field))->setBuddy(box);
    const auto show = [state, empty, bytesInUse = row.bytes] {
        const int64_t bytes = bytesInUse();
        state->setText(App::tr("%1 in use").arg(formatBytes(bytes)));
        empty->setEnabled(bytes > 0);
    };
    show();
    QObject::connect(box, &QSpinBox::valueChanged, box,
                     [setting = row.setting](int value) { QSettings().setValue(setting, value); });
    QObject::connect(empty, &QPushButton::clicked, state, [show, trim = row.trim] {
        trim(0);
        show();
    });
}

} // namespace

void addCaches(QFormLayout *form)
{
    addCache(form, {App::tr("&Cache of remote traces"), App::tr("Limit of the cache of remote traces"),
                    App::tr("Traces of other machines are kept here after they were read, those not used for longest "
                            "go first. One that is open stays."),
                    App::tr("Empty the cache of remote traces"), remoteCacheSetting, 1, remoteCacheLimit,
                    remoteCacheBytes, trimRemoteCache});
    addCache(form, {App::tr("Cac&he of opened traces"), App::tr("Limit of the cache of opened traces"),
                    App::tr("Large traces are kept here as the program has them in memory, so that they open at once "
                            "the next time. One that has changed is read anew; those not used for longest go first."),
                    App::tr("Empty the cache of opened traces"), reopenCacheSetting, 0, reopenCacheLimit,
                    reopenCacheBytes, trimReopenCache});
}

} // namespace ws
