#include "app/window/pages.h"

#include "app/window/loadingview.h"
#include "app/window/messagebar.h"
#include "app/window/startpage.h"

#include <QStackedWidget>
#include <QVBoxLayout>

namespace ws {

Pages::Pages(StartPage *start, QWidget *workspace, QWidget *parent)
    : QWidget(parent), m_messages(new MessageBar(this)), m_loadingBar(new LoadingView(LoadingView::Shape::Bar, this)),
      m_pages(new QStackedWidget(this)), m_start(start), m_loadingPage(new LoadingView(LoadingView::Shape::Page, this)),
      m_workspace(workspace)
{
    for (QWidget *page : {static_cast<QWidget *>(m_start), static_cast<QWidget *>(m_loadingPage), m_workspace})
        m_pages->addWidget(page);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_messages);
    layout->addWidget(m_loadingBar);
    layout->addWidget(m_pages, 1);
    for (const LoadingView *view : {m_loadingBar, m_loadingPage})
        connect(view, &LoadingView::cancelRequested, this, &Pages::cancelRequested);
    connect(m_loadingPage, &LoadingView::closeRequested, this, [this] {
        m_messages->hide();
        setLoader(nullptr);
        m_loadingPage->forget();
    });
    connect(m_loadingPage, &LoadingView::fillingChanged, this, &Pages::chooseCurrentPage);
    chooseCurrentPage();
}

void Pages::addLine(MessageBar *line)
{
    static_cast<QVBoxLayout *>(layout())->insertWidget(1, line);
}

void Pages::setHasRun(bool hasRun)
{
    m_hasRun = hasRun;
    if (hasRun) {
        m_isBrokenOff = false;
        m_loadingPage->forget();
    }
    chooseCurrentPage();
}

void Pages::setJobPage(QWidget *page)
{
    m_jobPage = page;
    m_pages->addWidget(page);
}

void Pages::setHasJob(bool hasJob)
{
    const bool was = isJobInFront();
    m_hasJob = hasJob;
    m_isJobInFront = m_isJobInFront && hasJob;
    chooseCurrentPage();
    if (was != isJobInFront())
        emit jobInFrontChanged();
}

void Pages::setJobInFront(bool inFront)
{
    const bool was = isJobInFront();
    m_isJobInFront = inFront;
    chooseCurrentPage();
    if (was != isJobInFront())
        emit jobInFrontChanged();
}

void Pages::setLoader(const RunLoader *loader)
{
    m_isLoading = loader != nullptr;
    m_isBrokenOff = false;
    m_loadingBar->setLoader(loader);
    m_loadingPage->setLoader(loader);
    chooseCurrentPage();
}

bool Pages::keepWhatCame(const std::function<void()> &goOn)
{
    m_isBrokenOff = !m_isLoading && !m_hasRun && m_loadingPage->setBrokenOff(goOn);
    chooseCurrentPage();
    return m_isBrokenOff;
}

void Pages::chooseCurrentPage()
{
    m_pages->setCurrentWidget(m_hasRun && isJobInFront()     ? m_jobPage
                              : m_hasRun                     ? m_workspace
                              : m_isLoading || m_isBrokenOff ? static_cast<QWidget *>(m_loadingPage)
                              : m_hasJob                     ? m_jobPage
                                                             : m_start);
    m_loadingBar->setVisible(m_isLoading && (m_hasRun || m_loadingPage->isFilling()));
}

} // namespace ws
