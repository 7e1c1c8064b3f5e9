// SPDX-License-Identifier: Apache-2.0
#include "ui/window/gomodel.h"

#include "ui/window/viewaction.h"

namespace lockmaster {

namespace {

/** A screen reader stands in the first cell, and hears no headings. */
QString wholeRow(const GoHit &hit)
{
    QStringList said{hit.name, GoModel::kindOf(hit), hit.detail, hit.keys};
    if (hit.environment == Environment::Production)
        said << LockText::environment(hit.environment);
    said.removeAll(QString());
    return said.join(QStringLiteral(", "));
}

} // namespace

GoModel::GoModel(QObject *parent) : ColumnModel(parent)
{
    using Hit = GoHit;
    const auto muted = [](const Hit &) { return Tone::Muted; };
    setColumns({
        column(tr("Name"), [](const Hit &hit) { return hit.name; })
            .tone([](const Hit &hit) { return hit.isOffered ? Tone::Plain : Tone::Muted; })
            .spoken(wholeRow),
        column(tr("Where"), [](const Hit &hit) { return hit.detail; }).tone([](const Hit &hit) {
            return hit.detailTone;
        }),
        column(tr("Keys"), [](const Hit &hit) { return hit.keys; }).number().tone(muted),
        column(tr("Kind"), kindOf).number().tone(muted),
    });
    Q_ASSERT(columnCount() == columns);
}

int GoModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_hits.size());
}

void GoModel::setHits(std::vector<GoHit> hits)
{
    beginResetModel();
    m_hits = std::move(hits);
    endResetModel();
}

QStringList GoModel::kinds()
{
    // As the targets are ordered; a view is a kind of action.
    return {tr("Page"), tr("Action"), tr("Server"), tr("Owner"), tr("Lock"), viewKind()};
}

QString GoModel::viewKind()
{
    return tr("View");
}

QString GoModel::kindOf(const GoHit &hit)
{
    const auto *const action = std::get_if<QAction *>(&hit.target);
    if (action && qobject_cast<ViewAction *>(*action))
        return viewKind();
    return kinds().at(qsizetype(hit.target.index()));
}

QVariant GoModel::rowData(const GoHit &hit, int role) const
{
    if (role == EnvironmentRole)
        return QVariant::fromValue(hit.environment);
    return {};
}

} // namespace lockmaster
