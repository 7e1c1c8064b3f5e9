<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en_US">
<context>
    <name>lockmaster</name>
    <message numerus="yes">
        <source>%n more lines below</source>
        <translation>
            <numerusform>%n more line below</numerusform>
            <numerusform>%n more lines below</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>the end; %n lines above</source>
        <translation>
            <numerusform>the end; %n line above</numerusform>
            <numerusform>the end; %n lines above</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln locks</source>
        <translation>
            <numerusform>%Ln lock</numerusform>
            <numerusform>%Ln locks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>LOST: you no longer hold %n locks, the last %1.</source>
        <translation>
            <numerusform>LOST: you no longer hold %n lock, the last %1.</numerusform>
            <numerusform>LOST: you no longer hold %n locks, the last %1.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockmaster::AlertTray</name>
    <message numerus="yes">
        <source>Lockmaster: %Ln alerts</source>
        <translation>
            <numerusform>Lockmaster: %Ln alert</numerusform>
            <numerusform>Lockmaster: %Ln alerts</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockmaster::AlertTrialBox</name>
    <message numerus="yes">
        <source>Would have fired %Ln times in %1; locks or servers: %2.</source>
        <translation>
            <numerusform>Would have fired once in %1; locks or servers: %2.</numerusform>
            <numerusform>Would have fired %Ln times in %1; locks or servers: %2.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Would have fired about %Ln times in %1; locks or servers: %2.</source>
        <translation>
            <numerusform>Would have fired about once in %1; locks or servers: %2.</numerusform>
            <numerusform>Would have fired about %Ln times in %1; locks or servers: %2.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Would have fired at most %Ln times in %1; locks or servers: %2.</source>
        <translation>
            <numerusform>Would have fired at most once in %1; locks or servers: %2.</numerusform>
            <numerusform>Would have fired at most %Ln times in %1; locks or servers: %2.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockmaster::AuditDialog</name>
    <message numerus="yes">
        <source>%Ln entries</source>
        <translation>
            <numerusform>%Ln entry</numerusform>
            <numerusform>%Ln entries</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockmaster::AuditWords</name>
    <message numerus="yes">
        <source>The log was tampered with or damaged: %Ln faults.</source>
        <translation>
            <numerusform>The log was tampered with or damaged: %Ln fault.</numerusform>
            <numerusform>The log was tampered with or damaged: %Ln faults.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockmaster::BulkReleaseDialog</name>
    <message numerus="yes">
        <source>Release %Ln locks?</source>
        <translation>
            <numerusform>Release %Ln lock?</numerusform>
            <numerusform>Release %Ln locks?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Release %Ln</source>
        <translation>
            <numerusform>Release %Ln</numerusform>
            <numerusform>Release %Ln</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln cannot be released.</source>
        <translation>
            <numerusform>%Ln cannot be released.</numerusform>
            <numerusform>%Ln cannot be released.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>None of %Ln locks can be released</source>
        <translation>
            <numerusform>The lock cannot be released</numerusform>
            <numerusform>None of %Ln locks can be released</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Release %1 of %Ln locks?</source>
        <translation>
            <numerusform>Release %1 of %Ln lock?</numerusform>
            <numerusform>Release %1 of %Ln locks?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Releasing %Ln locks …</source>
        <translation>
            <numerusform>Releasing %Ln lock …</numerusform>
            <numerusform>Releasing %Ln locks …</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Released %1 of %Ln locks</source>
        <translation>
            <numerusform>Released %1 of %Ln lock</numerusform>
            <numerusform>Released %1 of %Ln locks</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockmaster::ChainDrawing</name>
    <message numerus="yes">
        <source>%Ln more wait</source>
        <translation>
            <numerusform>%Ln more waits</numerusform>
            <numerusform>%Ln more wait</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockmaster::ChainsView</name>
    <message numerus="yes">
        <source>%Ln wait</source>
        <translation>
            <numerusform>%Ln waits</numerusform>
            <numerusform>%Ln wait</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>held up by %Ln that do not wait</source>
        <translation>
            <numerusform>held up by %Ln that does not wait</numerusform>
            <numerusform>held up by %Ln that do not wait</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>held up by %Ln that are not known</source>
        <translation>
            <numerusform>held up by %Ln that is not known</numerusform>
            <numerusform>held up by %Ln that are not known</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>in %Ln circles</source>
        <translation>
            <numerusform>in %Ln circle</numerusform>
            <numerusform>in %Ln circles</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln chains with fewer are not shown</source>
        <translation>
            <numerusform>%Ln chain with fewer is not shown</numerusform>
            <numerusform>%Ln chains with fewer are not shown</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockmaster::ContentionPanel</name>
    <message numerus="yes">
        <source>Run all %n</source>
        <translation>
            <numerusform>Run all %n</numerusform>
            <numerusform>Run all %n</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockmaster::ContentionResult</name>
    <message numerus="yes">
        <source>locks lost</source>
        <translation>
            <numerusform>lock lost</numerusform>
            <numerusform>locks lost</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>violations of the rule</source>
        <translation>
            <numerusform>violation of the rule</numerusform>
            <numerusform>violations of the rule</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockmaster::CourseView</name>
    <message numerus="yes">
        <source>%n violations</source>
        <translation>
            <numerusform>%n violation</numerusform>
            <numerusform>%n violations</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n locks by server %1</source>
        <translation>
            <numerusform>%n lock by server %1</numerusform>
            <numerusform>%n locks by server %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of %1 locks lost</source>
        <translation>
            <numerusform>%n of %1 locks lost</numerusform>
            <numerusform>%n of %1 locks lost</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n locks, none seen lost so far</source>
        <translation>
            <numerusform>%n lock, not seen lost so far</numerusform>
            <numerusform>%n locks, none seen lost so far</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n locks, not looked for yet</source>
        <translation>
            <numerusform>%n lock, not looked for yet</numerusform>
            <numerusform>%n locks, not looked for yet</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockmaster::DesktopNotifier</name>
    <message numerus="yes">
        <source>%Ln alerts are over</source>
        <translation>
            <numerusform>%Ln alert is over</numerusform>
            <numerusform>%Ln alerts are over</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln alerts at once</source>
        <translation>
            <numerusform>%Ln alert</numerusform>
            <numerusform>%Ln alerts at once</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockmaster::EmptyState</name>
    <message numerus="yes">
        <source>%Ln keys on %1 look like locks (%2). Only such keys are looked at there once they are watched.</source>
        <translation>
            <numerusform>%Ln key on %1 looks like a lock (%2). Only such keys are looked at there once they are watched.</numerusform>
            <numerusform>%Ln keys on %1 look like locks (%2). Only such keys are looked at there once they are watched.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockmaster::ExaminationView</name>
    <message numerus="yes">
        <source>%Ln keys match %1 and are not shown.</source>
        <translation>
            <numerusform>%Ln key matches %1 and is not shown.</numerusform>
            <numerusform>%Ln keys match %1 and are not shown.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockmaster::ExitQuestion</name>
    <message numerus="yes">
        <source>%n locks are held by you.</source>
        <translation>
            <numerusform>%n lock is held by you.</numerusform>
            <numerusform>%n locks are held by you.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n locks are held by you or waited for.</source>
        <translation>
            <numerusform>%n lock is held by you or waited for.</numerusform>
            <numerusform>%n locks are held by you or waited for.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockmaster::FailoverPanel</name>
    <message numerus="yes">
        <source>%n leaders killed (seed %1).</source>
        <translation>
            <numerusform>%n leader killed (seed %1).</numerusform>
            <numerusform>%n leaders killed (seed %1).</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockmaster::GoController</name>
    <message numerus="yes">
        <source>%Ln locks</source>
        <translation>
            <numerusform>%Ln lock</numerusform>
            <numerusform>%Ln locks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln owners</source>
        <translation>
            <numerusform>%Ln owner</numerusform>
            <numerusform>%Ln owners</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln servers</source>
        <translation>
            <numerusform>%Ln server</numerusform>
            <numerusform>%Ln servers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln more owners were not searched.</source>
        <translation>
            <numerusform>%Ln more owner was not searched.</numerusform>
            <numerusform>%Ln more owners were not searched.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockmaster::HeldModel</name>
    <message numerus="yes">
        <source>%Ln renewals</source>
        <translation>
            <numerusform>%Ln renewal</numerusform>
            <numerusform>%Ln renewals</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockmaster::HistoryView</name>
    <message numerus="yes">
        <source>and %Ln more</source>
        <translation>
            <numerusform>and %Ln more</numerusform>
            <numerusform>and %Ln more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockmaster::Holding</name>
    <message numerus="yes">
        <source>Lost: you no longer hold %n locks, the last %1 on %2.</source>
        <translation>
            <numerusform>Lost: you no longer hold %n lock, %1 on %2.</numerusform>
            <numerusform>Lost: you no longer hold %n locks, the last %1 on %2.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockmaster::ImportDialog</name>
    <message numerus="yes">
        <source>&amp;Import %n servers</source>
        <translation>
            <numerusform>&amp;Import %n server</numerusform>
            <numerusform>&amp;Import %n servers</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockmaster::LabWords</name>
    <message numerus="yes">
        <source>%n candidates believe that they lead</source>
        <translation>
            <numerusform>%n candidate believes that it leads</numerusform>
            <numerusform>%n candidates believe that they lead</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n candidates</source>
        <translation>
            <numerusform>%n candidate</numerusform>
            <numerusform>%n candidates</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockmaster::LockPast</name>
    <message numerus="yes">
        <source>%1, renewed %Ln times</source>
        <translation>
            <numerusform>%1, renewed once</numerusform>
            <numerusform>%1, renewed %Ln times</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockmaster::LockText</name>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <translation>
            <numerusform>%1 and %n more</numerusform>
            <numerusform>%1 and %n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln changes within the last minute that is over</source>
        <translation>
            <numerusform>%Ln change within the last minute that is over</numerusform>
            <numerusform>%Ln changes within the last minute that is over</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockmaster::LocksPreview</name>
    <message numerus="yes">
        <source>%Ln locks are held there at the moment: %1.</source>
        <translation>
            <numerusform>%Ln lock is held there at the moment: %1.</numerusform>
            <numerusform>%Ln locks are held there at the moment: %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>At least %Ln locks are held there at the moment: %1.</source>
        <translation>
            <numerusform>At least %Ln lock is held there at the moment: %1.</numerusform>
            <numerusform>At least %Ln locks are held there at the moment: %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Of %Ln others it is not known.</source>
        <translation>
            <numerusform>Of %Ln other it is not known.</numerusform>
            <numerusform>Of %Ln others it is not known.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %Ln more</source>
        <translation>
            <numerusform>and %Ln more</numerusform>
            <numerusform>and %Ln more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockmaster::LocksView</name>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockmaster::OverviewText</name>
    <message numerus="yes">
        <source>%Ln servers</source>
        <translation>
            <numerusform>%Ln server</numerusform>
            <numerusform>%Ln servers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln not read</source>
        <translation>
            <numerusform>%Ln not read</numerusform>
            <numerusform>%Ln not read</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln changes within the last minute that is over: taken, handed over, let go of, expired or blocked, without renewals.</source>
        <translation>
            <numerusform>%Ln change within the last minute that is over: taken, handed over, let go of, expired or blocked, without renewals.</numerusform>
            <numerusform>%Ln changes within the last minute that is over: taken, handed over, let go of, expired or blocked, without renewals.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockmaster::OverviewView</name>
    <message numerus="yes">
        <source>%Ln servers</source>
        <translation>
            <numerusform>%Ln server</numerusform>
            <numerusform>%Ln servers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln do not answer</source>
        <translation>
            <numerusform>%Ln does not answer</numerusform>
            <numerusform>%Ln do not answer</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln not wholly read</source>
        <translation>
            <numerusform>%Ln not wholly read</numerusform>
            <numerusform>%Ln not wholly read</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockmaster::OwnerText</name>
    <message numerus="yes">
        <source>%Ln more owners give less trouble and hold less.</source>
        <translation>
            <numerusform>%Ln more owner gives less trouble and holds less.</numerusform>
            <numerusform>%Ln more owners give less trouble and hold less.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Of %Ln locks that are held nothing tells by whom.</source>
        <translation>
            <numerusform>Of %Ln lock that is held nothing tells by whom.</numerusform>
            <numerusform>Of %Ln locks that are held nothing tells by whom.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>It held %Ln more, whose state is not known now.</source>
        <translation>
            <numerusform>It held %Ln more, whose state is not known now.</numerusform>
            <numerusform>It held %Ln more, whose state is not known now.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The state of %Ln locks is not known.</source>
        <translation>
            <numerusform>The state of %Ln lock is not known.</numerusform>
            <numerusform>The state of %Ln locks is not known.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockmaster::OwnersView</name>
    <message numerus="yes">
        <source>%Ln owners</source>
        <translation>
            <numerusform>%Ln owner</numerusform>
            <numerusform>%Ln owners</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln wait</source>
        <translation>
            <numerusform>%Ln waits</numerusform>
            <numerusform>%Ln wait</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockmaster::PinStrip</name>
    <message numerus="yes">
        <source>%1 and %Ln more</source>
        <comment>1: names</comment>
        <translation>
            <numerusform>%1 and %Ln more</numerusform>
            <numerusform>%1 and %Ln more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockmaster::PlanSaver</name>
    <message numerus="yes">
        <source>… and %Ln more</source>
        <translation>
            <numerusform>… and %Ln more</numerusform>
            <numerusform>… and %Ln more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The plan of %Ln locks is in %1</source>
        <translation>
            <numerusform>The plan of %Ln lock is in %1</numerusform>
            <numerusform>The plan of %Ln locks is in %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockmaster::ReleaseWords</name>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 and %n more are read-only: this allows writes to them for 10 minutes, for the same reason.</source>
        <translation>
            <numerusform>%1 and %n more are read-only: this allows writes to them for 10 minutes, for the same reason.</numerusform>
            <numerusform>%1 and %n more are read-only: this allows writes to them for 10 minutes, for the same reason.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockmaster::SidebarModel</name>
    <message numerus="yes">
        <source>%Ln problems</source>
        <translation>
            <numerusform>%Ln problem</numerusform>
            <numerusform>%Ln problems</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>All locks of these %n servers</source>
        <translation>
            <numerusform>All locks of this server</numerusform>
            <numerusform>All locks of these %n servers</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockmaster::StatusStrip</name>
    <message numerus="yes">
        <source>%Ln kinds of finding</source>
        <translation>
            <numerusform>%Ln kind of finding</numerusform>
            <numerusform>%Ln kinds of finding</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln read-only</source>
        <translation>
            <numerusform>%Ln read-only</numerusform>
            <numerusform>%Ln read-only</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockmaster::ViewAccount</name>
    <message numerus="yes">
        <source>%Ln locks</source>
        <translation>
            <numerusform>%Ln lock</numerusform>
            <numerusform>%Ln locks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln entries were read that fit no known format.</source>
        <translation>
            <numerusform>One entry was read that fits no known format.</numerusform>
            <numerusform>%Ln entries were read that fit no known format.</numerusform>
        </translation>
    </message>
</context>
</TS>
