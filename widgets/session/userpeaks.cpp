#include "widgets/session/userpeaks.h"

#include "core/base/texts.h"
#include "widgets/session/runcontext.h"
#include "widgets/toolkit/plaintext.h"

#include <QCoreApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSettings>
#include <QUrl>

#include <array>

namespace ws {
namespace {

class PeakWords
{
    Q_DECLARE_TR_FUNCTIONS(PeakWords)
};

constexpr char bandwidthName[] = "bandwidth";

QString settingOf(const std::string &device)
{
    // A device without a name has a key of its own: removing "limits" would remove those of all devices.
    return QStringLiteral("limits/") +
           (device.empty() ? QStringLiteral("(unnamed)") : QString::fromLatin1(QUrl::toPercentEncoding(toText(device))));
}

/// "bf16=312", "bandwidth=2039": taken, or why not.
QString take(UserPeaks &peaks, const QString &figure)
{
    const QString name = figure.section(u'=', 0, 0);
    return name == QLatin1String(bandwidthName) ? peaks.setBandwidth(figure.section(u'=', 1)) : peaks.add(figure);
}

struct PeakField
{
    QString name; ///< as in a figure
    QString unit;
    double known = 0; ///< of the table; 0: none
    double given = 0; ///< 0: not given
    QLineEdit *edit = nullptr;
};

std::vector<PeakField> fieldsOf(const PeakChoice &choice, const UserPeaks &given)
{
    const DevicePeaks known = choice.peaks.value_or(DevicePeaks());
    std::vector<PeakField> fields;
    for (size_t type = 0; type < peakTypes; ++type)
        fields.push_back(
            {toText(nameOf(PeakType(type))), QStringLiteral("TFLOP/s"), known.tflops[type], given.peaks.tflops[type]});
    fields.push_back({QLatin1String(bandwidthName), QStringLiteral("GB/s"), known.bandwidth, given.peaks.bandwidth});
    return fields;
}

/// Nothing: the first figure that is none was said, and the dialog goes on.
std::optional<UserPeaks> peaksIn(const std::vector<PeakField> &fields, QDialog &dialog)
{
    UserPeaks peaks;
    for (const PeakField &field : fields) {
        const QString text = field.edit->text().trimmed();
        if (text.isEmpty())
            continue;
        if (const QString wrong = take(peaks, field.name + u'=' + text); !wrong.isEmpty()) {
            warnPlainly(&dialog, dialog.windowTitle(), wrong);
            field.edit->setFocus();
            return std::nullopt;
        }
    }
    return peaks;
}

void save(const std::string &device, const std::vector<PeakField> &fields)
{
    QStringList figures;
    for (const PeakField &field : fields)
        if (const QString text = field.edit->text().trimmed(); !text.isEmpty())
            figures << field.name + u'=' + text;
    if (figures.isEmpty())
        QSettings().remove(settingOf(device));
    else
        QSettings().setValue(settingOf(device), figures);
}

} // namespace

UserPeaks savedPeaks(const Run &run)
{
    UserPeaks peaks;
    for (const QString &figure : QSettings().value(settingOf(peaksOf(run).device)).toStringList())
        take(peaks, figure); // what is no figure is left out
    return peaks;
}

LimitsKey limitsKeyOf(const RunContext &context)
{
    LimitsKey key;
    key.communication = context.communication();
    key.capture = context.capture().match;
    key.peaks = savedPeaks(*context.run());
    return key;
}

bool askForPeaks(const Run &run, QWidget *parent)
{
    const PeakChoice choice = peaksOf(run);
    const UserPeaks before = savedPeaks(run);
    QDialog dialog(parent);
    dialog.setWindowTitle(PeakWords::tr("Limits of the device"));
    auto *form = new QFormLayout(&dialog);
    const QString name = choice.device.empty() ? PeakWords::tr("a device without a name") : toText(choice.device);
    auto *head = plainLabel(
        PeakWords::tr("What %1 can do at most, dense. An empty field is the figure of the table.").arg(name), &dialog);
    head->setWordWrap(true);
    form->addRow(head);
    std::vector<PeakField> fields = fieldsOf(choice, before);
    for (PeakField &field : fields) {
        field.edit = new QLineEdit(&dialog);
        field.edit->setPlaceholderText(field.known > 0 ? QString::number(field.known, 'g', 6)
                                                       : PeakWords::tr("not known"));
        if (field.given > 0)
            field.edit->setText(QString::number(field.given, 'g', 12));
        form->addRow(PeakWords::tr("%1 (%2)").arg(field.name, field.unit), field.edit);
    }
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, &dialog);
    form->addRow(buttons);
    std::optional<UserPeaks> after;
    QObject::connect(buttons, &QDialogButtonBox::accepted, &dialog, [&] {
        after = peaksIn(fields, dialog);
        if (after)
            dialog.accept();
    });
    QObject::connect(buttons, &QDialogButtonBox::rejected, &dialog, &QDialog::reject);
    if (dialog.exec() != QDialog::Accepted || !after || *after == before)
        return false;
    save(choice.device, fields);
    return true;
}

} // namespace ws
