// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/lockid.h"
#include "core/owners/owners.h"
#include "core/text/typedletters.h"
#include "core/display/columnmodel.h"
#include "ui/kit/pagestack.h"

#include <QAction>

#include <variant>

namespace lockmaster {

/** Something to go to, or to do: of a server its name. */
using GoTarget = std::variant<PageId, QAction *, QString, OwnerId, LockId>;

/** One that fits what was typed. Texts are translated, plain and literal. */
struct GoHit {
    GoTarget target;
    Fit fit = Fit::Whole;
    QString name = {};
    QString detail = {}; ///< where it is, how it stands; of an action that cannot be done, why
    Tone detailTone = Tone::Muted;
    Environment environment = Environment::Unset;
    QString keys = {};     ///< that do the same
    bool isOffered = true; ///< false: it is there, and cannot be done now
};

/** What fits, the best first. GUI thread. */
class GoModel final : public ColumnModel<GoHit>
{
    Q_OBJECT

public:
    enum ColumnId { Name, Detail, Keys, Kind, columns };

    explicit GoModel(QObject *parent = nullptr);

    int rowCount(const QModelIndex &parent = {}) const override;
    const GoHit &hitAt(int row) const { return m_hits[size_t(row)]; }
    void setHits(std::vector<GoHit> hits);

    static QString kindOf(const GoHit &hit);
    /** Of an action that shows a saved view. */
    static QString viewKind();
    /** Each word for a kind. */
    static QStringList kinds();

private:
    const GoHit &columnRow(int row) const override { return hitAt(row); }
    QVariant rowData(const GoHit &hit, int role) const override;

    std::vector<GoHit> m_hits;
};

} // namespace lockmaster
