// SPDX-License-Identifier: Apache-2.0
// Real races, one for each word, for a test that they are reported: what leaves those of others out
// must not leave ours out. And work that is handed over as it should be, which is none.
#include <QCoreApplication>
#include <QThread>

#include <memory>
#include <string_view>
#include <vector>

namespace {

int number;
QString label;

/** Given away, and changed afterwards. */
void keep(QObject *elsewhere)
{
    const auto given = std::make_shared<int>(1);
    QMetaObject::invokeMethod(elsewhere, [given] {
        QThread::msleep(100);
        *given = 2;
    });
    *given = 3;
}

void shareNumber(QObject *elsewhere)
{
    QMetaObject::invokeMethod(elsewhere, [] {
        QThread::msleep(50);
        number = 1;
    });
    QThread::msleep(150);
    number = 2;
}

void shareText(QObject *elsewhere)
{
    QMetaObject::invokeMethod(elsewhere, [] {
        QThread::msleep(50);
        label = QString::number(1);
    });
    QThread::msleep(150);
    label = QString::number(2);
}

void handOver(QObject *elsewhere)
{
    for (int i = 0; i < 200; ++i) {
        auto given = std::make_unique<std::vector<int>>(100);
        given->front() = i;
        QMetaObject::invokeMethod(elsewhere, [list = std::shared_ptr(std::move(given))] {
            ++list->front();
            list->clear();
        });
    }
}

} // namespace

int main(int count, char **words)
{
    QCoreApplication application(count, words);
    const std::string_view which = count > 1 ? words[1] : "";
    label = QString::number(0); // what Qt makes at the first time, it makes behind a lock
    QThread thread;
    auto *elsewhere = new QObject;
    elsewhere->moveToThread(&thread);
    QObject::connect(&thread, &QThread::finished, elsewhere, &QObject::deleteLater);
    thread.start();
    if (which == "kept")
        keep(elsewhere);
    else if (which == "number")
        shareNumber(elsewhere);
    else if (which == "text")
        shareText(elsewhere);
    else
        handOver(elsewhere);
    QThread::msleep(200);
    thread.quit();
    thread.wait();
    return number > 2 ? 1 : 0;
}
