#include "app/opening/laterstarts.h"

#include <QCborArray>
#include <QCborValue>
#include <QDateTime>
#include <QGuiApplication>
#include <QPointer>
#include <QSettings>
#include <QWidget>

#include <windows.h>

namespace ws {
namespace {

using Open = std::function<void(const QStringList &arguments, const QString &panel)>;

constexpr wchar_t windowClass[] = L"WarpscopeLaterStarts";
constexpr ULONG_PTR messageKind = 0x57535031; // of this program, and of this form of the message

/// Where files of later starts open, and in which window.
struct Taking
{
    QPointer<QWidget> window;
    Open open;
};

/// An array: ms since the epoch until which the sender waits, the panel, the arguments.
bool takeMessage(const Taking &taking, const COPYDATASTRUCT &data)
{
    if (data.dwData != messageKind || !taking.window)
        return false;
    const QByteArray bytes(static_cast<const char *>(data.lpData), static_cast<qsizetype>(data.cbData));
    const QCborArray message = QCborValue::fromCbor(bytes).toArray();
    if (message.size() < 2 || QDateTime::currentMSecsSinceEpoch() >= message.at(0).toInteger())
        return false;
    QStringList arguments;
    for (qsizetype i = 2; i < message.size(); ++i)
        arguments << message.at(i).toString();
    showInFront(taking.window);
    // The sender waits for the answer, and opening may ask a person.
    QMetaObject::invokeMethod(
        taking.window, [open = taking.open, arguments, panel = message.at(1).toString()] { open(arguments, panel); },
        Qt::QueuedConnection);
    return true;
}

LRESULT CALLBACK answer(HWND receiver, UINT message, WPARAM first, LPARAM second)
{
    if (message != WM_COPYDATA)
        return DefWindowProcW(receiver, message, first, second);
    const auto *taking = reinterpret_cast<const Taking *>(GetWindowLongPtrW(receiver, GWLP_USERDATA));
    return taking && takeMessage(*taking, *reinterpret_cast<const COPYDATASTRUCT *>(second));
}

HWND running()
{
    return FindWindowExW(HWND_MESSAGE, nullptr, windowClass, nullptr);
}

} // namespace

/// A window that only gets messages; the system takes it away with its process.
struct LaterStarts::Way
{
    Taking taking;
    HWND receiver = nullptr;

    ~Way()
    {
        if (receiver)
            DestroyWindow(receiver);
    }
};

LaterStarts::LaterStarts(bool isAlone)
{
    const bool isWanted = QSettings().value(runningInstanceSetting, true).toBool();
    if (!isAlone && isWanted && QGuiApplication::platformName() == QLatin1String("windows"))
        m_way.reset(new Way);
}

LaterStarts::~LaterStarts() = default;

bool LaterStarts::handOver(const QStringList &arguments, const QString &panel) const
{
    const HWND receiver = m_way ? running() : nullptr;
    if (!receiver)
        return false;
    QCborArray message{QDateTime::currentMSecsSinceEpoch() + patienceMs * 3 / 4, panel};
    for (const QString &argument : arguments)
        message << absoluteArgument(argument);
    QByteArray bytes = message.toCborValue().toCbor();
    COPYDATASTRUCT data{messageKind, static_cast<DWORD>(bytes.size()), bytes.data()};
    DWORD process = 0;
    GetWindowThreadProcessId(receiver, &process);
    AllowSetForegroundWindow(process); // only the program that was started last may let another one come to the front
    DWORD_PTR isTaken = 0;
    return SendMessageTimeoutW(receiver, WM_COPYDATA, 0, reinterpret_cast<LPARAM>(&data), SMTO_ABORTIFHUNG, patienceMs,
                               &isTaken) &&
           isTaken;
}

void LaterStarts::take(QWidget *window, Open open)
{
    if (!m_way || running())
        return;
    m_way->taking = {window, std::move(open)};
    WNDCLASSW kind{};
    kind.lpfnWndProc = answer;
    kind.hInstance = GetModuleHandleW(nullptr);
    kind.lpszClassName = windowClass;
    RegisterClassW(&kind);
    m_way->receiver =
        CreateWindowExW(0, windowClass, L"", 0, 0, 0, 0, 0, HWND_MESSAGE, nullptr, kind.hInstance, nullptr);
    if (m_way->receiver)
        SetWindowLongPtrW(m_way->receiver, GWLP_USERDATA, reinterpret_cast<LONG_PTR>(&m_way->taking));
}

} // namespace ws
