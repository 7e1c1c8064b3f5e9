// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/kit/picturetitle.h"
#include "ui/kit/savefile.h"

#include <QWidget>

class QLabel;
class QToolButton;

namespace lockmaster {

class HeatMap;

/** A heat map with what it is of, below it, and a way to save it as a picture. GUI thread. */
class HeatMapPage final : public QWidget
{
    Q_OBJECT

public:
    struct Saving {
        QString toolTip;
        QString title; ///< of the dialog
        QString file;  ///< what its name begins with
    };

    /** The map becomes a child. */
    HeatMapPage(HeatMap &map, Saving saving, QWidget *parent);

    /** What is shown by now is of that. */
    void setPicture(const QString &note, const PictureTitle &title);
    /** Nothing is shown, for that reason. */
    void setNothing(const QString &text);

    QString note() const;
    /** What stands above the picture. */
    const PictureTitle &title() const { return m_title; }
    QToolButton &exportButton() { return *m_export; }
    /** For paper and chat, with what it is of and what the signs mean. */
    QImage picture(double scale) const;

private:
    void save();

    HeatMap &m_map;
    const Saving m_saving;
    QLabel *m_note;
    QToolButton *m_export;
    SaveNote m_saved;
    PictureTitle m_title; ///< of what is shown
};

} // namespace lockmaster
