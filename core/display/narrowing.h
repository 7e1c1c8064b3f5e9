// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/lockrecord.h"

#include <QCoreApplication>

#include <array>
#include <optional>

namespace lockmaster {

struct ViewScope;
struct ViewSnapshot;

/** By what the list of locks can be narrowed to what has something in common with one of them. */
enum class Narrowing : quint8 { Name, Owner, Server };

inline constexpr std::array allNarrowings = {Narrowing::Name, Narrowing::Owner, Narrowing::Server};

/** What of a lock there is to narrow to; what is not known is empty. */
struct NarrowedLock {
    Q_DECLARE_TR_FUNCTIONS(lockmaster::NarrowedLock)

public:
    QByteArray name;
    QByteArray owner; ///< as it is stored, and whole
    QString backend;

    static NarrowedLock of(const LockRecord &lock);
    /** The entry of a menu: `Only this owner`. */
    static QString text(Narrowing by);
    /** The filter that leaves it: a term, exact. Empty: it is not known, or cannot be typed. */
    QString term(Narrowing by) const;

    /**
     * `scope` without what leaves nothing of `term`: another server or its environment, and, where
     * the term is of an owner, the owner.
     */
    static ViewScope scopeFor(const QString &term, ViewScope scope, const ViewSnapshot &view);
};

} // namespace lockmaster
