<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="ko_KR" sourcelanguage="en_US">
<context>
    <name>lockmaster</name>
    <message>
        <source>The URL %1 names no absolute path of a socket.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write three slashes: %1:///path/of.sock.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The path of the URL %1 is not one database.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The path of the URL %1 is not the number of a database.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write redis://host:port/0.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The URL %1 names no host.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A URL of the scheme &apos;%1&apos; is not known.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use mysql, mysql+unix, redis, rediss or redis+unix.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The keychain did not answer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No keychain runs on this desktop.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use a password file or a password command.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The keychain refused: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it printed more than 4096 bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it crashed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it ended with status %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The password command &apos;%1&apos; failed: %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run it by hand: it has to print the password, then end with status 0.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it could not be started</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The password command &apos;%1&apos; did not end in time.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It must not ask; raise timeout_ms if it is slow.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it printed nothing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edit the file by hand.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The profile has no backend &apos;%1&apos; that could be read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Changing backend &apos;%1&apos; would cost comments or layout that this program does not understand.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The profile is laid out in a way that this program cannot edit safely.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A name or pattern of backend &apos;%1&apos; is not UTF-8 text, which a profile cannot hold.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Another backend is called &apos;%1&apos;.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose another name.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The profile has a mistake: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This is not TOML: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The profile %1 cannot be used: %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>line %1, column %2: </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it is not a file of at most 4 MiB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it was changed by somebody else meanwhile</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read it again, then repeat.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>text in quotes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a list of texts, [&quot;one&quot;, &quot;two&quot;]</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a duration from %1 to %2 such as &quot;1500ms&quot;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>whole milliseconds</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a whole number of milliseconds, %1 to %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&quot;development&quot;, &quot;staging&quot; or &quot;production&quot;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>true or false</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&quot;off&quot; or &quot;verify&quot;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>what its URL says</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It has no &apos;url&apos;; write url = &quot;mysql://user@host/database&quot; or url = &quot;redis://host:6379/0&quot;.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&apos;url&apos; takes text in quotes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The URL holds a password, which is not used: a profile is no place for one. Use &apos;password_command&apos;, &apos;password_file&apos; or the keychain.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&apos;%1&apos; is not known and does nothing; known are %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&apos;%1&apos; takes %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tables to watch are written as [[backend.table]].</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&apos;%1&apos; is not known and does nothing; a profile is made of [[backend]].</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Another backend before it has the same name; give each a &apos;name&apos; of its own.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Backends are written as [[backend]], in two brackets.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The password file %1 cannot be used: %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>everybody on this machine can read it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Make it yours alone: chmod 600 %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The password file %1 gave nothing in time.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its first line is empty or longer than 4096 bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A client certificate needs both &apos;cert&apos; and &apos;key&apos;.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Certificate files are named, but TLS is switched off.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>TLS means nothing over a unix socket.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Table &apos;%1&apos; has no database; write database.%1 or name a database in the URL.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>server, utc, a time zone such as Asia/Seoul or an offset such as +09:00</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&apos;%1&apos; takes text in quotes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&apos;preset&apos; takes &quot;dist_lock&quot; or &quot;leader&quot;, the same as &apos;system&apos;.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A table takes &apos;preset&apos; or &apos;system&apos;, either of them &quot;dist_lock&quot; or &quot;leader&quot;.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&apos;table&apos; takes &quot;table&quot; or &quot;database.table&quot;.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A table without &apos;preset&apos; needs &apos;%1&apos;.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A table of the system &quot;%1&quot; has &apos;%2&apos;, not &apos;%3&apos;.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only a leader table has a &apos;lease&apos;.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&apos;lease&apos; takes a duration from %1 to %2 such as %3.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&apos;clock&apos; takes %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>table or database.table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>off or verify</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>verify in a rediss:// URL</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>development, staging or production</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>lock systems separated by commas</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the number of a database, from 0</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Option &apos;%1&apos; of %2 cannot be &apos;%3&apos;; it takes %4.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Option &apos;%1&apos; of %2 is not known.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It can have: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Option &apos;%1&apos; of %2 stands twice.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>UTF-8 text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The %1 of the URL %2 is malformed: percent-encoding is a % and two hexadecimal digits, and text is UTF-8.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A URL has a space or control character.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write it percent-encoded, a space as %20.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This is not a backend&apos;s URL.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write mysql://user@host:port/database or redis://host:port/0.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A URL has a &apos;#&apos; in it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write it as %23.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>user</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>password</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>host</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The port in the URL %1 is not a number from 1 to 65535.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>query</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The URL %1 has an option that is not written name=value.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The lock has no expiry: only its holder ends it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its session has been idle for %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The lock is held, and nothing stored says by whom.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The stored owner is empty (0 bytes): nobody can tell whose lock it is, and any release fits it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The lease ended at %1 UTC by the server&apos;s clock; for more than %2 since then nobody has taken the lock over.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The session that holds it has run nothing for %1 (the limit is %2).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One other waits for the lock.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 others wait for the lock.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The helper program lockmaster-lab was not found.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Install Lockmaster completely, or name it in LOCKMASTER_LAB.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 cannot be started.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No temporary directory could be made in %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check its permissions and free space.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The process that keeps the private servers is gone.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 cannot be written.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The private MariaDB ended by itself: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The private MariaDB did not answer in time. %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The private Redis did not answer in time. %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The private Redis ended by itself: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server program %1 is not installed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Install it with: sudo apt-get install %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write %1: and then the text.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compare %1 with &lt;, &lt;=, =, &gt;= or &gt;, as in %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no %1: here; did you mean %2: ? Put the text in quotes to look for it as it is.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This quote is not closed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Something to look for is missing here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no state &apos;%1&apos;; there are held, expired, free, blocked and unknown.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no finding &apos;%1&apos;; there are %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A duration is needed here, such as 5s, 1m30s or 2h (us, ms, s, m, h, d).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A whole number is needed here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (%2) gave no complete answer within %3.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Look whether the server hangs or is overloaded; if it is only slow, allow a longer timeout.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Leader table: one row for each service</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lock table: one row for each lock</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Expiry as stored</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>none (PTTL -1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>known from PTTL only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (PEXPIRETIME)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fair and fenced Redisson locks cannot be told from plain ones: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Allow +llen +lrange +zrange +exists on redisson_lock_* keys for this user.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Who waits for Redisson locks cannot be seen: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Allow +pubsub|numsub for this user.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>subscribed clients</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>queued threads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Queue, place %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, until %2 (its clock)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reader without a lease</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waiters of Redisson locks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Queues of fair Redisson locks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Allow +llen +lrange +zrange on redisson_lock_* keys for this user.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fencing tokens of Redisson locks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Allow +exists on redisson_lock_token:* for this user.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Redisson lock</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Redisson client</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Thread</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hold count</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Writer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Holder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1:%2, hold count %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Further holders</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>unknown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Value %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Type</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mode</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fields</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, of which %2 were read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Renewal</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>none, and no expiry: Redisson itself always sets one, so this was made persistent or restored</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>by a watchdog, as seen (%1 times)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stopped: a watchdog renewed it %1 times, and does not any more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>none seen: a fixed lease, or its holder is gone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>set anew %1 times, not as a watchdog does</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not known yet: not watched for long enough</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Acquired (holder&apos;s clock)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>MAC address</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Node (random, no MAC)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Registry</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Queue</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Job</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>(unsigned)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Length</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 bytes, the first %2 are shown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>waiting writer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Every holder writes the same value, &quot;%1&quot;: the release of one that came too late removes the lock of another.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Redis string lock</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not visible to this account</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>none</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>for %1, %2 rows modified</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>(unknown session)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Connection</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>User</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Host</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Database</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Command</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>State</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Idle for</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Running for</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Statement</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Session</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Program</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Process id</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open transaction</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Other locks of this session</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server knows no lock of exactly this name: it shows the first 64 characters of the real one, and ? for what it cannot show.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 locks that look alike are shown as this one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server takes no lock name like &apos;%1&apos;.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Give a name of 1 to 192 bytes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Give a name of 1 to 64 characters of UTF-8, without emoji.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&apos;%1&apos; is held by connection %2, but is missing from the server&apos;s list: it was taken before the server began to count such locks. Others may be missing too.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name the locks to ask for (user_lock=NAME), or have their holders take them anew.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GRANT SELECT ON performance_schema.* TO %1;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GRANT PROCESS ON *.* TO %1;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>UPDATE performance_schema.setup_instruments SET ENABLED = &apos;YES&apos; WHERE NAME = &apos;wait/lock/metadata/sql/mdl&apos;; locks taken before that stay invisible. To keep it, start the server with performance-schema-instrument=&apos;wait/lock/metadata/sql/mdl=ON&apos;.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>performance_schema is off.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start the server with performance_schema=ON and performance-schema-instrument=&apos;wait/lock/metadata/sql/mdl=ON&apos;.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start the server with performance_schema=ON.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>performance_schema does not count metadata locks: the instrument wait/lock/metadata/sql/mdl is off.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The account %1 may not read performance_schema.metadata_locks.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server does not list its user-level locks: the plugin METADATA_LOCK_INFO is not loaded.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>INSTALL SONAME &apos;metadata_lock_info&apos;; or name the locks to ask for (user_lock=NAME). Without it:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server does not list its user-level locks.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server had no room to write down %1 metadata locks since it started: its list may lack some.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start the server with a larger performance_schema_max_metadata_locks.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The account %1 sees only its own sessions: the user, host and statement of other holders and waiters stay unknown.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>User-level locks and their holders</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The plugin METADATA_LOCK_INFO is loaded.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>performance_schema lists them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waiters of user-level locks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only those waiters are known whose statement names the lock, and that for as long as no other session waits with a placeholder in its place.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How long a user-level lock has been held</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The plugin METADATA_LOCK_INFO counts it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The plugin METADATA_LOCK_INFO is not loaded.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>INSTALL SONAME &apos;metadata_lock_info&apos;;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>MySQL does not count it; it is counted from when it was first seen.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>User, host and statement of those who hold and wait</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The account sees every session.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open transactions of those who hold</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The account may read INNODB_TRX.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The PROCESS privilege is missing.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>MySQL user-level lock</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 sent more than was asked for.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is older than Redis 6: it has no users.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Give the password without a user.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 has no database %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check the database number.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The connection to %1 is over.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server&apos;s answer is larger than Lockmaster is willing to read (%1 MB, %2 values).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The answer is not the Redis protocol (RESP2).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check that host and port lead to a Redis or Valkey server, and whether this port speaks TLS.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 asks for a password.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Give a password: by password file, command or keychain.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 refused the user or the password, or the user is disabled.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check user and password.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is in protected mode and takes only local connections.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Set a password on the server, or connect from its own machine.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is denied to this account: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Allow it to the account with ACL SETUSER.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 has no room for another client.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close connections, or raise maxclients on the server.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 does not serve now: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Wait for the server; this ends by itself.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This server does not know %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 was refused: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 did not answer in time.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check whether the server hangs or is overloaded, or allow a longer timeout.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Gave up waiting for %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 closed the connection.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The connection to %1 was lost: %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file %1 cannot be read: %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check its path and that you may read it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 holds no certificate.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Give a file in PEM format.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 holds no usable private key.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Give an RSA or EC key in PEM format, without a passphrase.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The certificate of %1 is for another host.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use the host name that stands in the certificate.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The certificate of %1 is not valid now: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Renew the server&apos;s certificate, or set this machine&apos;s clock.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The certificate of %1 is not trusted: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Give the file of the authority that signed it as CA file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 did not accept our client certificate: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Give a certificate and key that the server trusts, or let the server set tls-auth-clients no.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 did not answer the TLS handshake in time.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check that this port speaks TLS.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The TLS handshake with %1 failed: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 closed the connection right after the TLS handshake.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>If it asks for client certificates, give a certificate and key that it trusts.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The connection to %1 was lost: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&apos;%1&apos; cannot be the name of a table or column.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A name has 1 to 64 characters.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 refused the login of &apos;%2&apos;: %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No password was given: set a password file, a password command or LOCKMASTER_PASSWORD.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check the user name and the password; an account that requires TLS is refused in the same way without it (tls=verify).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check the user name and the password.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 refused the connection.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check that the server runs and listens there.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no socket at %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check that the server runs, and the socket&apos;s path.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This account may not open the socket %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check the permissions of the socket and of its directories.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no route to %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check the address and the network.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 was not reached: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check the host, the port and that the server runs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The connection to %1 was lost.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is opened again by itself; if this goes on, look at the server&apos;s log.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>TLS with %1 failed: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check the certificate authority (ca=FILE), that the certificate names this host, and that the server offers TLS.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 says: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check the names of database, table and columns in the profile or URL.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 denies it: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Grant the account what is missing.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 takes no more connections: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close unused connections or raise the server&apos;s or the account&apos;s limit.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 gave up the statement: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Something locks the table (ALTER, LOCK TABLES, a backup); look at the server&apos;s process list.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The host name &apos;%1&apos; is not known.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check the spelling and the name service.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 answered with error %2: %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 does not support it: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 gave no complete answer within %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check that the server is not stopped or overloaded, and the network to it; a longer time can be allowed with timeout_ms.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&apos;%1&apos; is not a host name.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write a host name or an address, the port apart from it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The path &apos;%1&apos; cannot be used.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use a path without semicolons, equals signs, braces and quotes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file &apos;%1&apos; cannot be read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check its path and its permissions.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>TLS is not verified over the unix socket %1: it has no host name.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Leave TLS off; a unix socket does not leave the machine.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Gave up connecting to %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No name server could say where the host %1 is.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check this machine&apos;s network and name service.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The host %1 is not known.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check the spelling of the host.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Looking up the host %1 took too long.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The path %1 is too long for a unix socket.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 did not answer the connection in time.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check the address, and that no firewall drops the connection.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The socket %1 cannot be opened: %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check that the server runs, its socket&apos;s path, and that you may open it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 cannot be reached: %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check that the server runs, and its host and port.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>lockmaster::BackendDialog</name>
    <message>
        <source>Choose: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>MySQL or MariaDB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Redis or Valkey</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unix socket</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>instead of host and port</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Database</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Password file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a file that only you can read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a program that prints it, e.g. pass show db</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not said</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Development</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Staging</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Production</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read &amp;only: never write to this server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Kind</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Host</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Port</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Socket</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;User</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Password &amp;file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Password co&amp;mmand</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Environment</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Connection</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Off: plain text on the wire</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Verified: refuse anything else</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Authority (CA) file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this machine&apos;s authorities</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Client certificate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Client key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> ms</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;TLS</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Authority file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>C&amp;lient certificate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Client &amp;key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Look e&amp;very</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Give up a&amp;fter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Security and timing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tables. Without one, dist_lock and service_leader_lock are looked for.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;User-level locks are found by themselves. Names to ask for in any case, one a line:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Names of user-level locks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Key &amp;patterns, one a line, e.g. product:*. What matches is shown as a lock. Without a pattern, only keys whose shape is known are shown.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Key patterns</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What to watch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Test connection</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edit %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Give the server a name, e.g. billing-db.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Another server is called %1 already.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where is it? Give a host or a socket.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A client certificate and its key go together.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A Redis database is a number, 0 or more.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>3306, as usual</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>6379, as usual</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Database number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The test connects, and lists what this account may see and what is missing.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancelled.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Cancel the test</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Connecting to %1 …</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>lockmaster::DetailRows</name>
    <message>
        <source>Gone: this is what was last seen of it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>gone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>State</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Same owner</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Owner</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Connection</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>User</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Host</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Process</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Thread</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Program</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Idle for</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hold count</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Also held by</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>∞ none: only its holder ends it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>TTL</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Expires</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Held for</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cannot be seen for this lock</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Raw record</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Source</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the first %1 of %2 bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Node</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pattern</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Witness</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>never read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 old</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Transport</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Client</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Role</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>replica: what it shows may lag</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clock offset</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Access</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>read-only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Poll</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>every %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Latency</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Systems</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Locks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not read completely</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not decoded</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read in</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Problem</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>lockmaster::DetailsPane</name>
    <message>
        <source>Details</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>lockmaster::EventModel</name>
    <message numerus="yes">
        <source>%n event(s) left out: too many at once</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockmaster::EventStrip</name>
    <message>
        <source>Renewals</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>List renewals too</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Events</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>lockmaster::EventText</name>
    <message>
        <source>%1 does not answer: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 answers again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2 expired</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 blocked: an open transaction locks its row</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 not blocked any more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 appeared, %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 acquired by %2, %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no expiry</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 renewed by %2, %3 left</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2 → %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2 is gone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2 is gone after %3</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>lockmaster::ExaminationView</name>
    <message>
        <source>%1 ms round trip</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>replica: what it shows may lag</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>clock %1 ms from ours</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Result of the connection test</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Problem</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Problem: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>✓ %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>✗ %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Available: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Missing: %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>lockmaster::FilterEdit</name>
    <message>
        <source>Filter: owner:web-3 state:held ttl&lt;5s finding:no-expiry</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Words are looked for in names and owners. Ctrl+F comes here.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>lockmaster::LockActions</name>
    <message>
        <source>Copy as text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy as JSON</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ctrl+Shift+C</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy as lockctl command</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>lockmaster::LockTable</name>
    <message>
        <source>Locks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Columns</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>lockmaster::LockTableModel</name>
    <message>
        <source>Lock</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>System</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Backend</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Owner</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>TTL</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Held for</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waiters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>State</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>gone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, %2 ago</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Who waits cannot be seen for this lock.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%1, %n finding(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockmaster::LockText</name>
    <message>
        <source>(empty name)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>(vacant)</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>∞ none</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>held</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>expired</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>vacant</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>free</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>blocked</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>unknown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 local</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 UTC</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The last look failed or was incomplete: nothing is known.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Held by nobody.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No expiry: only its holder ends this lock.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It has an expiry, but the time is not known.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Expires in %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its lease ended %1 ago</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lease: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server keeps it to %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the server says so</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>at least: since it was first seen here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No expiry</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unsigned owner</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Expired, not taken</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sleeping holder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Zero lease</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clock mismatch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name cut</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Row lock suspected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>lockmaster::LocksView</name>
    <message numerus="yes">
        <source>%n more: %1</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockmaster::MainToolBar</name>
    <message>
        <source>Tools</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How old the oldest data shown are</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>lockmaster::MainWindow</name>
    <message>
        <source>Lockmaster</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Columns</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Menu</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A production server is shown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Refresh</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Look at every server now (F5)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ctrl+/</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ctrl+Q</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ctrl+,</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reset columns</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a server…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Settings…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quit</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n lock(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edit %1…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Test connection</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove %1…</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>lockmaster::RefreshControl</name>
    <message>
        <source>%1 s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Live or paused</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pause or go on (Space)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Off</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As each server&apos;s profile says</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Paused</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Live · %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Live</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>lockmaster::Session</name>
    <message>
        <source>%1: %2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>lockmaster::SettingsDialog</name>
    <message>
        <source>read-only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Servers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Add…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Edit…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Remove…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Profile: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As the desktop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Light</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dark</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove a server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop watching %1 and take it out of the profile?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing changes on the server itself.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The profile was not changed</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>lockmaster::ShortcutSheet</name>
    <message>
        <source>Look at every server now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pause or go on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>To the filter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>From the filter back to the locks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In the filter: earlier filters, what can be typed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>First, last lock</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select all locks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the selected locks as text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the selected locks as JSON</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This sheet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>lockmaster::Sidebar</name>
    <message>
        <source>Views, backends and findings</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>lockmaster::SidebarModel</name>
    <message>
        <source>Views</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Locks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All locks of all backends</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Backends</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Findings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>offline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>connecting</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n problem(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>%1 old</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>paused</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read-only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>lockmaster::SqlConnection</name>
    <message>
        <source>%1 answered a read without rows.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 has more than %2 rows; the rest is not read.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>lockmaster::SqlConnection::Private</name>
    <message>
        <source>The conversation with %1 was ended.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Qt&apos;s driver for MySQL is not installed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Install the package libqt6sql6-mysql.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The connection to %1 is not encrypted.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Switch TLS on in the server.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 refuses prepared statements.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Raise the server&apos;s max_prepared_stmt_count.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The connection to %1 is closed.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>lockmaster::SqlReader</name>
    <message>
        <source>The connection to %1 was lost.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A version this program knows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use MySQL 8.0 or MariaDB 10.5 or later; older ones are not tested.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server that is written to</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It follows another server: what it shows may lag.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It follows no other server.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Watch the server that the locks are taken on.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>lockmaster::StatusStrip</name>
    <message>
        <source>Status</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 connecting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 %2 · %3 old</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 no answer, %2 old</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 offline: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 paused · %2 old</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n kind(s) of finding</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>read-only: %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>lockmaster::TablesEditor</name>
    <message>
        <source>Kind</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name column</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Owner column</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time column</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clock</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lease (ms)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tables to watch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add &amp;lock table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add l&amp;eader table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Remove</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Table row %1: the table and its three columns need a name.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Table row %1: the clock is one of server, utc, a zone such as Asia/Seoul, or an offset such as +09:00.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Table row %1: a leader table needs a lease in milliseconds.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lock table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Leader table</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>lockmaster::TestDialog</name>
    <message>
        <source>Test of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Test &amp;again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Connecting to %1 …</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>lockmaster::ViewTrouble</name>
    <message>
        <source>%1 does not answer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Connecting to %1 …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a server to see who holds its locks.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a server…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>None of the %1 locks matches the filter.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clear filter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing is held here right now.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show all locks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing is held right now: every source was read, and no lock is there.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Refresh</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>lockmaster::WelcomeView</name>
    <message>
        <source>&amp;Start the sandbox</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Add a server…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No server to watch yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Look around in a private MariaDB and Redis that live only as long as this window, with locks of every kind in them; or add a server of your own.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Starting the sandbox</source>
        <translation type="unfinished"></translation>
    </message>
</context>
</TS>
