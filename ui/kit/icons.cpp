// SPDX-License-Identifier: Apache-2.0
#include "ui/kit/icons.h"

#include <QFile>
#include <QGuiApplication>
#include <QIconEngine>
#include <QPainter>
#include <QPalette>
#include <QPixmapCache>
#include <QSvgRenderer>

#include <optional>

/** A static library's resources are there only once somebody asks for them. */
static void ensureResources()
{
    Q_INIT_RESOURCE(resources);
}

namespace lockmaster {

namespace {

QString resourcePath(const QString &name)
{
    return QStringLiteral(":/icons/%1.svg").arg(name);
}

/** Renders a one-colour SVG as a mask and fills it with the colour asked for. */
class SymbolicIconEngine final : public QIconEngine
{
public:
    SymbolicIconEngine(QString name, std::optional<QColor> color)
        : m_name(std::move(name)), m_color(color)
    {
    }

    void paint(QPainter *painter, const QRect &rect, QIcon::Mode mode, QIcon::State state) override
    {
        const qreal ratio = painter->device()->devicePixelRatioF();
        painter->drawPixmap(rect, scaledPixmap(rect.size() * ratio, mode, state, ratio));
    }

    QPixmap pixmap(const QSize &size, QIcon::Mode mode, QIcon::State state) override
    {
        return scaledPixmap(size, mode, state, 1.0);
    }

    QPixmap scaledPixmap(const QSize &size, QIcon::Mode mode, QIcon::State, qreal) override
    {
        const QColor color = colorFor(mode);
        const QString key = QStringLiteral("lockmaster-icon/%1/%2x%3/%4")
                                .arg(m_name)
                                .arg(size.width())
                                .arg(size.height())
                                .arg(color.rgba());
        QPixmap pixmap;
        if (QPixmapCache::find(key, &pixmap))
            return pixmap;
        pixmap = QPixmap(size);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        QSvgRenderer(resourcePath(m_name)).render(&painter);
        painter.setCompositionMode(QPainter::CompositionMode_SourceIn);
        painter.fillRect(pixmap.rect(), color);
        painter.end();
        QPixmapCache::insert(key, pixmap);
        return pixmap;
    }

    QIconEngine *clone() const override { return new SymbolicIconEngine(*this); }
    QString key() const override { return QStringLiteral("lockmaster-symbolic"); }

private:
    QColor colorFor(QIcon::Mode mode) const
    {
        const QPalette palette = QGuiApplication::palette();
        if (mode == QIcon::Disabled)
            return palette.color(QPalette::Disabled, QPalette::ButtonText);
        return m_color.value_or(palette.color(QPalette::ButtonText));
    }

    QString m_name;
    std::optional<QColor> m_color;
};

QIcon iconOf(const QString &name, std::optional<QColor> color)
{
    ensureResources();
    if (!QFile::exists(resourcePath(name)))
        return {};
    return QIcon(new SymbolicIconEngine(name, color));
}

} // namespace

QIcon symbolicIcon(const QString &name)
{
    return iconOf(name, std::nullopt);
}

QIcon symbolicIcon(const QString &name, const QColor &color)
{
    return iconOf(name, color);
}

QIcon applicationIcon()
{
    ensureResources();
    return QIcon(QStringLiteral(":/icons/lockmaster.svg"));
}

} // namespace lockmaster
