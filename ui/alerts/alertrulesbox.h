// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/alertrule.h"
#include "core/domain/result.h"

#include <QMap>
#include <QWidget>

#include <functional>

class QFormLayout;
class QLabel;
class QListWidget;
class QPlainTextEdit;
class QPushButton;
class QSpinBox;
class QToolButton;

namespace lockmaster {

class DurationEdit;
struct AlertRuleChange;

/**
 * The rules of the profile: each with a switch, what it asks in a sentence, and its limits. What is
 * changed counts once it is saved into the profile, all of it at once. A rule of one's own is
 * written as the profile has it. GUI thread.
 */
class AlertRulesBox final : public QWidget
{
    Q_OBJECT

public:
    /** Puts all of these into the profile; an error says why none is in it. */
    using Save = std::function<Result<void>(const std::vector<AlertRuleChange> &changes)>;

    explicit AlertRulesBox(QWidget *parent = nullptr);

    /** `whyNot`: nothing can be saved, for that reason. */
    void setSave(Save save, const QString &whyNot = {});
    /**
     * As they stand in the profile. What was changed here and not saved stays changed, beside what
     * was changed there; where both are of the same, it is told and not saved.
     */
    void setRules(const std::vector<AlertRule> &rules);

    bool hasChanges() const;
    bool canSave() const { return m_saveRules != nullptr; }
    /** False: it could not be, and that is told here. */
    bool save();
    /** All of them as they stand in the profile. */
    void putBack();
    /**
     * The chosen rule as it stands here, saved or not; none: what is written for a new one says
     * none, which is told.
     */
    std::optional<AlertRule> chosenRule();

    QListWidget &list() { return *m_list; }
    DurationEdit &overEdit() { return *m_over; }
    DurationEdit &lastingEdit() { return *m_lasting; }
    QSpinBox &aboveBox() { return *m_above; }
    QSpinBox &holdsBox() { return *m_holds; }
    QPlainTextEdit &toml() { return *m_toml; }
    QToolButton &tomlButton() { return *m_tomlButton; }
    QPushButton &saveButton() { return *m_save; }
    /** Asks where several rules are not as they stand in the profile. */
    QPushButton &putBackButton() { return *m_putBack; }
    /** Of a rule that is not built in. */
    QPushButton &removeButton() { return *m_remove; }
    QLabel &sentence() { return *m_sentence; }
    QLabel &told() { return *m_told; }

signals:
    /** Another one is chosen, or it says something else. */
    void ruleChanged();

protected:
    void changeEvent(QEvent *event) override;

private:
    void buildFields();
    void giveSwitchesAnEdge();
    bool isDraft() const;
    std::vector<AlertRule> drafted();
    AlertRule *chosen();
    bool isDraftWritten() const;
    void showList();
    void showLine(int row);
    void showRule();
    void showWords();
    void alignFields();
    void takeFields();
    void takeSwitch(int row);
    void removeChosen();
    bool isChanged(const AlertRule &rule) const;
    QStringList changedTitles() const;
    void putBackOne(const QString &name); ///< empty: what is being written anew
    void askToPutBack();
    std::optional<AlertRule> shownAs(const QString &name) const;
    void tell(const QString &text, bool isWrong);
    void followChanges();

    Save m_saveRules;
    QString m_whyNot;
    std::vector<AlertRule> m_saved;
    std::vector<AlertRule> m_rules; ///< as they stand here
    /** As those were when they were changed here that say something else in the profile by now. */
    QMap<QString, AlertRule> m_bases;
    QString m_draft;
    QListWidget *m_list;
    QLabel *m_sentence;
    QFormLayout *m_fields;
    DurationEdit *m_over;
    QSpinBox *m_above;
    QSpinBox *m_holds;
    DurationEdit *m_lasting;
    QToolButton *m_tomlButton;
    QPlainTextEdit *m_toml;
    QPushButton *m_save;
    QPushButton *m_putBack;
    QPushButton *m_remove;
    QLabel *m_told;
};

} // namespace lockmaster
