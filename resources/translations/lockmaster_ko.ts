<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="ko_KR" sourcelanguage="en_US">
<context>
    <name>lockmaster</name>
    <message>
        <source>The URL %1 names no absolute path of a socket.</source>
        <translation>URL %1에 소켓의 절대 경로가 없습니다.</translation>
    </message>
    <message>
        <source>Write three slashes: %1:///path/of.sock.</source>
        <translation>빗금 세 개를 쓰십시오: %1:///path/of.sock.</translation>
    </message>
    <message>
        <source>The path of the URL %1 is not one database.</source>
        <translation>URL %1의 경로가 데이터베이스 하나가 아닙니다.</translation>
    </message>
    <message>
        <source>The path of the URL %1 is not the number of a database.</source>
        <translation>URL %1의 경로가 데이터베이스 번호가 아닙니다.</translation>
    </message>
    <message>
        <source>Write redis://host:port/0.</source>
        <translation>redis://host:port/0을 쓰십시오.</translation>
    </message>
    <message>
        <source>The URL %1 names no host.</source>
        <translation>URL %1에 호스트가 없습니다.</translation>
    </message>
    <message>
        <source>A URL of the scheme &apos;%1&apos; is not known.</source>
        <translation>알 수 없는 URL 스킴 &apos;%1&apos;입니다.</translation>
    </message>
    <message>
        <source>The keychain did not answer.</source>
        <translation>키체인이 응답하지 않았습니다.</translation>
    </message>
    <message>
        <source>No keychain runs on this desktop.</source>
        <translation>이 데스크톱에 키체인이 실행되고 있지 않습니다.</translation>
    </message>
    <message>
        <source>Use a password file or a password command.</source>
        <translation>비밀번호 파일이나 비밀번호 명령을 쓰십시오.</translation>
    </message>
    <message>
        <source>The keychain refused: %1.</source>
        <translation>키체인이 거부했습니다: %1.</translation>
    </message>
    <message>
        <source>it printed more than 4096 bytes</source>
        <translation>4096바이트보다 많이 출력했습니다</translation>
    </message>
    <message>
        <source>it crashed</source>
        <translation>비정상 종료했습니다</translation>
    </message>
    <message>
        <source>it ended with status %1</source>
        <translation>상태 %1(으)로 끝났습니다</translation>
    </message>
    <message>
        <source>The password command &apos;%1&apos; failed: %2.</source>
        <translation>비밀번호 명령 &apos;%1&apos;이(가) 실패했습니다: %2.</translation>
    </message>
    <message>
        <source>Run it by hand: it has to print the password, then end with status 0.</source>
        <translation>직접 실행해 보십시오. 비밀번호를 출력하고 상태 0으로 끝나야 합니다.</translation>
    </message>
    <message>
        <source>it could not be started</source>
        <translation>시작할 수 없었습니다</translation>
    </message>
    <message>
        <source>The password command &apos;%1&apos; did not end in time.</source>
        <translation>비밀번호 명령 &apos;%1&apos;이(가) 제시간에 끝나지 않았습니다.</translation>
    </message>
    <message>
        <source>It must not ask; raise timeout_ms if it is slow.</source>
        <translation>명령이 무언가를 물어서는 안 됩니다. 느리면 timeout_ms를 늘리십시오.</translation>
    </message>
    <message>
        <source>it printed nothing</source>
        <translation>아무것도 출력하지 않았습니다</translation>
    </message>
    <message>
        <source>Edit the file by hand.</source>
        <translation>파일을 직접 편집하십시오.</translation>
    </message>
    <message>
        <source>The profile has no backend &apos;%1&apos; that could be read.</source>
        <translation>프로필에 읽을 수 있는 백엔드 &apos;%1&apos;이(가) 없습니다.</translation>
    </message>
    <message>
        <source>Changing backend &apos;%1&apos; would cost comments or layout that this program does not understand.</source>
        <translation>백엔드 &apos;%1&apos;을(를) 바꾸면 이 프로그램이 이해하지 못하는 주석이나 배치를 잃습니다.</translation>
    </message>
    <message>
        <source>The profile is laid out in a way that this program cannot edit safely.</source>
        <translation>프로필의 배치가 이 프로그램이 안전하게 편집할 수 없는 형태입니다.</translation>
    </message>
    <message>
        <source>A name or pattern of backend &apos;%1&apos; is not UTF-8 text, which a profile cannot hold.</source>
        <translation>백엔드 &apos;%1&apos;의 이름이나 패턴이 UTF-8 글이 아니어서 프로필에 담을 수 없습니다.</translation>
    </message>
    <message>
        <source>Another backend is called &apos;%1&apos;.</source>
        <translation>다른 백엔드의 이름이 &apos;%1&apos;입니다.</translation>
    </message>
    <message>
        <source>Choose another name.</source>
        <translation>다른 이름을 고르십시오.</translation>
    </message>
    <message>
        <source>The profile has a mistake: %1</source>
        <translation>프로필에 잘못이 있습니다: %1</translation>
    </message>
    <message>
        <source>This is not TOML: %1.</source>
        <translation>TOML이 아닙니다: %1.</translation>
    </message>
    <message>
        <source>The profile %1 cannot be used: %2.</source>
        <translation>프로필 %1을(를) 쓸 수 없습니다: %2.</translation>
    </message>
    <message>
        <source>line %1, column %2: </source>
        <translation>%1행 %2열: </translation>
    </message>
    <message>
        <source>it is not a file of at most 2 MiB</source>
        <translation>2 MiB 이하의 파일이 아닙니다</translation>
    </message>
    <message>
        <source>text in quotes</source>
        <translation>따옴표로 묶은 글</translation>
    </message>
    <message>
        <source>a list of texts, [&quot;one&quot;, &quot;two&quot;]</source>
        <translation>글의 목록, [&quot;one&quot;, &quot;two&quot;]</translation>
    </message>
    <message>
        <source>a duration from %1 to %2 such as &quot;1500ms&quot;</source>
        <translation>&quot;1500ms&quot;처럼 %1부터 %2까지의 시간</translation>
    </message>
    <message>
        <source>whole milliseconds</source>
        <translation>밀리초 정수</translation>
    </message>
    <message>
        <source>a whole number of milliseconds, %1 to %2</source>
        <translation>%1부터 %2까지 밀리초 정수</translation>
    </message>
    <message>
        <source>&quot;development&quot;, &quot;staging&quot; or &quot;production&quot;</source>
        <translation>&quot;development&quot;, &quot;staging&quot; 또는 &quot;production&quot;</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>true 또는 false</translation>
    </message>
    <message>
        <source>&quot;off&quot; or &quot;verify&quot;</source>
        <translation>&quot;off&quot; 또는 &quot;verify&quot;</translation>
    </message>
    <message>
        <source>what its URL says</source>
        <translation>URL이 말하는 대로</translation>
    </message>
    <message>
        <source>It has no &apos;url&apos;; write url = &quot;mysql://user@host/database&quot; or url = &quot;redis://host:6379/0&quot;.</source>
        <translation>&apos;url&apos;이 없습니다. url = &quot;mysql://user@host/database&quot;나 url = &quot;redis://host:6379/0&quot;을 쓰십시오.</translation>
    </message>
    <message>
        <source>&apos;url&apos; takes text in quotes.</source>
        <translation>&apos;url&apos;에는 따옴표로 묶은 글을 씁니다.</translation>
    </message>
    <message>
        <source>The URL holds a password, which is not used: a profile is no place for one. Use &apos;password_command&apos;, &apos;password_file&apos; or the keychain.</source>
        <translation>URL의 비밀번호는 쓰지 않습니다. 프로필은 비밀번호를 둘 곳이 아닙니다. &apos;password_command&apos;, &apos;password_file&apos; 또는 키체인을 쓰십시오.</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is not known and does nothing; known are %2.</source>
        <translation>&apos;%1&apos;은(는) 알 수 없어 무시합니다. 아는 것: %2.</translation>
    </message>
    <message>
        <source>&apos;%1&apos; takes %2.</source>
        <translation>&apos;%1&apos;에는 %2을(를) 씁니다.</translation>
    </message>
    <message>
        <source>Tables to watch are written as [[backend.table]].</source>
        <translation>지켜볼 테이블은 [[backend.table]]이라고 씁니다.</translation>
    </message>
    <message>
        <source>Another backend before it has the same name; give each a &apos;name&apos; of its own.</source>
        <translation>앞에 같은 이름의 백엔드가 있습니다. 각각 다른 &apos;name&apos;을 지정하십시오.</translation>
    </message>
    <message>
        <source>Backends are written as [[backend]], in two brackets.</source>
        <translation>백엔드는 대괄호 두 개로 [[backend]]라고 씁니다.</translation>
    </message>
    <message>
        <source>The password file %1 cannot be used: %2.</source>
        <translation>비밀번호 파일 %1을(를) 쓸 수 없습니다: %2.</translation>
    </message>
    <message>
        <source>everybody on this machine can read it</source>
        <translation>이 컴퓨터의 누구나 읽을 수 있습니다</translation>
    </message>
    <message>
        <source>Make it yours alone: chmod 600 %1.</source>
        <translation>자신만 읽게 하십시오: chmod 600 %1.</translation>
    </message>
    <message>
        <source>The password file %1 gave nothing in time.</source>
        <translation>비밀번호 파일 %1이(가) 제시간에 아무것도 주지 않았습니다.</translation>
    </message>
    <message>
        <source>its first line is empty or longer than 4096 bytes</source>
        <translation>첫 줄이 비었거나 4096바이트보다 깁니다</translation>
    </message>
    <message>
        <source>A client certificate needs both &apos;cert&apos; and &apos;key&apos;.</source>
        <translation>클라이언트 인증서에는 &apos;cert&apos;와 &apos;key&apos;가 모두 필요합니다.</translation>
    </message>
    <message>
        <source>Certificate files are named, but TLS is switched off.</source>
        <translation>인증서 파일이 지정되었지만 TLS가 꺼져 있습니다.</translation>
    </message>
    <message>
        <source>TLS means nothing over a unix socket.</source>
        <translation>유닉스 소켓에서는 TLS가 의미가 없습니다.</translation>
    </message>
    <message>
        <source>Table &apos;%1&apos; has no database; write database.%1 or name a database in the URL.</source>
        <translation>테이블 &apos;%1&apos;에 데이터베이스가 없습니다. database.%1로 쓰거나 URL에 데이터베이스를 지정하십시오.</translation>
    </message>
    <message>
        <source>server, utc, a time zone such as Asia/Seoul or an offset such as +09:00</source>
        <translation>server, utc, Asia/Seoul 같은 시간대 또는 +09:00 같은 차이</translation>
    </message>
    <message>
        <source>&apos;%1&apos; takes text in quotes.</source>
        <translation>&apos;%1&apos;에는 따옴표로 묶은 글을 씁니다.</translation>
    </message>
    <message>
        <source>&apos;preset&apos; takes %1 or %2, the same as &apos;system&apos;.</source>
        <translation>&apos;preset&apos;에는 %1이나 %2를 씁니다. &apos;system&apos;과 같습니다.</translation>
    </message>
    <message>
        <source>A table takes &apos;preset&apos; or &apos;system&apos;, either of them %1 or %2.</source>
        <translation>테이블에는 &apos;preset&apos;이나 &apos;system&apos;을 쓰며, 값은 %1이나 %2입니다.</translation>
    </message>
    <message>
        <source>&apos;table&apos; takes &quot;table&quot; or &quot;database.table&quot;.</source>
        <translation>&apos;table&apos;에는 &quot;table&quot;이나 &quot;database.table&quot;을 씁니다.</translation>
    </message>
    <message>
        <source>A table without &apos;preset&apos; needs &apos;%1&apos;.</source>
        <translation>&apos;preset&apos;이 없는 테이블에는 &apos;%1&apos;이(가) 필요합니다.</translation>
    </message>
    <message>
        <source>A table of the system &quot;%1&quot; has &apos;%2&apos;, not &apos;%3&apos;.</source>
        <translation>시스템 &quot;%1&quot;의 테이블에는 &apos;%3&apos;이(가) 아니라 &apos;%2&apos;을(를) 씁니다.</translation>
    </message>
    <message>
        <source>Only a leader table has a &apos;lease&apos;.</source>
        <translation>&apos;lease&apos;는 리더 테이블에만 있습니다.</translation>
    </message>
    <message>
        <source>&apos;lease&apos; takes a duration from %1 to %2 such as %3.</source>
        <translation>&apos;lease&apos;에는 %1부터 %2까지의 시간을 씁니다. 예: %3.</translation>
    </message>
    <message>
        <source>&apos;clock&apos; takes %1.</source>
        <translation>&apos;clock&apos;에는 %1을(를) 씁니다.</translation>
    </message>
    <message>
        <source>text</source>
        <translation>글</translation>
    </message>
    <message>
        <source>table or database.table</source>
        <translation>table 또는 database.table</translation>
    </message>
    <message>
        <source>off or verify</source>
        <translation>off 또는 verify</translation>
    </message>
    <message>
        <source>verify in a rediss:// URL</source>
        <translation>rediss:// URL에서는 verify</translation>
    </message>
    <message>
        <source>development, staging or production</source>
        <translation>development, staging 또는 production</translation>
    </message>
    <message>
        <source>lock systems out of %1</source>
        <translation>다음 중의 락 시스템: %1</translation>
    </message>
    <message>
        <source>lock systems separated by commas</source>
        <translation>쉼표로 나눈 락 시스템</translation>
    </message>
    <message>
        <source>the number of a database, from 0</source>
        <translation>0부터 시작하는 데이터베이스 번호</translation>
    </message>
    <message>
        <source>Option &apos;%1&apos; of %2 cannot be &apos;%3&apos;; it takes %4.</source>
        <translation>%2의 옵션 &apos;%1&apos;은(는) &apos;%3&apos;일 수 없습니다. %4을(를) 씁니다.</translation>
    </message>
    <message>
        <source>a name</source>
        <translation>이름</translation>
    </message>
    <message>
        <source>Option &apos;%1&apos; of %2 is not known.</source>
        <translation>%2의 옵션 &apos;%1&apos;을(를) 알 수 없습니다.</translation>
    </message>
    <message>
        <source>It can have: %1.</source>
        <translation>쓸 수 있는 것: %1.</translation>
    </message>
    <message>
        <source>Option &apos;%1&apos; of %2 stands twice.</source>
        <translation>%2에 옵션 &apos;%1&apos;이(가) 두 번 있습니다.</translation>
    </message>
    <message>
        <source>UTF-8 text</source>
        <translation>UTF-8 글</translation>
    </message>
    <message>
        <source>The %1 of the URL %2 is malformed: percent-encoding is a % and two hexadecimal digits, and text is UTF-8.</source>
        <translation>URL %2의 %1이(가) 잘못되었습니다. 퍼센트 인코딩은 %와 16진수 두 자리이며 글은 UTF-8입니다.</translation>
    </message>
    <message>
        <source>A URL has a space or control character.</source>
        <translation>URL에 공백이나 제어 문자가 있습니다.</translation>
    </message>
    <message>
        <source>Write it percent-encoded, a space as %20.</source>
        <translation>퍼센트 인코딩으로 쓰십시오. 공백은 %20입니다.</translation>
    </message>
    <message>
        <source>This is not a backend&apos;s URL.</source>
        <translation>백엔드의 URL이 아닙니다.</translation>
    </message>
    <message>
        <source>Write mysql://user@host:port/database or redis://host:port/0.</source>
        <translation>mysql://user@host:port/database나 redis://host:port/0을 쓰십시오.</translation>
    </message>
    <message>
        <source>A URL has a &apos;#&apos; in it.</source>
        <translation>URL에 &apos;#&apos;이 있습니다.</translation>
    </message>
    <message>
        <source>Write it as %23.</source>
        <translation>%23이라고 쓰십시오.</translation>
    </message>
    <message>
        <source>user</source>
        <translation>사용자</translation>
    </message>
    <message>
        <source>password</source>
        <translation>비밀번호</translation>
    </message>
    <message>
        <source>host</source>
        <translation>호스트</translation>
    </message>
    <message>
        <source>The port in the URL %1 is not a number from 1 to 65535.</source>
        <translation>URL %1의 포트가 1에서 65535 사이의 숫자가 아닙니다.</translation>
    </message>
    <message>
        <source>query</source>
        <translation>쿼리</translation>
    </message>
    <message>
        <source>The URL %1 has an option that is not written name=value.</source>
        <translation>URL %1에 이름=값으로 쓰지 않은 옵션이 있습니다.</translation>
    </message>
    <message>
        <source>The lock has no expiry: only its holder ends it.</source>
        <translation>락에 만료가 없어 보유자만 끝낼 수 있습니다.</translation>
    </message>
    <message>
        <source>Its session has been idle for %1.</source>
        <translation>그 세션은 %1 동안 아무것도 하지 않았습니다.</translation>
    </message>
    <message>
        <source>The lock is held, and nothing stored says by whom.</source>
        <translation>락이 점유 중인데, 누구인지 저장된 것이 없습니다.</translation>
    </message>
    <message>
        <source>The stored owner is empty (0 bytes): nobody can tell whose lock it is, and any release fits it.</source>
        <translation>저장된 소유자가 비어 있습니다 (0바이트). 누구의 락인지 알 수 없고, 어떤 해제든 들어맞습니다.</translation>
    </message>
    <message>
        <source>The lease ended at %1 UTC by the server&apos;s clock; for more than %2 since then nobody has taken the lock over.</source>
        <translation>점유 시간이 서버 시계로 %1 UTC에 끝났고, 그 뒤 %2 넘게 아무도 락을 넘겨받지 않았습니다.</translation>
    </message>
    <message>
        <source>The session that holds it has run nothing for %1 (the limit is %2).</source>
        <translation>점유한 세션이 %1 동안 아무것도 실행하지 않았습니다 (한도 %2).</translation>
    </message>
    <message>
        <source>One other waits for the lock.</source>
        <translation>다른 하나가 이 락을 기다립니다.</translation>
    </message>
    <message>
        <source>%1 others wait for the lock.</source>
        <translation>다른 %1개가 이 락을 기다립니다.</translation>
    </message>
    <message>
        <source>The helper program lockmaster-lab was not found.</source>
        <translation>보조 프로그램 lockmaster-lab을 찾지 못했습니다.</translation>
    </message>
    <message>
        <source>Install Lockmaster completely, or name it in LOCKMASTER_LAB.</source>
        <translation>Lockmaster를 온전히 설치하거나 LOCKMASTER_LAB에 경로를 지정하십시오.</translation>
    </message>
    <message>
        <source>%1 cannot be started.</source>
        <translation>%1을(를) 시작할 수 없습니다.</translation>
    </message>
    <message>
        <source>No temporary directory could be made in %1.</source>
        <translation>%1에 임시 디렉터리를 만들 수 없습니다.</translation>
    </message>
    <message>
        <source>Check its permissions and free space.</source>
        <translation>권한과 남은 공간을 확인하십시오.</translation>
    </message>
    <message>
        <source>The process that keeps the private servers is gone.</source>
        <translation>전용 서버를 지키는 프로세스가 사라졌습니다.</translation>
    </message>
    <message>
        <source>%1 cannot be written.</source>
        <translation>%1에 쓸 수 없습니다.</translation>
    </message>
    <message>
        <source>The private MariaDB ended by itself: %1</source>
        <translation>전용 MariaDB가 스스로 끝났습니다: %1</translation>
    </message>
    <message>
        <source>The private MariaDB did not answer in time. %1</source>
        <translation>전용 MariaDB가 제시간에 응답하지 않았습니다. %1</translation>
    </message>
    <message>
        <source>The private Redis did not answer in time. %1</source>
        <translation>전용 Redis가 제시간에 응답하지 않았습니다. %1</translation>
    </message>
    <message>
        <source>The private Redis ended by itself: %1</source>
        <translation>전용 Redis가 스스로 끝났습니다: %1</translation>
    </message>
    <message>
        <source>Compare %1 with &lt;, &lt;=, =, &gt;= or &gt;, as in %2.</source>
        <translation>%1은(는) &lt;, &lt;=, =, &gt;=, &gt;로 비교하십시오. 예: %2.</translation>
    </message>
    <message>
        <source>This quote is not closed.</source>
        <translation>따옴표가 닫히지 않았습니다.</translation>
    </message>
    <message>
        <source>Something to look for is missing here.</source>
        <translation>찾을 내용이 빠졌습니다.</translation>
    </message>
    <message>
        <source>There is no state &apos;%1&apos;; there are held, expired, free, blocked and unknown.</source>
        <translation>상태 &apos;%1&apos;은(는) 없습니다. held, expired, free, blocked, unknown이 있습니다.</translation>
    </message>
    <message>
        <source>There is no finding &apos;%1&apos;; there are %2.</source>
        <translation>진단 &apos;%1&apos;은(는) 없습니다. 있는 것: %2.</translation>
    </message>
    <message>
        <source>A duration is needed here, such as 5s, 1m30s or 2h (us, ms, s, m, h, d).</source>
        <translation>여기에는 5s, 1m30s, 2h 같은 시간이 필요합니다 (us, ms, s, m, h, d).</translation>
    </message>
    <message>
        <source>A whole number is needed here.</source>
        <translation>여기에는 정수가 필요합니다.</translation>
    </message>
    <message>
        <source>%1 (%2) gave no complete answer within %3.</source>
        <translation>%1 (%2)이(가) %3 안에 완전한 응답을 주지 않았습니다.</translation>
    </message>
    <message>
        <source>Look whether the server hangs or is overloaded; if it is only slow, allow a longer timeout.</source>
        <translation>서버가 멈췄거나 과부하인지 보십시오. 단지 느리다면 제한 시간을 늘리십시오.</translation>
    </message>
    <message>
        <source>Leader table: one row for each service</source>
        <translation>리더 테이블: 서비스마다 한 행</translation>
    </message>
    <message>
        <source>Lock table: one row for each lock</source>
        <translation>락 테이블: 락마다 한 행</translation>
    </message>
    <message>
        <source>Expiry as stored</source>
        <translation>저장된 만료 시간</translation>
    </message>
    <message>
        <source>none (PTTL -1)</source>
        <translation>없음 (PTTL -1)</translation>
    </message>
    <message>
        <source>known from PTTL only</source>
        <translation>PTTL로만 알 수 있음</translation>
    </message>
    <message>
        <source>%1 (PEXPIRETIME)</source>
        <translation>%1 (PEXPIRETIME)</translation>
    </message>
    <message>
        <source>Fair and fenced Redisson locks cannot be told from plain ones: %1</source>
        <translation>Redisson의 공정 락과 펜싱 락을 일반 락과 구별할 수 없습니다: %1</translation>
    </message>
    <message>
        <source>Allow +llen +lrange +zrange +exists on redisson_lock_* keys for this user.</source>
        <translation>이 사용자에게 redisson_lock_* 키에 대한 +llen +lrange +zrange +exists를 허용하십시오.</translation>
    </message>
    <message>
        <source>Who waits for Redisson locks cannot be seen: %1</source>
        <translation>Redisson 락을 누가 기다리는지 볼 수 없습니다: %1</translation>
    </message>
    <message>
        <source>Allow +pubsub|numsub for this user.</source>
        <translation>이 사용자에게 +pubsub|numsub을 허용하십시오.</translation>
    </message>
    <message>
        <source>subscribed clients</source>
        <translation>구독 중인 클라이언트</translation>
    </message>
    <message>
        <source>queued threads</source>
        <translation>대기열의 스레드</translation>
    </message>
    <message>
        <source>Queue, place %1</source>
        <translation>대기열 %1번째</translation>
    </message>
    <message>
        <source>%1, until %2 (its clock)</source>
        <translation>%1, %2까지 (보유자의 시계)</translation>
    </message>
    <message>
        <source>Reader without a lease</source>
        <translation>점유 시간 없는 읽기 보유자</translation>
    </message>
    <message>
        <source>Waiters of Redisson locks</source>
        <translation>Redisson 락의 대기자</translation>
    </message>
    <message>
        <source>Queues of fair Redisson locks</source>
        <translation>Redisson 공정 락의 대기열</translation>
    </message>
    <message>
        <source>Fencing tokens of Redisson locks</source>
        <translation>Redisson 락의 펜싱 토큰</translation>
    </message>
    <message>
        <source>Redisson lock</source>
        <translation>Redisson 락</translation>
    </message>
    <message>
        <source>Redisson client</source>
        <translation>Redisson 클라이언트</translation>
    </message>
    <message>
        <source>Thread</source>
        <translation>스레드</translation>
    </message>
    <message>
        <source>Hold count</source>
        <translation>점유 횟수</translation>
    </message>
    <message>
        <source>Writer</source>
        <translation>쓰기 보유자</translation>
    </message>
    <message>
        <source>Holder</source>
        <translation>보유자</translation>
    </message>
    <message>
        <source>%1:%2, hold count %3</source>
        <translation>%1:%2, 점유 횟수 %3</translation>
    </message>
    <message>
        <source>Further holders</source>
        <translation>다른 보유자</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>알 수 없음</translation>
    </message>
    <message>
        <source>Value %1</source>
        <translation>값 %1</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>유형</translation>
    </message>
    <message>
        <source>Mode</source>
        <translation>모드</translation>
    </message>
    <message>
        <source>Fields</source>
        <translation>필드</translation>
    </message>
    <message>
        <source>%1, of which %2 were read</source>
        <translation>%1, 그중 %2개를 읽음</translation>
    </message>
    <message>
        <source>Renewal</source>
        <translation>갱신</translation>
    </message>
    <message>
        <source>none, and no expiry: Redisson itself always sets one, so this was made persistent or restored</source>
        <translation>없음, 만료도 없음: Redisson은 언제나 만료를 정하므로 영구로 바꾸었거나 복원한 것입니다</translation>
    </message>
    <message>
        <source>by a watchdog, as seen (%1 times)</source>
        <translation>워치독이 갱신, 관찰함 (%1번)</translation>
    </message>
    <message>
        <source>stopped: a watchdog renewed it %1 times, and does not any more</source>
        <translation>멈춤: 워치독이 %1번 갱신했지만 이제 하지 않음</translation>
    </message>
    <message>
        <source>none seen: a fixed lease, or its holder is gone</source>
        <translation>보이지 않음: 고정된 점유 시간이거나 보유자가 사라짐</translation>
    </message>
    <message>
        <source>set anew %1 times, not as a watchdog does</source>
        <translation>%1번 새로 정해짐, 워치독의 방식이 아님</translation>
    </message>
    <message>
        <source>not known yet: not watched for long enough</source>
        <translation>아직 모름: 충분히 오래 지켜보지 않음</translation>
    </message>
    <message>
        <source>Acquired (holder&apos;s clock)</source>
        <translation>획득 시각 (보유자의 시계)</translation>
    </message>
    <message>
        <source>MAC address</source>
        <translation>MAC 주소</translation>
    </message>
    <message>
        <source>Node (random, no MAC)</source>
        <translation>노드 (무작위, MAC 없음)</translation>
    </message>
    <message>
        <source>Registry</source>
        <translation>레지스트리</translation>
    </message>
    <message>
        <source>Queue</source>
        <translation>대기열</translation>
    </message>
    <message>
        <source>Job</source>
        <translation>작업</translation>
    </message>
    <message>
        <source>(unsigned)</source>
        <translation>(서명 없음)</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>값</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>길이</translation>
    </message>
    <message>
        <source>%1 bytes, the first %2 are shown</source>
        <translation>%1바이트, 처음 %2바이트만 표시</translation>
    </message>
    <message>
        <source>waiting writer</source>
        <translation>대기 중인 쓰기 보유자</translation>
    </message>
    <message>
        <source>Every holder writes the same value, &quot;%1&quot;: the release of one that came too late removes the lock of another.</source>
        <translation>모든 보유자가 같은 값 &quot;%1&quot;을(를) 씁니다. 늦게 온 해제가 다른 보유자의 락을 지웁니다.</translation>
    </message>
    <message>
        <source>Redis string lock</source>
        <translation>Redis 문자열 락</translation>
    </message>
    <message>
        <source>not visible to this account</source>
        <translation>이 계정에는 보이지 않음</translation>
    </message>
    <message>
        <source>none</source>
        <translation>없음</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 외 %2</translation>
    </message>
    <message>
        <source>(unknown session)</source>
        <translation>(알 수 없는 세션)</translation>
    </message>
    <message>
        <source>Connection</source>
        <translation>연결</translation>
    </message>
    <message>
        <source>User</source>
        <translation>사용자</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>호스트</translation>
    </message>
    <message>
        <source>Database</source>
        <translation>데이터베이스</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>명령</translation>
    </message>
    <message>
        <source>State</source>
        <translation>상태</translation>
    </message>
    <message>
        <source>Idle for</source>
        <translation>유휴 시간</translation>
    </message>
    <message>
        <source>Running for</source>
        <translation>실행 시간</translation>
    </message>
    <message>
        <source>Statement</source>
        <translation>문장</translation>
    </message>
    <message>
        <source>Session</source>
        <translation>세션</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>프로그램</translation>
    </message>
    <message>
        <source>Process id</source>
        <translation>프로세스 번호</translation>
    </message>
    <message>
        <source>Open transaction</source>
        <translation>열린 트랜잭션</translation>
    </message>
    <message>
        <source>Other locks of this session</source>
        <translation>이 세션의 다른 락</translation>
    </message>
    <message>
        <source>The server knows no lock of exactly this name: it shows the first 64 characters of the real one, and ? for what it cannot show.</source>
        <translation>서버는 정확히 이 이름의 락을 알지 못합니다. 실제 이름의 처음 64자만 보여 주고, 보여 줄 수 없는 글자는 ?로 나타냅니다.</translation>
    </message>
    <message>
        <source>%1 locks that look alike are shown as this one.</source>
        <translation>똑같아 보이는 락 %1개를 하나로 표시합니다.</translation>
    </message>
    <message>
        <source>The server takes no lock name like &apos;%1&apos;.</source>
        <translation>서버는 &apos;%1&apos; 같은 락 이름을 받지 않습니다.</translation>
    </message>
    <message>
        <source>Give a name of 1 to 192 bytes.</source>
        <translation>1바이트에서 192바이트까지의 이름을 지정하십시오.</translation>
    </message>
    <message>
        <source>Give a name of 1 to 64 characters of UTF-8, without emoji.</source>
        <translation>이모지 없이 UTF-8 1자에서 64자까지의 이름을 지정하십시오.</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is held by connection %2, but is missing from the server&apos;s list: it was taken before the server began to count such locks. Others may be missing too.</source>
        <translation>연결 %2이(가) &apos;%1&apos;을(를) 점유하지만 서버의 목록에는 없습니다. 서버가 이런 락을 세기 전에 획득한 것입니다. 다른 락도 빠져 있을 수 있습니다.</translation>
    </message>
    <message>
        <source>Name the locks to ask for (user_lock=NAME), or have their holders take them anew.</source>
        <translation>물어볼 락의 이름을 지정하거나(user_lock=NAME), 보유자가 다시 획득하게 하십시오.</translation>
    </message>
    <message>
        <source>performance_schema is off.</source>
        <translation>performance_schema가 꺼져 있습니다.</translation>
    </message>
    <message>
        <source>Start the server with performance_schema=ON and performance-schema-instrument=&apos;wait/lock/metadata/sql/mdl=ON&apos;.</source>
        <translation>서버를 performance_schema=ON과 performance-schema-instrument=&apos;wait/lock/metadata/sql/mdl=ON&apos;으로 시작하십시오.</translation>
    </message>
    <message>
        <source>Start the server with performance_schema=ON.</source>
        <translation>서버를 performance_schema=ON으로 시작하십시오.</translation>
    </message>
    <message>
        <source>The account %1 may not read performance_schema.metadata_locks.</source>
        <translation>계정 %1은(는) performance_schema.metadata_locks를 읽을 수 없습니다.</translation>
    </message>
    <message>
        <source>The server does not list its user-level locks.</source>
        <translation>서버가 사용자 레벨 락의 목록을 주지 않습니다.</translation>
    </message>
    <message>
        <source>The server had no room to write down %1 metadata locks since it started: its list may lack some.</source>
        <translation>서버가 시작한 뒤 메타데이터 락 %1개를 기록할 자리가 없었습니다. 목록에 빠진 것이 있을 수 있습니다.</translation>
    </message>
    <message>
        <source>Start the server with a larger performance_schema_max_metadata_locks.</source>
        <translation>서버를 더 큰 performance_schema_max_metadata_locks로 시작하십시오.</translation>
    </message>
    <message>
        <source>The account %1 sees only its own sessions: the user, host and statement of other holders and waiters stay unknown.</source>
        <translation>계정 %1은(는) 자기 세션만 봅니다. 다른 보유자와 대기자의 사용자, 호스트, 문장은 알 수 없습니다.</translation>
    </message>
    <message>
        <source>User-level locks and their holders</source>
        <translation>사용자 레벨 락과 보유자</translation>
    </message>
    <message>
        <source>The plugin METADATA_LOCK_INFO is loaded.</source>
        <translation>METADATA_LOCK_INFO 플러그인이 로드되어 있습니다.</translation>
    </message>
    <message>
        <source>performance_schema lists them.</source>
        <translation>performance_schema가 목록을 줍니다.</translation>
    </message>
    <message>
        <source>Waiters of user-level locks</source>
        <translation>사용자 레벨 락의 대기자</translation>
    </message>
    <message>
        <source>How long a user-level lock has been held</source>
        <translation>사용자 레벨 락의 점유 경과 시간</translation>
    </message>
    <message>
        <source>The plugin METADATA_LOCK_INFO counts it.</source>
        <translation>METADATA_LOCK_INFO 플러그인이 셉니다.</translation>
    </message>
    <message>
        <source>The plugin METADATA_LOCK_INFO is not loaded.</source>
        <translation>METADATA_LOCK_INFO 플러그인이 로드되어 있지 않습니다.</translation>
    </message>
    <message>
        <source>MySQL does not count it; it is counted from when it was first seen.</source>
        <translation>MySQL은 세지 않습니다. 처음 본 때부터 셉니다.</translation>
    </message>
    <message>
        <source>User, host and statement of those who hold and wait</source>
        <translation>보유자와 대기자의 사용자, 호스트, 문장</translation>
    </message>
    <message>
        <source>The account sees every session.</source>
        <translation>계정이 모든 세션을 봅니다.</translation>
    </message>
    <message>
        <source>Open transactions of those who hold</source>
        <translation>보유자의 열린 트랜잭션</translation>
    </message>
    <message>
        <source>The account may read INNODB_TRX.</source>
        <translation>계정이 INNODB_TRX를 읽을 수 있습니다.</translation>
    </message>
    <message>
        <source>The PROCESS privilege is missing.</source>
        <translation>PROCESS 권한이 없습니다.</translation>
    </message>
    <message>
        <source>MySQL user-level lock</source>
        <translation>MySQL 사용자 레벨 락</translation>
    </message>
    <message>
        <source>%1 sent more than was asked for.</source>
        <translation>%1이(가) 요청한 것보다 많이 보냈습니다.</translation>
    </message>
    <message>
        <source>%1 is older than Redis 6: it has no users.</source>
        <translation>%1이(가) Redis 6보다 오래되어 사용자가 없습니다.</translation>
    </message>
    <message>
        <source>Give the password without a user.</source>
        <translation>사용자 없이 비밀번호만 지정하십시오.</translation>
    </message>
    <message>
        <source>%1 has no database %2.</source>
        <translation>%1에 데이터베이스 %2이(가) 없습니다.</translation>
    </message>
    <message>
        <source>Check the database number.</source>
        <translation>데이터베이스 번호를 확인하십시오.</translation>
    </message>
    <message>
        <source>The connection to %1 is over.</source>
        <translation>%1 연결이 끝났습니다.</translation>
    </message>
    <message>
        <source>The server&apos;s answer is larger than Lockmaster is willing to read (%1 MB, %2 values).</source>
        <translation>서버의 응답이 Lockmaster가 읽으려는 크기보다 큽니다 (%1 MB, 값 %2개).</translation>
    </message>
    <message>
        <source>The answer is not the Redis protocol (RESP2).</source>
        <translation>응답이 Redis 프로토콜(RESP2)이 아닙니다.</translation>
    </message>
    <message>
        <source>Check that host and port lead to a Redis or Valkey server, and whether this port speaks TLS.</source>
        <translation>호스트와 포트가 Redis나 Valkey 서버로 이어지는지, 이 포트가 TLS를 쓰는지 확인하십시오.</translation>
    </message>
    <message>
        <source>%1 asks for a password.</source>
        <translation>%1이(가) 비밀번호를 요구합니다.</translation>
    </message>
    <message>
        <source>%1 refused the user or the password, or the user is disabled.</source>
        <translation>%1이(가) 사용자나 비밀번호를 거부했거나, 사용자가 비활성화되어 있습니다.</translation>
    </message>
    <message>
        <source>Check user and password.</source>
        <translation>사용자와 비밀번호를 확인하십시오.</translation>
    </message>
    <message>
        <source>%1 is in protected mode and takes only local connections.</source>
        <translation>%1이(가) 보호 모드라서 로컬 연결만 받습니다.</translation>
    </message>
    <message>
        <source>Set a password on the server, or connect from its own machine.</source>
        <translation>서버에 비밀번호를 설정하거나, 서버 컴퓨터에서 연결하십시오.</translation>
    </message>
    <message>
        <source>%1 is denied to this account: %2</source>
        <translation>이 계정에는 %1이(가) 거부됩니다: %2</translation>
    </message>
    <message>
        <source>Allow it to the account with ACL SETUSER.</source>
        <translation>ACL SETUSER로 계정에 허용하십시오.</translation>
    </message>
    <message>
        <source>%1 has no room for another client.</source>
        <translation>%1이(가) 클라이언트를 더 받을 수 없습니다.</translation>
    </message>
    <message>
        <source>Close connections, or raise maxclients on the server.</source>
        <translation>연결을 닫거나 서버의 maxclients를 늘리십시오.</translation>
    </message>
    <message>
        <source>%1 does not serve now: %2</source>
        <translation>%1이(가) 지금은 서비스하지 않습니다: %2</translation>
    </message>
    <message>
        <source>Wait for the server; this ends by itself.</source>
        <translation>서버를 기다리십시오. 저절로 끝납니다.</translation>
    </message>
    <message>
        <source>This server does not know %1.</source>
        <translation>이 서버는 %1을(를) 알지 못합니다.</translation>
    </message>
    <message>
        <source>%1 was refused: %2</source>
        <translation>%1이(가) 거부되었습니다: %2</translation>
    </message>
    <message>
        <source>%1 did not answer in time.</source>
        <translation>%1이(가) 제시간에 응답하지 않았습니다.</translation>
    </message>
    <message>
        <source>Check whether the server hangs or is overloaded, or allow a longer timeout.</source>
        <translation>서버가 멈췄거나 과부하인지 확인하거나, 제한 시간을 늘리십시오.</translation>
    </message>
    <message>
        <source>Gave up waiting for %1.</source>
        <translation>%1 기다리기를 포기했습니다.</translation>
    </message>
    <message>
        <source>%1 closed the connection.</source>
        <translation>%1이(가) 연결을 닫았습니다.</translation>
    </message>
    <message>
        <source>The connection to %1 was lost: %2.</source>
        <translation>%1 연결이 끊겼습니다: %2.</translation>
    </message>
    <message>
        <source>The file %1 cannot be read: %2.</source>
        <translation>파일 %1을(를) 읽을 수 없습니다: %2.</translation>
    </message>
    <message>
        <source>Check its path and that you may read it.</source>
        <translation>경로와 읽기 권한을 확인하십시오.</translation>
    </message>
    <message>
        <source>%1 holds no certificate.</source>
        <translation>%1에 인증서가 없습니다.</translation>
    </message>
    <message>
        <source>Give a file in PEM format.</source>
        <translation>PEM 형식의 파일을 지정하십시오.</translation>
    </message>
    <message>
        <source>%1 holds no usable private key.</source>
        <translation>%1에 쓸 수 있는 개인 키가 없습니다.</translation>
    </message>
    <message>
        <source>Give an RSA or EC key in PEM format, without a passphrase.</source>
        <translation>암호 없는 PEM 형식의 RSA 또는 EC 키를 지정하십시오.</translation>
    </message>
    <message>
        <source>The certificate of %1 is for another host.</source>
        <translation>%1의 인증서는 다른 호스트의 것입니다.</translation>
    </message>
    <message>
        <source>Use the host name that stands in the certificate.</source>
        <translation>인증서에 적힌 호스트 이름을 쓰십시오.</translation>
    </message>
    <message>
        <source>The certificate of %1 is not valid now: %2</source>
        <translation>%1의 인증서가 지금 유효하지 않습니다: %2</translation>
    </message>
    <message>
        <source>Renew the server&apos;s certificate, or set this machine&apos;s clock.</source>
        <translation>서버의 인증서를 갱신하거나 이 컴퓨터의 시계를 맞추십시오.</translation>
    </message>
    <message>
        <source>The certificate of %1 is not trusted: %2</source>
        <translation>%1의 인증서를 신뢰할 수 없습니다: %2</translation>
    </message>
    <message>
        <source>%1 did not accept our client certificate: %2</source>
        <translation>%1이(가) 클라이언트 인증서를 받아들이지 않았습니다: %2</translation>
    </message>
    <message>
        <source>Give a certificate and key that the server trusts, or let the server set tls-auth-clients no.</source>
        <translation>서버가 신뢰하는 인증서와 키를 주거나, 서버에서 tls-auth-clients no로 설정하십시오.</translation>
    </message>
    <message>
        <source>%1 did not answer the TLS handshake in time.</source>
        <translation>%1이(가) TLS 핸드셰이크에 제시간에 응답하지 않았습니다.</translation>
    </message>
    <message>
        <source>Check that this port speaks TLS.</source>
        <translation>이 포트가 TLS를 쓰는지 확인하십시오.</translation>
    </message>
    <message>
        <source>The TLS handshake with %1 failed: %2</source>
        <translation>%1와의 TLS 핸드셰이크가 실패했습니다: %2</translation>
    </message>
    <message>
        <source>%1 closed the connection right after the TLS handshake.</source>
        <translation>%1이(가) TLS 핸드셰이크 직후 연결을 닫았습니다.</translation>
    </message>
    <message>
        <source>If it asks for client certificates, give a certificate and key that it trusts.</source>
        <translation>클라이언트 인증서를 요구하면 서버가 신뢰하는 인증서와 키를 지정하십시오.</translation>
    </message>
    <message>
        <source>The connection to %1 was lost: %2</source>
        <translation>%1 연결이 끊겼습니다: %2</translation>
    </message>
    <message>
        <source>&apos;%1&apos; cannot be the name of a table or column.</source>
        <translation>&apos;%1&apos;은(는) 테이블이나 열의 이름이 될 수 없습니다.</translation>
    </message>
    <message>
        <source>A name has 1 to 64 characters.</source>
        <translation>이름은 1자에서 64자까지입니다.</translation>
    </message>
    <message>
        <source>%1 refused the login of &apos;%2&apos;: %3</source>
        <translation>%1이(가) &apos;%2&apos;의 로그인을 거부했습니다: %3</translation>
    </message>
    <message>
        <source>Check the user name and the password; an account that requires TLS is refused in the same way without it (tls=verify).</source>
        <translation>사용자 이름과 비밀번호를 확인하십시오. TLS를 요구하는 계정도 TLS 없이는 똑같이 거부됩니다 (tls=verify).</translation>
    </message>
    <message>
        <source>Check the user name and the password.</source>
        <translation>사용자 이름과 비밀번호를 확인하십시오.</translation>
    </message>
    <message>
        <source>%1 refused the connection.</source>
        <translation>%1이(가) 연결을 거부했습니다.</translation>
    </message>
    <message>
        <source>Check that the server runs and listens there.</source>
        <translation>서버가 실행 중이고 그곳에서 기다리는지 확인하십시오.</translation>
    </message>
    <message>
        <source>There is no socket at %1.</source>
        <translation>%1에 소켓이 없습니다.</translation>
    </message>
    <message>
        <source>Check that the server runs, and the socket&apos;s path.</source>
        <translation>서버가 실행 중인지, 소켓 경로가 맞는지 확인하십시오.</translation>
    </message>
    <message>
        <source>This account may not open the socket %1.</source>
        <translation>이 계정은 소켓 %1을(를) 열 수 없습니다.</translation>
    </message>
    <message>
        <source>Check the permissions of the socket and of its directories.</source>
        <translation>소켓과 그 디렉터리의 권한을 확인하십시오.</translation>
    </message>
    <message>
        <source>There is no route to %1.</source>
        <translation>%1(으)로 가는 경로가 없습니다.</translation>
    </message>
    <message>
        <source>Check the address and the network.</source>
        <translation>주소와 네트워크를 확인하십시오.</translation>
    </message>
    <message>
        <source>%1 was not reached: %2</source>
        <translation>%1에 닿지 못했습니다: %2</translation>
    </message>
    <message>
        <source>Check the host, the port and that the server runs.</source>
        <translation>호스트와 포트, 서버 실행 여부를 확인하십시오.</translation>
    </message>
    <message>
        <source>The connection to %1 was lost.</source>
        <translation>%1 연결이 끊겼습니다.</translation>
    </message>
    <message>
        <source>It is opened again by itself; if this goes on, look at the server&apos;s log.</source>
        <translation>저절로 다시 연결합니다. 계속되면 서버의 로그를 보십시오.</translation>
    </message>
    <message>
        <source>TLS with %1 failed: %2</source>
        <translation>%1와의 TLS가 실패했습니다: %2</translation>
    </message>
    <message>
        <source>Check the certificate authority (ca=FILE), that the certificate names this host, and that the server offers TLS.</source>
        <translation>인증 기관(ca=FILE), 인증서의 호스트 이름, 서버의 TLS 제공 여부를 확인하십시오.</translation>
    </message>
    <message>
        <source>%1 says: %2</source>
        <translation>%1의 응답: %2</translation>
    </message>
    <message>
        <source>Check the names of database, table and columns in the profile or URL.</source>
        <translation>프로필이나 URL의 데이터베이스, 테이블, 열 이름을 확인하십시오.</translation>
    </message>
    <message>
        <source>%1 denies it: %2</source>
        <translation>%1이(가) 거부했습니다: %2</translation>
    </message>
    <message>
        <source>Grant the account what is missing.</source>
        <translation>계정에 없는 권한을 주십시오.</translation>
    </message>
    <message>
        <source>%1 takes no more connections: %2</source>
        <translation>%1이(가) 연결을 더 받지 않습니다: %2</translation>
    </message>
    <message>
        <source>Close unused connections or raise the server&apos;s or the account&apos;s limit.</source>
        <translation>쓰지 않는 연결을 닫거나 서버 또는 계정의 한도를 늘리십시오.</translation>
    </message>
    <message>
        <source>%1 gave up the statement: %2</source>
        <translation>%1이(가) 문장 실행을 포기했습니다: %2</translation>
    </message>
    <message>
        <source>Something locks the table (ALTER, LOCK TABLES, a backup); look at the server&apos;s process list.</source>
        <translation>무언가가 테이블을 잠그고 있습니다 (ALTER, LOCK TABLES, 백업). 서버의 프로세스 목록을 보십시오.</translation>
    </message>
    <message>
        <source>The host name &apos;%1&apos; is not known.</source>
        <translation>호스트 이름 &apos;%1&apos;을(를) 알 수 없습니다.</translation>
    </message>
    <message>
        <source>Check the spelling and the name service.</source>
        <translation>철자와 이름 서비스를 확인하십시오.</translation>
    </message>
    <message>
        <source>%1 answered with error %2: %3</source>
        <translation>%1이(가) 오류 %2(으)로 응답했습니다: %3</translation>
    </message>
    <message>
        <source>%1 does not support it: %2</source>
        <translation>%1이(가) 지원하지 않습니다: %2</translation>
    </message>
    <message>
        <source>%1 gave no complete answer within %2.</source>
        <translation>%1이(가) %2 안에 완전한 응답을 주지 않았습니다.</translation>
    </message>
    <message>
        <source>Check that the server is not stopped or overloaded, and the network to it; a longer time can be allowed with timeout_ms.</source>
        <translation>서버가 멈추거나 과부하 상태가 아닌지, 네트워크에 문제가 없는지 확인하십시오. timeout_ms로 시간을 늘릴 수 있습니다.</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is not a host name.</source>
        <translation>&apos;%1&apos;은(는) 호스트 이름이 아닙니다.</translation>
    </message>
    <message>
        <source>Write a host name or an address, the port apart from it.</source>
        <translation>호스트 이름이나 주소를 쓰고, 포트는 따로 쓰십시오.</translation>
    </message>
    <message>
        <source>The path &apos;%1&apos; cannot be used.</source>
        <translation>경로 &apos;%1&apos;을(를) 쓸 수 없습니다.</translation>
    </message>
    <message>
        <source>Use a path without semicolons, equals signs, braces and quotes.</source>
        <translation>세미콜론, 등호, 중괄호, 따옴표가 없는 경로를 쓰십시오.</translation>
    </message>
    <message>
        <source>The file &apos;%1&apos; cannot be read.</source>
        <translation>파일 &apos;%1&apos;을(를) 읽을 수 없습니다.</translation>
    </message>
    <message>
        <source>Check its path and its permissions.</source>
        <translation>경로와 권한을 확인하십시오.</translation>
    </message>
    <message>
        <source>TLS is not verified over the unix socket %1: it has no host name.</source>
        <translation>유닉스 소켓 %1에는 호스트 이름이 없어 TLS를 검증하지 않습니다.</translation>
    </message>
    <message>
        <source>Leave TLS off; a unix socket does not leave the machine.</source>
        <translation>TLS를 끄십시오. 유닉스 소켓은 컴퓨터 밖으로 나가지 않습니다.</translation>
    </message>
    <message>
        <source>Gave up connecting to %1.</source>
        <translation>%1 연결을 포기했습니다.</translation>
    </message>
    <message>
        <source>No name server could say where the host %1 is.</source>
        <translation>어떤 이름 서버도 호스트 %1의 위치를 알지 못합니다.</translation>
    </message>
    <message>
        <source>Check this machine&apos;s network and name service.</source>
        <translation>이 컴퓨터의 네트워크와 이름 서비스를 확인하십시오.</translation>
    </message>
    <message>
        <source>The host %1 is not known.</source>
        <translation>호스트 %1을(를) 알 수 없습니다.</translation>
    </message>
    <message>
        <source>Check the spelling of the host.</source>
        <translation>호스트의 철자를 확인하십시오.</translation>
    </message>
    <message>
        <source>Looking up the host %1 took too long.</source>
        <translation>호스트 %1을(를) 찾는 데 너무 오래 걸렸습니다.</translation>
    </message>
    <message>
        <source>The path %1 is too long for a unix socket.</source>
        <translation>경로 %1은(는) 유닉스 소켓으로 쓰기에 너무 깁니다.</translation>
    </message>
    <message>
        <source>%1 did not answer the connection in time.</source>
        <translation>%1이(가) 연결에 제시간에 응답하지 않았습니다.</translation>
    </message>
    <message>
        <source>Check the address, and that no firewall drops the connection.</source>
        <translation>주소를 확인하고, 방화벽이 연결을 버리지 않는지 확인하십시오.</translation>
    </message>
    <message>
        <source>The socket %1 cannot be opened: %2.</source>
        <translation>소켓 %1을(를) 열 수 없습니다: %2.</translation>
    </message>
    <message>
        <source>Check that the server runs, its socket&apos;s path, and that you may open it.</source>
        <translation>서버가 실행 중인지, 소켓 경로가 맞는지, 열 수 있는지 확인하십시오.</translation>
    </message>
    <message>
        <source>%1 cannot be reached: %2.</source>
        <translation>%1에 연결할 수 없습니다: %2.</translation>
    </message>
    <message>
        <source>Check that the server runs, and its host and port.</source>
        <translation>서버가 실행 중인지, 호스트와 포트가 맞는지 확인하십시오.</translation>
    </message>
    <message>
        <source>Starting a private Redis</source>
        <translation>전용 Redis를 시작하는 중</translation>
    </message>
    <message>
        <source>Starting a private MariaDB</source>
        <translation>전용 MariaDB를 시작하는 중</translation>
    </message>
    <message>
        <source>Creating tables and accounts</source>
        <translation>테이블과 계정을 만드는 중</translation>
    </message>
    <message>
        <source>Preparing a temporary directory</source>
        <translation>임시 디렉터리를 준비하는 중</translation>
    </message>
    <message>
        <source>Starting programs that use locks</source>
        <translation>락을 쓰는 프로그램을 시작하는 중</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>준비 완료</translation>
    </message>
    <message>
        <source>There are more than %1 locks; no more are shown.</source>
        <translation>락이 %1개보다 많습니다. 더는 표시하지 않습니다.</translation>
    </message>
    <message>
        <source>Give narrower patterns.</source>
        <translation>더 좁은 패턴을 지정하십시오.</translation>
    </message>
    <message>
        <source>Not all keys have been looked through yet: the keyspace is large.</source>
        <translation>키스페이스가 커서 아직 모든 키를 살펴보지 못했습니다.</translation>
    </message>
    <message>
        <source>Give patterns for the locks, or allow a longer timeout.</source>
        <translation>락의 패턴을 지정하거나 제한 시간을 늘리십시오.</translation>
    </message>
    <message>
        <source>Finding locks</source>
        <translation>락 찾기</translation>
    </message>
    <message>
        <source>Reading string locks</source>
        <translation>문자열 락 읽기</translation>
    </message>
    <message>
        <source>Reading hash locks</source>
        <translation>해시 락 읽기</translation>
    </message>
    <message>
        <source>Time left of locks</source>
        <translation>락의 남은 시간</translation>
    </message>
    <message>
        <source>The server&apos;s clock</source>
        <translation>서버의 시계</translation>
    </message>
    <message>
        <source>Version and role of the server</source>
        <translation>서버의 버전과 역할</translation>
    </message>
    <message>
        <source>This server is one node of a cluster: only the keys of this node are shown.</source>
        <translation>이 서버는 클러스터의 한 노드이므로 이 노드의 키만 표시합니다.</translation>
    </message>
    <message>
        <source>TIME is denied to this account: the server&apos;s clock is taken from INFO.</source>
        <translation>이 계정에는 TIME이 거부되어 서버의 시계를 INFO에서 얻습니다.</translation>
    </message>
    <message>
        <source>TIME is denied to this account: expiry times are by this machine&apos;s clock.</source>
        <translation>이 계정에는 TIME이 거부되어 만료 시간이 이 컴퓨터의 시계를 따릅니다.</translation>
    </message>
    <message>
        <source>The columns of %1 cannot be seen.</source>
        <translation>%1의 열을 볼 수 없습니다.</translation>
    </message>
    <message>
        <source>The account %1 may not read %2.</source>
        <translation>계정 %1은(는) %2을(를) 읽을 수 없습니다.</translation>
    </message>
    <message>
        <source>There is no table %1.</source>
        <translation>테이블 %1이(가) 없습니다.</translation>
    </message>
    <message>
        <source>Check the name of database and table in the profile or URL.</source>
        <translation>프로필이나 URL의 데이터베이스와 테이블 이름을 확인하십시오.</translation>
    </message>
    <message>
        <source>%1 has no column &apos;%2&apos; that the account may read; it has: %3.</source>
        <translation>%1에는 이 계정이 읽을 수 있는 열 &apos;%2&apos;이(가) 없습니다. 있는 열: %3.</translation>
    </message>
    <message>
        <source>Say in the profile which columns mean name, owner and time.</source>
        <translation>어느 열이 이름, 소유자, 시간인지 프로필에 적으십시오.</translation>
    </message>
    <message>
        <source>The column &apos;%1&apos; of %2 is of type %3, not DATETIME or TIMESTAMP.</source>
        <translation>%2의 열 &apos;%1&apos;은(는) DATETIME이나 TIMESTAMP가 아니라 %3입니다.</translation>
    </message>
    <message>
        <source>Say in the profile which column holds the time.</source>
        <translation>어느 열이 시간인지 프로필에 적으십시오.</translation>
    </message>
    <message>
        <source>No database is named for the table %1.</source>
        <translation>테이블 %1의 데이터베이스가 지정되지 않았습니다.</translation>
    </message>
    <message>
        <source>Name the database in the URL or profile, or write database.table.</source>
        <translation>URL이나 프로필에 데이터베이스를 지정하거나 database.table로 쓰십시오.</translation>
    </message>
    <message>
        <source>a session that the server does not name</source>
        <translation>서버가 이름을 알려 주지 않는 세션</translation>
    </message>
    <message>
        <source>%1 (since %2)</source>
        <translation>%1 (%2부터)</translation>
    </message>
    <message>
        <source>%1 more</source>
        <translation>%1개 더</translation>
    </message>
    <message>
        <source>An open transaction writes to this table and may have locked this row: %1.</source>
        <translation>열린 트랜잭션이 이 테이블에 쓰고 있어 이 행을 잠갔을 수 있습니다: %1.</translation>
    </message>
    <message>
        <source>%1 exists twice by the clock %2, which is set back in that hour: at %3 and at %4. Which of them is meant cannot be told.</source>
        <translation>시계 %2에서는 그 시간대가 뒤로 돌려져 %1이(가) %3와 %4, 두 번 존재합니다. 어느 쪽인지 알 수 없습니다.</translation>
    </message>
    <message>
        <source>%1 rows modified</source>
        <translation>행 %1개 수정</translation>
    </message>
    <message>
        <source>for %1, %2</source>
        <translation>%1 동안, %2</translation>
    </message>
    <message>
        <source>Waiters are known only by statements that name the lock.</source>
        <translation>대기자는 락의 이름이 적힌 문장으로만 알 수 있습니다.</translation>
    </message>
    <message>
        <source>Not installed: %1.</source>
        <translation>설치되지 않음: %1.</translation>
    </message>
    <message>
        <source>Install with: sudo apt-get install %1</source>
        <translation>설치: sudo apt-get install %1</translation>
    </message>
    <message>
        <source>A lock changes faster than it can be read: what is shown may be older.</source>
        <translation>락이 읽는 것보다 빨리 바뀝니다. 표시된 것이 더 오래되었을 수 있습니다.</translation>
    </message>
    <message>
        <source>Try again.</source>
        <translation>다시 시도하십시오.</translation>
    </message>
    <message>
        <source>A version this program knows</source>
        <translation>이 프로그램이 아는 버전</translation>
    </message>
    <message>
        <source>Use MySQL 8.0 or MariaDB 10.5 or later; older ones are not tested.</source>
        <translation>MySQL 8.0이나 MariaDB 10.5 이상을 쓰십시오. 더 오래된 것은 시험하지 않았습니다.</translation>
    </message>
    <message>
        <source>The server that is written to</source>
        <translation>쓰기 대상 서버</translation>
    </message>
    <message>
        <source>It follows another server: what it shows may lag.</source>
        <translation>다른 서버를 따르므로 보이는 것이 늦을 수 있습니다.</translation>
    </message>
    <message>
        <source>It follows no other server.</source>
        <translation>다른 서버를 따르지 않습니다.</translation>
    </message>
    <message>
        <source>Watch the server that the locks are taken on.</source>
        <translation>락을 획득하는 서버를 지켜보십시오.</translation>
    </message>
    <message>
        <source>Rows locked by open transactions</source>
        <translation>열린 트랜잭션이 잠근 행</translation>
    </message>
    <message>
        <source>performance_schema.data_locks tells each row.</source>
        <translation>performance_schema.data_locks가 각 행을 알려 줍니다.</translation>
    </message>
    <message>
        <source>Only rows that somebody waits for are told.</source>
        <translation>누군가 기다리는 행만 알려 줍니다.</translation>
    </message>
    <message>
        <source>INNODB_LOCKS tells rows that somebody waits for, METADATA_LOCK_INFO who writes to the table.</source>
        <translation>INNODB_LOCKS는 누군가 기다리는 행을, METADATA_LOCK_INFO는 테이블에 쓰는 쪽을 알려 줍니다.</translation>
    </message>
    <message>
        <source>%1 has more than %2 rows; the rest is not shown.</source>
        <translation>%1에 행이 %2개보다 많습니다. 나머지는 표시하지 않습니다.</translation>
    </message>
    <message>
        <source>Remove rows that no program uses any more.</source>
        <translation>어떤 프로그램도 쓰지 않는 행을 지우십시오.</translation>
    </message>
    <message>
        <source>Rows of %1</source>
        <translation>%1의 행</translation>
    </message>
    <message>
        <source>Readable; its time is a %1.</source>
        <translation>읽을 수 있음. 시간 열은 %1입니다.</translation>
    </message>
    <message>
        <source>The profile says that a heartbeat holds for no time.</source>
        <translation>프로필에 하트비트 유효 시간이 0으로 되어 있습니다.</translation>
    </message>
    <message>
        <source>Last heartbeat</source>
        <translation>마지막 하트비트</translation>
    </message>
    <message>
        <source>A heartbeat holds for</source>
        <translation>하트비트 유효 시간</translation>
    </message>
    <message>
        <source>Others may take over from</source>
        <translation>다른 쪽이 넘겨받을 수 있는 때</translation>
    </message>
    <message>
        <source>The heartbeat %1 is in the future by the clock %2: its writer&apos;s clock is about %3 from it.</source>
        <translation>하트비트 %1이(가) 시계 %2(으)로는 미래입니다. 기록한 쪽의 시계가 약 %3 다릅니다.</translation>
    </message>
    <message>
        <source>The leader is alive, but its heartbeats are old by the clock %1: its writer&apos;s clock is about %2 from it.</source>
        <translation>리더는 살아 있지만 시계 %1(으)로는 하트비트가 오래되었습니다. 기록한 쪽의 시계가 약 %2 다릅니다.</translation>
    </message>
    <message>
        <source>By the clock %1 of the profile the last heartbeat was at %2, by the clock %3 at %4, which is now: that one seems to have written it.</source>
        <translation>프로필의 시계 %1(으)로 마지막 하트비트는 %2, 시계 %3(으)로는 %4이며 이것이 지금입니다. 그 시계로 기록한 것으로 보입니다.</translation>
    </message>
    <message>
        <source>By the clock %1 of the profile the lease ends at %2, by the clock %3 at %4, which is minutes from now: that one seems to have written it.</source>
        <translation>프로필의 시계 %1(으)로 점유 시간은 %2에 끝나고, 시계 %3(으)로는 %4에 끝나 지금부터 몇 분 안입니다. 그 시계로 기록한 것으로 보입니다.</translation>
    </message>
    <message>
        <source>It was written between %1 and %2</source>
        <translation>%1와 %2 사이에 기록됨</translation>
    </message>
    <message>
        <source>%1, but by the clock %2 its expiry %3 was over before that: its writer&apos;s clock is about %4 from it.</source>
        <translation>%1, 그런데 시계 %2(으)로는 만료 시간 %3이(가) 그 전에 지났습니다. 기록한 쪽의 시계가 약 %4 다릅니다.</translation>
    </message>
    <message>
        <source>%1 with the expiry %2, which was over by then: it was granted for no time.</source>
        <translation>%1의 만료 시간 %2이(가) 그때 이미 지났습니다. 0초 동안 점유한 것입니다.</translation>
    </message>
    <message>
        <source>%1 with the expiry %2, by the clock %3 just over whole hours ahead: its writer&apos;s clock seems to be about %4 from it.</source>
        <translation>%1의 만료 시간은 %2인데, 시계 %3(으)로는 정시 단위로 조금 넘게 앞서 있습니다. 기록한 쪽의 시계가 약 %4 다른 것으로 보입니다.</translation>
    </message>
    <message>
        <source>rounded to %1</source>
        <translation>%1(으)로 반올림</translation>
    </message>
    <message>
        <source>cut to %1</source>
        <translation>%1(으)로 버림</translation>
    </message>
    <message>
        <source>Time column</source>
        <translation>시간 열</translation>
    </message>
    <message>
        <source>Clock</source>
        <translation>시계</translation>
    </message>
    <message>
        <source>%1: when it is set forward or back the server has not told yet, so the TTL is unknown</source>
        <translation>%1: 서버가 언제 앞당기거나 늦추는지 아직 알려 주지 않아 TTL을 알 수 없음</translation>
    </message>
    <message>
        <source>Row locked by</source>
        <translation>행을 잠근 쪽</translation>
    </message>
    <message>
        <source>sessions waiting for the row</source>
        <translation>행을 기다리는 세션</translation>
    </message>
    <message>
        <source>The conversation with %1 was ended.</source>
        <translation>%1와의 통신을 끝냈습니다.</translation>
    </message>
    <message>
        <source>Qt&apos;s driver for MySQL is not installed.</source>
        <translation>Qt의 MySQL 드라이버가 설치되어 있지 않습니다.</translation>
    </message>
    <message>
        <source>Install the package libqt6sql6-mysql.</source>
        <translation>libqt6sql6-mysql 패키지를 설치하십시오.</translation>
    </message>
    <message>
        <source>Qt&apos;s driver for MySQL does not give its connection away.</source>
        <translation>Qt의 MySQL 드라이버가 연결을 내주지 않습니다.</translation>
    </message>
    <message>
        <source>Use the driver of the package libqt6sql6-mysql.</source>
        <translation>libqt6sql6-mysql 패키지의 드라이버를 쓰십시오.</translation>
    </message>
    <message>
        <source>The connection to %1 is not encrypted.</source>
        <translation>%1 연결이 암호화되지 않았습니다.</translation>
    </message>
    <message>
        <source>Switch TLS on in the server.</source>
        <translation>서버에서 TLS를 켜십시오.</translation>
    </message>
    <message>
        <source>%1 refuses prepared statements.</source>
        <translation>%1이(가) 준비된 문장을 거부합니다.</translation>
    </message>
    <message>
        <source>Raise the server&apos;s max_prepared_stmt_count.</source>
        <translation>서버의 max_prepared_stmt_count를 늘리십시오.</translation>
    </message>
    <message>
        <source>The connection to %1 is closed.</source>
        <translation>%1 연결이 닫혔습니다.</translation>
    </message>
    <message>
        <source>%1 answered a read without rows.</source>
        <translation>%1이(가) 조회에 행 없이 응답했습니다.</translation>
    </message>
    <message>
        <source>%1 has more than %2 rows; the rest is not read.</source>
        <translation>%1에 행이 %2개보다 많습니다. 나머지는 읽지 않습니다.</translation>
    </message>
    <message>
        <source>Reading %1 (%2) failed inside this program: %3</source>
        <translation>이 프로그램 안에서 %1(%2) 읽기에 실패했습니다: %3</translation>
    </message>
    <message>
        <source>%1 follows another server: locks are not let go of or taken there.</source>
        <translation>%1은(는) 다른 서버를 복제합니다. 여기에서는 락을 해제하거나 획득하지 않습니다.</translation>
    </message>
    <message>
        <source>Act on the server that the locks are taken on.</source>
        <translation>락을 획득하는 서버에서 실행하십시오.</translation>
    </message>
    <message>
        <source>Not possible for this lock system.</source>
        <translation>이 락 시스템에서는 할 수 없습니다.</translation>
    </message>
    <message>
        <source>There is no %1 to compare; there are %2. Put the text in quotes to look for it as it is.</source>
        <translation>비교할 수 있는 %1은(는) 없습니다. %2이(가) 있습니다. 글자 그대로 찾으려면 따옴표로 묶으십시오.</translation>
    </message>
    <message>
        <source>There is no lock system &apos;%1&apos;; there are %2.</source>
        <translation>락 시스템 &apos;%1&apos;은(는) 없습니다. %2이(가) 있습니다.</translation>
    </message>
    <message>
        <source>This connection to %1 is for messages only.</source>
        <translation>%1에 대한 이 연결은 메시지 수신 전용입니다.</translation>
    </message>
    <message>
        <source>The audit log cannot be read: %1: %2.</source>
        <translation>감사 기록을 읽을 수 없습니다: %1: %2.</translation>
    </message>
    <message>
        <source>Look at the file&apos;s owner and permissions.</source>
        <translation>파일의 소유자와 권한을 확인하십시오.</translation>
    </message>
    <message>
        <source>The audit log cannot be written: %1: %2.</source>
        <translation>감사 기록을 쓸 수 없습니다: %1: %2.</translation>
    </message>
    <message>
        <source>Look at the file&apos;s owner and permissions and at the free space.</source>
        <translation>파일의 소유자와 권한, 남은 공간을 확인하십시오.</translation>
    </message>
    <message>
        <source>Another program has had the audit log to itself for %1 (%2).</source>
        <translation>다른 프로그램이 %1 동안 감사 기록을 독점하고 있습니다(%2).</translation>
    </message>
    <message>
        <source>Look which program of yours hangs.</source>
        <translation>멈춰 있는 프로그램이 있는지 확인하십시오.</translation>
    </message>
    <message>
        <source>%1: is no entry: it was edited or inserted.</source>
        <translation>%1: 기록이 아닙니다. 수정되었거나 끼워 넣은 줄입니다.</translation>
    </message>
    <message>
        <source>%1: is not the first line of the log: lines or months before it are missing.</source>
        <translation>%1: 기록의 첫 줄이 아닙니다. 앞의 줄이나 달이 없습니다.</translation>
    </message>
    <message>
        <source>%1: when it was written, the line before was not the one that the head knew (%2): lines had been removed, edited or inserted.</source>
        <translation>%1: 이 줄을 쓸 때 앞줄이 head가 아는 줄(%2)이 아니었습니다. 줄이 삭제, 수정 또는 삽입되었습니다.</translation>
    </message>
    <message>
        <source>%1: has the wrong number, %2.</source>
        <translation>%1: 번호가 잘못되었습니다(%2).</translation>
    </message>
    <message>
        <source>%1: lines %2 to %3 of this month were removed before it.</source>
        <translation>%1: 이 줄 앞에서 이 달의 %2~%3번 줄이 삭제되었습니다.</translation>
    </message>
    <message>
        <source>%1: was edited.</source>
        <translation>%1: 수정되었습니다.</translation>
    </message>
    <message>
        <source>%1: does not fit the line before it: one of them was edited or inserted.</source>
        <translation>%1: 앞줄과 맞지 않습니다. 둘 중 하나가 수정되었거나 끼워 넣은 줄입니다.</translation>
    </message>
    <message>
        <source>%1: follows %2: what stands between them was inserted or moved there.</source>
        <translation>%1: %2 다음 줄입니다. 그 사이의 줄은 끼워 넣었거나 옮긴 것입니다.</translation>
    </message>
    <message>
        <source>%1: was moved here: it follows %2.</source>
        <translation>%1: 옮겨진 줄입니다. 원래 %2 다음에 있었습니다.</translation>
    </message>
    <message>
        <source>%1: does not say which line it follows: lines before it are missing, or it was edited.</source>
        <translation>%1: 어느 줄 다음인지 나와 있지 않습니다. 앞의 줄이 없거나 수정되었습니다.</translation>
    </message>
    <message>
        <source>%1: is missing: %2 follows line %3 of it.</source>
        <translation>%1: 파일이 없습니다. %2은(는) 이 파일의 %3번 줄 다음입니다.</translation>
    </message>
    <message>
        <source>%1: was edited or inserted: %2 follows another line.</source>
        <translation>%1: 수정되었거나 끼워 넣은 줄입니다. %2은(는) 다른 줄 다음입니다.</translation>
    </message>
    <message>
        <source>%1: its end was cut off: %2 follows line %3 of it.</source>
        <translation>%1: 끝부분이 잘렸습니다. %2은(는) 이 파일의 %3번 줄 다음입니다.</translation>
    </message>
    <message>
        <source>cannot be read.</source>
        <translation>읽을 수 없습니다.</translation>
    </message>
    <message>
        <source>is missing.</source>
        <translation>없습니다.</translation>
    </message>
    <message>
        <source>stands at %1: what follows was not written by Lockmaster, or an older head was put back.</source>
        <translation>%1을(를) 가리킵니다. 그 뒤의 줄은 Lockmaster가 쓰지 않았거나, 이전 head로 되돌려졌습니다.</translation>
    </message>
    <message>
        <source>stands at %1: the end of the log was cut off.</source>
        <translation>%1을(를) 가리킵니다. 기록의 끝부분이 잘렸습니다.</translation>
    </message>
    <message>
        <source>does not fit %1: that line was edited, or the head was.</source>
        <translation>%1과(와) 맞지 않습니다. 그 줄이나 head가 수정되었습니다.</translation>
    </message>
    <message>
        <source>The audit log belongs to another user: %1.</source>
        <translation>감사 기록이 다른 사용자의 것입니다: %1.</translation>
    </message>
    <message>
        <source>Set XDG_STATE_HOME to a directory of your own.</source>
        <translation>XDG_STATE_HOME을 자신의 디렉터리로 지정하십시오.</translation>
    </message>
    <message>
        <source>Others may write to the audit log: %1.</source>
        <translation>다른 사용자가 감사 기록을 쓸 수 있습니다: %1.</translation>
    </message>
    <message>
        <source>Take that away: chmod go-w %1</source>
        <translation>쓰기 권한을 없애십시오: chmod go-w %1</translation>
    </message>
    <message>
        <source>Look again at who holds it now.</source>
        <translation>지금 누가 점유하는지 다시 확인하십시오.</translation>
    </message>
    <message>
        <source>%1: connection %2 was ended; it does not hold &apos;%3&apos; any more.</source>
        <translation>%1: 연결 %2을(를) 종료했습니다. 더 이상 &apos;%3&apos;을(를) 점유하지 않습니다.</translation>
    </message>
    <message>
        <source>Its program finds out at its next statement, and may go on with its work until then.</source>
        <translation>해당 프로그램은 다음 SQL 문에서 이를 알게 되며, 그때까지 작업을 계속할 수 있습니다.</translation>
    </message>
    <message>
        <source>%1: nobody holds &apos;%2&apos; any more. Nothing was ended.</source>
        <translation>%1: 이제 아무도 &apos;%2&apos;을(를) 점유하지 않습니다. 아무것도 종료하지 않았습니다.</translation>
    </message>
    <message>
        <source>%1: &apos;%2&apos; is not held by what was looked at any more. Nothing was ended.</source>
        <translation>%1: &apos;%2&apos;의 보유자가 확인했던 것과 다릅니다. 아무것도 종료하지 않았습니다.</translation>
    </message>
    <message>
        <source>%1: &apos;%2&apos; is held by connection #%3 now, and not by what was looked at. Nothing was ended.</source>
        <translation>%1: &apos;%2&apos;은(는) 이제 연결 #%3이(가) 점유 중이며, 확인했던 보유자가 아닙니다. 아무것도 종료하지 않았습니다.</translation>
    </message>
    <message>
        <source>%1: connection %2 let go of &apos;%3&apos; and took it anew since it was looked at: it is alive. Nothing was ended.</source>
        <translation>%1: 확인한 뒤에 연결 %2이(가) &apos;%3&apos;을(를) 해제하고 다시 획득했습니다. 살아 있습니다. 아무것도 종료하지 않았습니다.</translation>
    </message>
    <message>
        <source>%1: connection %2 is not the session that was looked at any more. Nothing was ended.</source>
        <translation>%1: 연결 %2은(는) 더 이상 확인했던 세션이 아닙니다. 아무것도 종료하지 않았습니다.</translation>
    </message>
    <message>
        <source>%1: another server answers, or it was restarted: connection ids start over with it. Nothing was ended.</source>
        <translation>%1: 다른 서버가 응답하거나 서버가 재시작되었습니다. 연결 번호가 처음부터 다시 시작됩니다. 아무것도 종료하지 않았습니다.</translation>
    </message>
    <message>
        <source>%1: this was done once already. Nothing was sent.</source>
        <translation>%1: 이미 한 번 실행했습니다. 아무것도 보내지 않았습니다.</translation>
    </message>
    <message>
        <source>%1: another operator is ending connection %2 at this moment. Nothing was sent.</source>
        <translation>%1: 지금 다른 운영자가 연결 %2을(를) 종료하는 중입니다. 아무것도 보내지 않았습니다.</translation>
    </message>
    <message>
        <source>%1 did not answer: connection %2 may have been ended, or may be yet.</source>
        <translation>%1이(가) 응답하지 않았습니다. 연결 %2은(는) 종료되었거나 곧 종료될 수 있습니다.</translation>
    </message>
    <message>
        <source>%1 has marked connection %2 as killed, but it holds &apos;%3&apos; still: it ends as soon as its statement lets it.</source>
        <translation>%1이(가) 연결 %2에 종료 표시를 했지만 아직 &apos;%3&apos;을(를) 점유하고 있습니다. 실행 중인 SQL 문이 허용하는 대로 종료됩니다.</translation>
    </message>
    <message>
        <source>Look again in a while; a rollback of many rows takes its time.</source>
        <translation>잠시 뒤에 다시 확인하십시오. 많은 행의 롤백에는 시간이 걸립니다.</translation>
    </message>
    <message>
        <source>%1 shows only a part of this lock&apos;s name (&apos;%2&apos;), so it cannot be compared who holds it. Nothing was ended.</source>
        <translation>%1은(는) 이 락 이름의 일부(&apos;%2&apos;)만 보여 주므로 보유자를 비교할 수 없습니다. 아무것도 종료하지 않았습니다.</translation>
    </message>
    <message>
        <source>Write the whole name into the profile (user_locks) and look again.</source>
        <translation>전체 이름을 프로필(user_locks)에 적고 다시 확인하십시오.</translation>
    </message>
    <message>
        <source>Connect to the server itself.</source>
        <translation>서버에 직접 연결하십시오.</translation>
    </message>
    <message>
        <source>Other connections hold locks that look alike: only connection #%1 is ended.</source>
        <translation>다른 연결이 똑같아 보이는 락을 점유하고 있습니다. 연결 #%1만 종료합니다.</translation>
    </message>
    <message>
        <source>The connection seems to be a proxy&apos;s (%1): whoever it serves at that moment is cut off.</source>
        <translation>프록시의 연결로 보입니다(%1). 그 순간 프록시가 처리하던 사용자의 연결이 끊깁니다.</translation>
    </message>
    <message>
        <source>This account may lack the privilege for it (%1).</source>
        <translation>이 계정에 필요한 권한(%1)이 없을 수 있습니다.</translation>
    </message>
    <message>
        <source>The server compares and ends in one statement, but not in one instant: a holder that lets go within those microseconds is ended all the same.</source>
        <translation>서버는 한 SQL 문에서 비교하고 종료하지만 한순간에 하지는 않습니다. 그 몇 마이크로초 사이에 락을 해제한 보유자도 종료됩니다.</translation>
    </message>
    <message>
        <source>Its open transaction is rolled back (open for %1, %2).</source>
        <translation>열린 트랜잭션이 롤백됩니다(열린 지 %1, %2).</translation>
    </message>
    <message>
        <source>Its user-level lock &apos;%1&apos; is freed.</source>
        <translation>이 연결의 사용자 레벨 락 &apos;%1&apos;이(가) 해제됩니다.</translation>
    </message>
    <message>
        <source>%1 more of its user-level locks are freed.</source>
        <translation>이 연결의 다른 사용자 레벨 락 %1개가 해제됩니다.</translation>
    </message>
    <message>
        <source>The server does not list its locks: the connection may hold others.</source>
        <translation>서버가 락 목록을 보여 주지 않습니다. 이 연결이 다른 락을 점유하고 있을 수 있습니다.</translation>
    </message>
    <message>
        <source>Whether the connection has an open transaction is not visible without PROCESS.</source>
        <translation>PROCESS 권한이 없어 열린 트랜잭션이 있는지 알 수 없습니다.</translation>
    </message>
    <message>
        <source>What the connection runs is not visible without PROCESS.</source>
        <translation>PROCESS 권한이 없어 이 연결이 무엇을 실행하는지 알 수 없습니다.</translation>
    </message>
    <message>
        <source>The statement it runs is ended: %1</source>
        <translation>실행 중인 SQL 문이 중단됩니다: %1</translation>
    </message>
    <message>
        <source>End the connection</source>
        <translation>연결 종료</translation>
    </message>
    <message>
        <source>The holder&apos;s connection ends with everything on it: its open transaction is rolled back, its other locks are freed. Its program finds out at its next statement.</source>
        <translation>보유자의 연결과 그 위의 모든 것이 종료됩니다. 열린 트랜잭션은 롤백되고 다른 락도 해제됩니다. 프로그램은 다음 SQL 문에서 이를 알게 됩니다.</translation>
    </message>
    <message>
        <source>A user-level lock has no action &apos;%1&apos;.</source>
        <translation>사용자 레벨 락에는 &apos;%1&apos; 동작이 없습니다.</translation>
    </message>
    <message>
        <source>It was not free.</source>
        <translation>사용 가능한 상태가 아니었습니다.</translation>
    </message>
    <message>
        <source>Held by %1, for %2 more.</source>
        <translation>%1이(가) 점유 중이며 %2 남았습니다.</translation>
    </message>
    <message>
        <source>Held by %1.</source>
        <translation>%1이(가) 점유 중입니다.</translation>
    </message>
    <message>
        <source>Given up.</source>
        <translation>대기를 그만두었습니다.</translation>
    </message>
    <message>
        <source>It may be held until its lease or session ends.</source>
        <translation>점유 시간이나 세션이 끝날 때까지 점유된 채로 남을 수 있습니다.</translation>
    </message>
    <message>
        <source>Not in the audit log: %1</source>
        <translation>감사 기록에 남기지 못했습니다: %1</translation>
    </message>
    <message>
        <source>A lock of the system &apos;%1&apos; cannot be taken on %2.</source>
        <translation>%2에서는 &apos;%1&apos; 시스템의 락을 획득할 수 없습니다.</translation>
    </message>
    <message>
        <source>The lock is not ours any more: on %1 it was let go of, ran out, or was taken.</source>
        <translation>더 이상 우리 락이 아닙니다. %1에서 해제되었거나 만료되었거나 다른 보유자가 획득했습니다.</translation>
    </message>
    <message>
        <source>The lease on %1 may have run out: it could not be renewed in time.</source>
        <translation>%1의 점유 시간이 끝났을 수 있습니다. 제때 갱신하지 못했습니다.</translation>
    </message>
    <message>
        <source>%1 is a production backend: taking a lock needs a reason.</source>
        <translation>%1은(는) 운영 서버입니다. 락을 획득하려면 사유가 필요합니다.</translation>
    </message>
    <message>
        <source>%1 is read-only.</source>
        <translation>%1은(는) 읽기 전용입니다.</translation>
    </message>
    <message>
        <source>Give a name of 1 to 192 bytes without NUL.</source>
        <translation>NUL 없이 1~192바이트의 이름을 지정하십시오.</translation>
    </message>
    <message>
        <source>There are no locks at &apos;%1&apos;.</source>
        <translation>&apos;%1&apos;에는 락이 없습니다.</translation>
    </message>
    <message>
        <source>A user-level lock has neither an owner&apos;s name nor a TTL: it belongs to its session and lasts as long.</source>
        <translation>사용자 레벨 락에는 소유자 이름도 유효 기간(TTL)도 없습니다. 세션에 속하며 세션만큼 지속됩니다.</translation>
    </message>
    <message>
        <source>%1 gave the lock &apos;%2&apos; to another session than ours: a proxy seems to stand in between.</source>
        <translation>%1이(가) 락 &apos;%2&apos;을(를) 우리 세션이 아닌 다른 세션에 주었습니다. 중간에 프록시가 있는 것 같습니다.</translation>
    </message>
    <message>
        <source>Look at it again.</source>
        <translation>다시 확인하십시오.</translation>
    </message>
    <message>
        <source>%1 on %2 was released.</source>
        <translation>%2의 %1 락을 해제했습니다.</translation>
    </message>
    <message>
        <source>Stop the holder, or release it even if renewed.</source>
        <translation>보유자를 멈추거나, 갱신되었더라도 해제하도록 선택하십시오.</translation>
    </message>
    <message>
        <source>Whether %1 on %2 was released is not known: %3</source>
        <translation>%2의 %1 락이 해제되었는지 알 수 없습니다: %3</translation>
    </message>
    <message>
        <source>%1 does not let this account release %2: %3</source>
        <translation>%1에서 이 계정은 %2 락을 해제할 수 없습니다: %3</translation>
    </message>
    <message>
        <source>The server follows another one by now: nothing was changed.</source>
        <translation>이 서버는 이제 다른 서버를 따릅니다. 아무것도 바꾸지 않았습니다.</translation>
    </message>
    <message>
        <source>The key is on another node of a cluster by now: nothing was changed.</source>
        <translation>키가 이제 클러스터의 다른 노드에 있습니다. 아무것도 바꾸지 않았습니다.</translation>
    </message>
    <message>
        <source>The job counts as stalled: at one of the next two checks (30 s apart) it goes back to the queue and runs again, or fails. If its worker is alive, it runs twice.</source>
        <translation>작업이 중단된 것으로 처리됩니다. 다음 두 번의 점검(30초 간격) 중에 큐로 돌아가 다시 실행되거나 실패합니다. 워커가 살아 있으면 두 번 실행됩니다.</translation>
    </message>
    <message>
        <source>Who waits takes it within 0.1 s. The holder is not told: it goes on until it extends or releases the lock, and gets LockNotOwnedError.</source>
        <translation>대기자가 0.1초 안에 획득합니다. 보유자에게는 알리지 않습니다. 보유자는 락을 연장하거나 해제할 때까지 계속하다가 LockNotOwnedError를 받습니다.</translation>
    </message>
    <message>
        <source>A standby beat starts at once. The one that holds the lock, if it is alive, ends at its next tick.</source>
        <translation>대기 중인 beat가 바로 시작합니다. 락을 점유한 beat가 살아 있으면 다음 틱에 끝납니다.</translation>
    </message>
    <message>
        <source>The job may start elsewhere at its next time, also while it still runs. A job that is over and only waits out its shortest lock time looks the same.</source>
        <translation>작업이 아직 실행 중이어도 다음 시각에 다른 곳에서 시작될 수 있습니다. 끝난 뒤 최소 락 시간만 기다리는 작업도 똑같이 보입니다.</translation>
    </message>
    <message>
        <source>The holder is not told and goes on. When it ends, it may delete the lock of who took it next.</source>
        <translation>보유자에게는 알리지 않으며 보유자는 계속합니다. 끝날 때 다음에 획득한 프로그램의 락을 지울 수 있습니다.</translation>
    </message>
    <message>
        <source>Mark job stalled</source>
        <translation>작업을 중단됨으로 표시</translation>
    </message>
    <message>
        <source>Release</source>
        <translation>해제</translation>
    </message>
    <message>
        <source>Nothing tells this holder from another one that took the lock since the last look: what counts is what stands here. A change from now on is noticed.</source>
        <translation>마지막 확인 이후 락을 획득한 다른 보유자와 이 보유자를 구별할 방법이 없습니다. 여기에 보이는 것이 기준입니다. 지금부터의 변경은 감지합니다.</translation>
    </message>
    <message>
        <source>The value has %1 bytes: make sure that it is a lock.</source>
        <translation>값이 %1바이트입니다. 락이 맞는지 확인하십시오.</translation>
    </message>
    <message>
        <source>The value has %1 bytes: it is compared as a whole, and only up to %2.</source>
        <translation>값이 %1바이트입니다. 값은 전체를 비교하며 %2바이트까지만 비교합니다.</translation>
    </message>
    <message>
        <source>Use the table&apos;s own programs or a database tool for it.</source>
        <translation>테이블을 쓰는 프로그램이나 데이터베이스 도구를 사용하십시오.</translation>
    </message>
    <message>
        <source>The name %1... is too long to tell its row by it.</source>
        <translation>이름 %1...이(가) 너무 길어 행을 구별할 수 없습니다.</translation>
    </message>
    <message>
        <source>More than one row has the name %1: which one is meant cannot be told.</source>
        <translation>이름이 %1인 행이 둘 이상입니다. 어느 행인지 알 수 없습니다.</translation>
    </message>
    <message>
        <source>The owner of %1 is too long to be compared.</source>
        <translation>%1의 소유자 값이 너무 길어 비교할 수 없습니다.</translation>
    </message>
    <message>
        <source>The heartbeat is set back: another may lead from its next try on. The row still names the old leader: while it lives it may retake it at its next tick, and its work is not stopped.</source>
        <translation>하트비트를 과거로 되돌립니다. 다른 컨테이너가 다음 시도부터 리더가 될 수 있습니다. 행에는 이전 리더의 이름이 남으므로, 살아 있는 리더는 다음 주기에 다시 차지할 수 있습니다. 리더의 작업은 멈추지 않습니다.</translation>
    </message>
    <message>
        <source>Step down</source>
        <translation>리더 물러남</translation>
    </message>
    <message>
        <source>The row names nobody any more: whoever tries first leads. While the old leader lives it may retake it at its next tick, as any other, and its work is not stopped.</source>
        <translation>행에 리더가 남지 않으며, 먼저 시도하는 쪽이 리더가 됩니다. 살아 있는 이전 리더도 다음 주기에 다른 컨테이너와 똑같이 다시 차지할 수 있습니다. 리더의 작업은 멈추지 않습니다.</translation>
    </message>
    <message>
        <source>The lease is over by the server&apos;s clock; this marks the lock as free by any clock. Its holder is not told, and its work is not stopped.</source>
        <translation>서버 시각으로는 점유 시간이 끝났습니다. 어느 시각으로 보아도 사용 가능하도록 표시합니다. 보유자에게 알리지 않으며, 보유자의 작업은 멈추지 않습니다.</translation>
    </message>
    <message>
        <source>The lease ends now: whoever asks next takes the lock, the same holder included. Its holder is not told, and its work is not stopped.</source>
        <translation>점유 시간이 지금 끝납니다. 다음에 요청하는 쪽이 락을 획득하며, 같은 보유자일 수도 있습니다. 보유자에게 알리지 않으며, 보유자의 작업은 멈추지 않습니다.</translation>
    </message>
    <message>
        <source>%1 does not show its sessions: whether it still works on the command cannot be told.</source>
        <translation>%1이(가) 세션을 보여 주지 않습니다. 명령을 아직 처리하고 있는지 알 수 없습니다.</translation>
    </message>
    <message>
        <source>%1 still shows the connection #%2 that the command went out on: it may still happen.</source>
        <translation>%1에 명령을 보낸 연결 #%2이(가) 아직 보입니다. 명령이 앞으로 실행될 수 있습니다.</translation>
    </message>
    <message>
        <source>Look again when it has gone.</source>
        <translation>연결이 사라진 뒤에 다시 확인하십시오.</translation>
    </message>
    <message>
        <source>The table keeps whole seconds: a renewal by the same owner within the same second cannot be told apart.</source>
        <translation>테이블이 초 단위로만 저장합니다. 같은 소유자가 같은 초 안에 한 갱신은 구별할 수 없습니다.</translation>
    </message>
    <message>
        <source>%1 is not in %2 of %3 any more; nothing was changed.</source>
        <translation>%1이(가) %3의 %2에 더 이상 없습니다. 아무것도 변경하지 않았습니다.</translation>
    </message>
    <message>
        <source>Nobody holds %1 of %2 any more; nothing was changed.</source>
        <translation>%2의 %1을(를) 점유한 보유자가 더 이상 없습니다. 아무것도 변경하지 않았습니다.</translation>
    </message>
    <message>
        <source>%1 of %2 is held by another now, %3; nothing was changed.</source>
        <translation>%2의 %1은(는) 이제 다른 보유자 %3이(가) 점유하고 있습니다. 아무것도 변경하지 않았습니다.</translation>
    </message>
    <message>
        <source>The permission to write is for %1 and not for %2.</source>
        <translation>쓰기 허가는 %2이(가) 아니라 %1에 대한 것입니다.</translation>
    </message>
    <message>
        <source>This release of %1 was asked for already; nothing more was done.</source>
        <translation>%1의 이 해제는 이미 요청되었습니다. 더 이상 실행하지 않았습니다.</translation>
    </message>
    <message>
        <source>%1 of %2 was released.</source>
        <translation>%2의 %1을(를) 해제했습니다.</translation>
    </message>
    <message>
        <source>%1 of %2 was not as you saw it any more; nothing was changed.</source>
        <translation>%2의 %1이(가) 확인했을 때와 달라졌습니다. 아무것도 변경하지 않았습니다.</translation>
    </message>
    <message>
        <source>The holder of %1 of %2 has renewed it since you looked: it is alive. Nothing was changed.</source>
        <translation>확인한 뒤에 %2의 %1을(를) 보유자가 갱신했습니다. 보유자가 살아 있습니다. 아무것도 변경하지 않았습니다.</translation>
    </message>
    <message>
        <source>Leave it, or confirm that it is to be released even if renewed.</source>
        <translation>그대로 두거나, 갱신되었더라도 해제한다고 확인하십시오.</translation>
    </message>
    <message>
        <source>Another session of %1 has the row of %2 or the table locked; nothing was changed.</source>
        <translation>%1의 다른 세션이 %2의 행이나 테이블을 잠그고 있습니다. 아무것도 변경하지 않았습니다.</translation>
    </message>
    <message>
        <source>Look for an open transaction or an ALTER in the server&apos;s process list, and try again.</source>
        <translation>서버의 프로세스 목록에서 열린 트랜잭션이나 ALTER를 찾아보고 다시 시도하십시오.</translation>
    </message>
    <message>
        <source>%1 did not answer: %2 may have been released, or may still be.</source>
        <translation>%1이(가) 응답하지 않았습니다. %2이(가) 해제되었을 수도 있고, 앞으로 해제될 수도 있습니다.</translation>
    </message>
    <message>
        <source>Look at it again before doing anything.</source>
        <translation>다른 일을 하기 전에 다시 확인하십시오.</translation>
    </message>
    <message>
        <source>%1 Nothing was changed.</source>
        <translation>%1 아무것도 변경하지 않았습니다.</translation>
    </message>
    <message>
        <source>The witness is of another lock than %1.</source>
        <translation>증거가 %1이(가) 아닌 다른 락의 것입니다.</translation>
    </message>
    <message>
        <source>%1 watches no table %2.</source>
        <translation>%1은(는) 테이블 %2을(를) 감시하지 않습니다.</translation>
    </message>
    <message>
        <source>Name the table in the profile or URL.</source>
        <translation>프로필이나 URL에 테이블을 지정하십시오.</translation>
    </message>
    <message>
        <source>There is no action &apos;%1&apos; for this lock.</source>
        <translation>이 락에는 &apos;%1&apos; 동작이 없습니다.</translation>
    </message>
    <message>
        <source>The account %1 may not write to %2.</source>
        <translation>계정 %1은(는) %2에 쓸 수 없습니다.</translation>
    </message>
    <message>
        <source>There is no lock system &apos;%1&apos;.</source>
        <translation>락 시스템 &apos;%1&apos;은(는) 없습니다.</translation>
    </message>
    <message>
        <source>%1 is read-only: nothing was sent.</source>
        <translation>%1은(는) 읽기 전용입니다. 아무것도 보내지 않았습니다.</translation>
    </message>
    <message>
        <source>What was looked at is too old: look at the lock again.</source>
        <translation>조회한 지 너무 오래되었습니다. 락을 다시 조회하십시오.</translation>
    </message>
    <message>
        <source>%1 is a production backend: a reason is required.</source>
        <translation>%1은(는) 운영 서버입니다. 사유를 입력해야 합니다.</translation>
    </message>
    <message>
        <source>The lock could not be looked at afterwards.</source>
        <translation>그 뒤에 락을 조회할 수 없었습니다.</translation>
    </message>
    <message>
        <source>Nobody holds it now.</source>
        <translation>지금은 아무도 점유하고 있지 않습니다.</translation>
    </message>
    <message>
        <source>%1 holds it now.</source>
        <translation>지금은 %1이(가) 점유하고 있습니다.</translation>
    </message>
    <message>
        <source>The same holder has it now, with a renewed lease.</source>
        <translation>지금은 같은 보유자가 갱신된 점유 시간으로 점유하고 있습니다.</translation>
    </message>
    <message>
        <source>It is held now as it was before.</source>
        <translation>지금도 전과 같이 점유 중입니다.</translation>
    </message>
    <message>
        <source>%1 does not let the account %2 end connection %3 or its statement: it lacks %4.</source>
        <translation>%1이(가) 계정 %2의 연결 %3 또는 그 SQL 문 종료를 허용하지 않습니다. %4 권한이 없습니다.</translation>
    </message>
    <message>
        <source>%1: the wait of connection %2 for &apos;%3&apos; was cancelled. The lock stays with its holder.</source>
        <translation>%1: 연결 %2의 &apos;%3&apos; 대기를 취소했습니다. 락은 보유자에게 그대로 있습니다.</translation>
    </message>
    <message>
        <source>%1: connection %2 does not wait for &apos;%3&apos; any more. Nothing was cancelled.</source>
        <translation>%1: 연결 %2은(는) 더 이상 &apos;%3&apos;을(를) 기다리지 않습니다. 아무것도 취소하지 않았습니다.</translation>
    </message>
    <message>
        <source>%1 did not answer: the wait of connection %2 may have been cancelled, or may be yet.</source>
        <translation>%1이(가) 응답하지 않았습니다. 연결 %2의 대기는 취소되었거나 곧 취소될 수 있습니다.</translation>
    </message>
    <message>
        <source>Look again at who waits for it now.</source>
        <translation>지금 누가 기다리는지 다시 확인하십시오.</translation>
    </message>
    <message>
        <source>%1 has marked the statement of connection %2 as killed, but it still waits for &apos;%3&apos;.</source>
        <translation>%1이(가) 연결 %2의 SQL 문에 종료 표시를 했지만 아직 &apos;%3&apos;을(를) 기다리고 있습니다.</translation>
    </message>
    <message>
        <source>Where KILL is denied, mysql.%1 is called. It compares nothing, so comparing and ending are two steps then: a holder or waiter that is done in between is hit all the same.</source>
        <translation>KILL이 거부되면 mysql.%1을(를) 호출합니다. 이 프로시저는 아무것도 비교하지 않으므로 비교와 종료가 두 단계가 됩니다. 그 사이에 끝난 보유자나 대기자도 종료됩니다.</translation>
    </message>
    <message>
        <source>Cancel the wait of %1</source>
        <translation>%1의 대기 취소</translation>
    </message>
    <message>
        <source>The statement that waits fails, and its program decides what to do. The lock itself stays with its holder.</source>
        <translation>기다리는 SQL 문이 실패하며, 이후는 해당 프로그램이 결정합니다. 락은 보유자에게 그대로 있습니다.</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is not a connection&apos;s id.</source>
        <translation>&apos;%1&apos;은(는) 연결 번호가 아닙니다.</translation>
    </message>
    <message>
        <source>The server cannot compare and cancel in one instant: should the waiter be given the lock within those microseconds, its next statement is cancelled instead.</source>
        <translation>서버는 비교와 취소를 한순간에 할 수 없습니다. 그 몇 마이크로초 사이에 대기자가 락을 얻으면 대신 그다음 SQL 문이 취소됩니다.</translation>
    </message>
    <message>
        <source>The witness is of another lock.</source>
        <translation>이 증거는 다른 락의 것입니다.</translation>
    </message>
    <message>
        <source>This lock has no action &apos;%1&apos;.</source>
        <translation>이 락에는 &apos;%1&apos; 작업이 없습니다.</translation>
    </message>
    <message>
        <source>Only %1 of its %2 fields were looked at: those who were not seen are not evicted.</source>
        <translation>필드 %2개 중 %1개만 확인했습니다. 확인하지 못한 보유자는 내보내지 않습니다.</translation>
    </message>
    <message>
        <source>Release the readers one by one.</source>
        <translation>읽기 보유자를 하나씩 해제하십시오.</translation>
    </message>
    <message>
        <source>That reader entered %1 times: more than can be undone in one step.</source>
        <translation>이 읽기 보유자는 %1번 획득했습니다. 한 번에 되돌릴 수 있는 횟수를 넘습니다.</translation>
    </message>
    <message>
        <source>Reader %1</source>
        <translation>읽기 보유자 %1</translation>
    </message>
    <message>
        <source>%1 further readers</source>
        <translation>그 밖의 읽기 보유자 %1명</translation>
    </message>
    <message>
        <source>A hold count of %1</source>
        <translation>점유 횟수 %1</translation>
    </message>
    <message>
        <source>The queue of a fair lock is closed to this account: should there be one, who is next in it is not woken and sleeps on until its turn.</source>
        <translation>이 계정은 공정 락의 대기열을 볼 수 없습니다. 대기열이 있다면 다음 대기자는 깨어나지 않고 자기 차례까지 기다립니다.</translation>
    </message>
    <message>
        <source>It has no expiry, which Redisson itself always sets: those who wait sleep until they are woken.</source>
        <translation>Redisson이 항상 설정하는 만료 시간이 없습니다. 대기자는 깨울 때까지 기다립니다.</translation>
    </message>
    <message>
        <source>%1 is not done with the release yet.</source>
        <translation>%1에서 해제가 아직 끝나지 않았습니다.</translation>
    </message>
    <message>
        <source>That reader is not told: its work goes on, and its next unlock() may throw. Its watchdog stops; the other readers keep the lock.</source>
        <translation>이 읽기 보유자에게 알리지 않습니다. 작업은 계속되고 다음 unlock()에서 예외가 발생할 수 있습니다. 워치독은 멈추고 다른 읽기 보유자는 락을 유지합니다.</translation>
    </message>
    <message>
        <source>The fencing token stays as it is.</source>
        <translation>펜싱 토큰은 그대로 남습니다.</translation>
    </message>
    <message>
        <source>Release reader %1</source>
        <translation>읽기 보유자 %1 해제</translation>
    </message>
    <message>
        <source>Evict all %1 readers</source>
        <translation>읽기 보유자 %1명 모두 내보내기</translation>
    </message>
    <message>
        <source>The reader of %1 on %2 was released.</source>
        <translation>%2에서 %1의 읽기 보유자를 해제했습니다.</translation>
    </message>
    <message>
        <source>A Redisson multi-lock of one group is not released: one hash serves all its holders, each by its own clock.</source>
        <translation>한 그룹의 Redisson 멀티 락은 해제하지 않습니다. 해시 하나를 여러 보유자가 각자의 시계로 함께 사용합니다.</translation>
    </message>
    <message>
        <source>The writer also reads under this lock: releasing one would leave the other, so neither is done.</source>
        <translation>쓰기 보유자가 이 락으로 읽기도 합니다. 하나를 해제하면 다른 하나가 남으므로 둘 다 해제하지 않습니다.</translation>
    </message>
    <message>
        <source>See who holds it now before doing anything else.</source>
        <translation>다른 작업을 하기 전에 지금 누가 점유하는지 확인하십시오.</translation>
    </message>
    <message>
        <source>This release of %1 on %2 is over. Nothing was sent again.</source>
        <translation>%2의 %1 해제는 이미 끝났습니다. 다시 보내지 않았습니다.</translation>
    </message>
    <message>
        <source>%1 has no source %2.</source>
        <translation>%1에는 소스 %2이(가) 없습니다.</translation>
    </message>
    <message>
        <source>The name of a Redis lock has 1 to %1 bytes.</source>
        <translation>Redis 락 이름은 1~%1바이트입니다.</translation>
    </message>
    <message>
        <source>There is no variant %1.</source>
        <translation>%1 방식은 없습니다.</translation>
    </message>
    <message>
        <source>An empty value has no place for an owner.</source>
        <translation>빈 값에는 소유자를 적을 자리가 없습니다.</translation>
    </message>
    <message>
        <source>Leave it out, or take the lock with a token.</source>
        <translation>생략하거나 토큰으로 락을 획득하십시오.</translation>
    </message>
    <message>
        <source>The owner of a Redis lock has at most %1 bytes.</source>
        <translation>Redis 락의 소유자는 최대 %1바이트입니다.</translation>
    </message>
    <message>
        <source>The TTL of a Redis lock is between 1 ms and 365 days.</source>
        <translation>Redis 락의 TTL은 1 ms에서 365일 사이입니다.</translation>
    </message>
    <message>
        <source>With a token (SET NX PX)</source>
        <translation>토큰으로(SET NX PX)</translation>
    </message>
    <message>
        <source>With an empty value, unsigned</source>
        <translation>빈 값으로, 서명 없음</translation>
    </message>
    <message>
        <source>A lock with an empty value is told from the next one by its exact end (Redis 7, TIME and PEXPIRETIME): take the lock with a token.</source>
        <translation>빈 값의 락은 정확한 만료 시간(Redis 7, TIME과 PEXPIRETIME)으로만 다음 락과 구별됩니다. 토큰으로 락을 획득하십시오.</translation>
    </message>
    <message>
        <source>%1 is a Redis %2: it cannot be a lock of this kind.</source>
        <translation>%1은(는) Redis %2이므로 이 종류의 락이 될 수 없습니다.</translation>
    </message>
    <message>
        <source>%1 changes faster than it can be compared.</source>
        <translation>%1이(가) 비교할 수 있는 것보다 빨리 바뀝니다.</translation>
    </message>
    <message>
        <source>A lease of %1 is none in the column %2, which keeps %3.</source>
        <translation>열 %2은(는) %3이므로 점유 시간 %1은(는) 남지 않습니다.</translation>
    </message>
    <message>
        <source>Give a TTL of a second or more.</source>
        <translation>1초 이상의 TTL을 지정하십시오.</translation>
    </message>
    <message>
        <source>The table %1 does not keep the name &apos;%2&apos; or the owner &apos;%3&apos; as it is.</source>
        <translation>테이블 %1은(는) 이름 &apos;%2&apos; 또는 소유자 &apos;%3&apos;을(를) 그대로 저장하지 않습니다.</translation>
    </message>
    <message>
        <source>Choose another text.</source>
        <translation>다른 텍스트를 사용하십시오.</translation>
    </message>
    <message>
        <source>To the table %1 the names &apos;%2&apos; and &apos;%3&apos; are the same.</source>
        <translation>테이블 %1에서는 이름 &apos;%2&apos;과(와) &apos;%3&apos;이(가) 같습니다.</translation>
    </message>
    <message>
        <source>Write the name as it stands there.</source>
        <translation>테이블에 있는 그대로 이름을 쓰십시오.</translation>
    </message>
    <message>
        <source>A lock needs a name.</source>
        <translation>락에는 이름이 필요합니다.</translation>
    </message>
    <message>
        <source>There is only one way to take such a lock.</source>
        <translation>이런 락을 획득하는 방법은 하나뿐입니다.</translation>
    </message>
    <message>
        <source>&apos;%1&apos; does not fit the column %2: %3</source>
        <translation>&apos;%1&apos;은(는) 열 %2에 맞지 않습니다: %3</translation>
    </message>
    <message>
        <source>it holds at most %1 characters.</source>
        <translation>최대 %1자까지 저장합니다.</translation>
    </message>
    <message>
        <source>it is not UTF-8 text.</source>
        <translation>UTF-8 텍스트가 아닙니다.</translation>
    </message>
    <message>
        <source>it loses spaces at the end of a text.</source>
        <translation>텍스트 끝의 공백을 저장하지 않습니다.</translation>
    </message>
    <message>
        <source>its character set %1 cannot hold it.</source>
        <translation>문자 집합 %1(으)로 저장할 수 없습니다.</translation>
    </message>
    <message>
        <source>The owner of a Redisson lock is a UUID, a colon and an integer.</source>
        <translation>Redisson 락의 소유자는 UUID, 콜론, 정수로 이루어집니다.</translation>
    </message>
    <message>
        <source>Leave it empty: one is made.</source>
        <translation>비워 두면 자동으로 만듭니다.</translation>
    </message>
    <message>
        <source>A Redisson lock needs a name that is none of its helper keys.</source>
        <translation>Redisson 락에는 보조 키가 아닌 이름이 필요합니다.</translation>
    </message>
    <message>
        <source>The lease of a Redisson lock is at least a millisecond.</source>
        <translation>Redisson 락의 점유 시간은 1 ms 이상이어야 합니다.</translation>
    </message>
    <message>
        <source>There is no &apos;%1&apos; to choose here.</source>
        <translation>여기에서 &apos;%1&apos;은(는) 선택할 수 없습니다.</translation>
    </message>
    <message>
        <source>Plain lock</source>
        <translation>일반 락</translation>
    </message>
    <message>
        <source>Fair lock</source>
        <translation>공정 락</translation>
    </message>
    <message>
        <source>Read lock</source>
        <translation>읽기 락</translation>
    </message>
    <message>
        <source>Write lock</source>
        <translation>쓰기 락</translation>
    </message>
    <message>
        <source>This account may not publish on %1: those who wait for the lock could not be woken.</source>
        <translation>이 계정은 %1에 발행할 수 없어 락의 대기자를 깨울 수 없습니다.</translation>
    </message>
    <message>
        <source>The key %1 holds something that is no lock.</source>
        <translation>%1 키에 락이 아닌 값이 있습니다.</translation>
    </message>
    <message>
        <source>%1 has no %2 to read as %3.</source>
        <translation>%1에는 %3(으)로 읽을 %2이(가) 없습니다.</translation>
    </message>
    <message>
        <source>Look at the tables and systems that its profile or URL names.</source>
        <translation>프로필이나 URL에 지정된 테이블과 락 시스템을 확인하십시오.</translation>
    </message>
    <message>
        <source>%1 interrupted the statement: %2</source>
        <translation>%1에서 명령이 중단되었습니다: %2</translation>
    </message>
    <message>
        <source>Somebody ended it (KILL QUERY), or the server is stopping.</source>
        <translation>누군가 KILL QUERY로 중단했거나 서버가 종료되는 중입니다.</translation>
    </message>
    <message>
        <source>%1 did not say whether the lock is ours, and its owner does not tell: it was left alone.</source>
        <translation>%1이(가) 락을 획득했는지 응답하지 않았고 소유자로도 알 수 없어 그대로 두었습니다.</translation>
    </message>
    <message>
        <source>If it is ours, it ends with its TTL.</source>
        <translation>획득한 락이라면 유효 기간(TTL)이 지나면 끝납니다.</translation>
    </message>
    <message>
        <source>Request %1 enters through connection %2, which has the lock</source>
        <translation>요청 %1이(가) 락을 가진 연결 %2(으)로 들어갑니다</translation>
    </message>
    <message>
        <source>Request %1 gets the lock through connection %2</source>
        <translation>요청 %1이(가) 연결 %2(으)로 락을 획득합니다</translation>
    </message>
    <message>
        <source>Request %1 counts: cards %2</source>
        <translation>요청 %1이(가) 셉니다: 카드 %2장</translation>
    </message>
    <message>
        <source>Request %1 issues a card</source>
        <translation>요청 %1이(가) 카드를 발급합니다</translation>
    </message>
    <message>
        <source>Request %1 does not get the lock in time</source>
        <translation>요청 %1이(가) 제때 락을 얻지 못합니다</translation>
    </message>
    <message>
        <source>Request %1 releases: 1, done</source>
        <translation>요청 %1 해제: 1, 완료</translation>
    </message>
    <message>
        <source>Request %1 releases: 0, another connection has the lock</source>
        <translation>요청 %1 해제: 0, 다른 연결이 락을 가지고 있습니다</translation>
    </message>
    <message>
        <source>Request %1 releases: NULL, nobody has the lock</source>
        <translation>요청 %1 해제: NULL, 락을 가진 쪽이 없습니다</translation>
    </message>
    <message>
        <source>Everybody is done, and connection %1 of the pool still has the lock</source>
        <translation>모두 끝났는데 풀의 연결 %1이(가) 아직 락을 가지고 있습니다</translation>
    </message>
    <message>
        <source>Cards issued to %1 requests: %2 (allowed: %3).</source>
        <translation>요청 %1건에 발급된 카드: %2장(허용: %3장).</translation>
    </message>
    <message>
        <source>At work at once: up to %1.</source>
        <translation>동시 작업: 최대 %1.</translation>
    </message>
    <message>
        <source>Releases that reached the wrong connection: %1.</source>
        <translation>다른 연결로 간 해제: %1.</translation>
    </message>
    <message>
        <source>The lock stayed with connection %1, idle in the pool.</source>
        <translation>락이 풀에서 쉬는 연결 %1에 남았습니다.</translation>
    </message>
    <message>
        <source>Requests</source>
        <translation>요청</translation>
    </message>
    <message>
        <source>Cards</source>
        <translation>카드</translation>
    </message>
    <message>
        <source>Most at work at once</source>
        <translation>최대 동시 작업</translation>
    </message>
    <message>
        <source>Began while another was at work</source>
        <translation>다른 작업 중에 시작</translation>
    </message>
    <message>
        <source>Did not get the lock</source>
        <translation>락 획득 실패</translation>
    </message>
    <message>
        <source>Releases that did nothing</source>
        <translation>효과 없는 해제</translation>
    </message>
    <message>
        <source>Locks left with an idle connection</source>
        <translation>쉬는 연결에 남은 락</translation>
    </message>
    <message>
        <source>Card limit without a lock</source>
        <translation>락 없는 카드 한도</translation>
    </message>
    <message>
        <source>A user may have two cards. Every request counts, sees fewer than two, and issues one: there are far too many.</source>
        <translation>사용자당 카드는 두 장입니다. 모든 요청이 세어 보고 두 장 미만이라 한 장씩 발급하므로 카드가 너무 많아집니다.</translation>
    </message>
    <message>
        <source>Card limit, lock through a pool</source>
        <translation>카드 한도, 풀을 거친 락</translation>
    </message>
    <message>
        <source>Every statement borrows any connection of the pool. Whoever gets the one that has the lock enters again and the limit is broken; a release on another one does nothing, and the lock stays with an idle connection.</source>
        <translation>문장마다 풀의 아무 연결이나 빌립니다. 락을 가진 연결을 빌리면 다시 들어가 한도가 깨지고, 다른 연결에서의 해제는 효과가 없어 락이 쉬는 연결에 남습니다.</translation>
    </message>
    <message>
        <source>Card limit, lock on one connection</source>
        <translation>카드 한도, 한 연결의 락</translation>
    </message>
    <message>
        <source>One connection from the get to the release: the requests take turns, and there are exactly two cards.</source>
        <translation>획득부터 해제까지 한 연결을 씁니다. 요청이 차례를 지키고 카드는 정확히 두 장입니다.</translation>
    </message>
    <message>
        <source>A job of every minute, clocks apart</source>
        <translation>매분 작업, 어긋난 시계</translation>
    </message>
    <message>
        <source>Each period the job runs on one machine, as long as no clock is ahead of another by the hold of one second. Beyond that, a second machine takes the hold for over and runs the job again.</source>
        <translation>시계가 점유 기간 1초보다 앞서지 않는 한 작업은 주기마다 한 기계에서 실행됩니다. 그보다 앞서면 두 번째 기계가 점유가 끝난 줄 알고 작업을 다시 실행합니다.</translation>
    </message>
    <message>
        <source>Orders that outlast their lock</source>
        <translation>락보다 오래 걸리는 주문</translation>
    </message>
    <message>
        <source>An order takes longer than its lock lives. A second one begins meanwhile, and the first one&apos;s DEL removes the second one&apos;s lock.</source>
        <translation>주문이 락의 수명보다 오래 걸립니다. 그사이 두 번째 주문이 시작되고, 첫 주문의 DEL이 두 번째의 락을 지웁니다.</translation>
    </message>
    <message>
        <source>Coupons that outlast their lock</source>
        <translation>락보다 오래 걸리는 쿠폰</translation>
    </message>
    <message>
        <source>The same with Redisson&apos;s lock: a second one begins meanwhile, but the unlock of the first is refused and nobody else&apos;s lock is removed.</source>
        <translation>Redisson 락으로 같은 일을 합니다. 그사이 두 번째가 시작되지만, 첫 번째의 해제는 거부되고 남의 락은 지워지지 않습니다.</translation>
    </message>
    <message>
        <source>There is no experiment &apos;%1&apos;.</source>
        <translation>실험 &apos;%1&apos;은(는) 없습니다.</translation>
    </message>
    <message>
        <source>The number of requests has to be from %1 to %2.</source>
        <translation>요청 수는 %1부터 %2까지입니다.</translation>
    </message>
    <message>
        <source>Clocks play no part in this experiment.</source>
        <translation>이 실험에는 시계가 쓰이지 않습니다.</translation>
    </message>
    <message>
        <source>The skew has to be from 0 to 60 seconds.</source>
        <translation>시계 차이는 0초부터 60초까지입니다.</translation>
    </message>
    <message>
        <source>Contention experiments need a sandbox.</source>
        <translation>경합 실험에는 샌드박스가 필요합니다.</translation>
    </message>
    <message>
        <source>Start the sandbox first.</source>
        <translation>먼저 샌드박스를 시작하십시오.</translation>
    </message>
    <message>
        <source>Another experiment is running there.</source>
        <translation>그곳에서 다른 실험이 진행 중입니다.</translation>
    </message>
    <message>
        <source>Wait for its end, or cancel it.</source>
        <translation>끝나기를 기다리거나 취소하십시오.</translation>
    </message>
    <message>
        <source>clock right</source>
        <translation>시계 정확</translation>
    </message>
    <message>
        <source>clock ahead by %1</source>
        <translation>시계가 %1 앞섬</translation>
    </message>
    <message>
        <source>Period %1: machine %2 (%3)</source>
        <translation>주기 %1: 기계 %2 (%3)</translation>
    </message>
    <message>
        <source>%1 is refused</source>
        <translation>%1: 거부됨</translation>
    </message>
    <message>
        <source>%1 runs the job</source>
        <translation>%1: 작업 실행</translation>
    </message>
    <message>
        <source>%1 runs the job again</source>
        <translation>%1: 작업 다시 실행</translation>
    </message>
    <message>
        <source>In %1 periods the job ran %2 times on %3 machines; runs too many: %4. Clocks were up to %5 apart, the hold is %6.</source>
        <translation>주기 %1번 동안 기계 %3대에서 작업이 %2번 실행되었습니다. 초과 실행: %4번. 시계 차이는 최대 %5, 점유 기간은 %6입니다.</translation>
    </message>
    <message>
        <source>Machines</source>
        <translation>기계</translation>
    </message>
    <message>
        <source>Clocks apart, in ms</source>
        <translation>시계 차이(ms)</translation>
    </message>
    <message>
        <source>Periods</source>
        <translation>주기</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>실행</translation>
    </message>
    <message>
        <source>Runs too many</source>
        <translation>초과 실행</translation>
    </message>
    <message>
        <source>Shop %1 gets the lock and begins</source>
        <translation>상점 %1이(가) 락을 얻고 시작합니다</translation>
    </message>
    <message>
        <source>%1: %2 are at work at once</source>
        <translation>%1: %2곳이 동시에 작업합니다</translation>
    </message>
    <message>
        <source>Shops</source>
        <translation>상점</translation>
    </message>
    <message>
        <source>Jobs done</source>
        <translation>끝난 작업</translation>
    </message>
    <message>
        <source>Shop %1 is done; its DEL removes another shop&apos;s lock</source>
        <translation>상점 %1 완료: 그 DEL이 다른 상점의 락을 지웁니다</translation>
    </message>
    <message>
        <source>Shop %1 is done; its DEL finds no lock any more</source>
        <translation>상점 %1 완료: 그 DEL이 지울 락이 없습니다</translation>
    </message>
    <message>
        <source>Shop %1 is done; its DEL removes the lock</source>
        <translation>상점 %1 완료: 그 DEL이 락을 지웁니다</translation>
    </message>
    <message>
        <source>Of %1 orders, %2 began while another was at work. DELs that removed another&apos;s lock: %3.</source>
        <translation>주문 %1건 중 %2건이 다른 작업 중에 시작했습니다. 남의 락을 지운 DEL: %3.</translation>
    </message>
    <message>
        <source>DELs of another&apos;s lock</source>
        <translation>남의 락을 지운 DEL</translation>
    </message>
    <message>
        <source>DELs that found no lock</source>
        <translation>지울 락이 없던 DEL</translation>
    </message>
    <message>
        <source>Shop %1 is done; its unlock is refused: the lock is not its own any more</source>
        <translation>상점 %1 완료: 해제가 거부됩니다. 이미 자기 락이 아닙니다</translation>
    </message>
    <message>
        <source>Shop %1 is done and unlocks</source>
        <translation>상점 %1 완료: 해제합니다</translation>
    </message>
    <message>
        <source>Of %1 coupons, %2 began while another was at work: the lease had run out. Unlocks refused: %3; locks of others removed: %4.</source>
        <translation>쿠폰 %1건 중 %2건이 다른 작업 중에 시작했습니다. 점유 시간이 끝났기 때문입니다. 거부된 해제: %3, 지워진 남의 락: %4.</translation>
    </message>
    <message>
        <source>Unlocks refused</source>
        <translation>거부된 해제</translation>
    </message>
    <message>
        <source>The experiment was cancelled.</source>
        <translation>실험이 취소되었습니다.</translation>
    </message>
    <message>
        <source>Starting the programs</source>
        <translation>프로그램 시작 중</translation>
    </message>
    <message>
        <source>A program of the experiment ended before its time: %1</source>
        <translation>실험의 프로그램이 먼저 끝났습니다: %1</translation>
    </message>
    <message>
        <source>The programs of the experiment did not come to their end in time.</source>
        <translation>실험의 프로그램이 제때 끝나지 않았습니다.</translation>
    </message>
    <message>
        <source>The programs are at work: look at the locks</source>
        <translation>프로그램이 작업 중입니다: 락을 보십시오</translation>
    </message>
    <message>
        <source>frozen in its transaction</source>
        <translation>트랜잭션 안에서 멈춤</translation>
    </message>
    <message>
        <source>connection cut</source>
        <translation>연결 끊김</translation>
    </message>
    <message>
        <source>killed</source>
        <translation>강제 종료됨</translation>
    </message>
    <message>
        <source>told to stop</source>
        <translation>정지 지시</translation>
    </message>
    <message>
        <source>frozen</source>
        <translation>멈춤</translation>
    </message>
    <message>
        <source>thawed</source>
        <translation>다시 움직임</translation>
    </message>
    <message>
        <source>restarted</source>
        <translation>다시 시작됨</translation>
    </message>
    <message>
        <source>clock %1 ms</source>
        <translation>시계 %1 ms</translation>
    </message>
    <message>
        <source>There are more skewed clocks than candidates.</source>
        <translation>어긋난 시계가 후보보다 많습니다.</translation>
    </message>
    <message>
        <source>A candidate&apos;s clock may be wrong by one hour at most.</source>
        <translation>후보의 시계는 최대 한 시간까지 어긋날 수 있습니다.</translation>
    </message>
    <message>
        <source>An election has %1 to %2 candidates, not %3.</source>
        <translation>선출의 후보는 %1명부터 %2명까지입니다(%3명은 안 됩니다).</translation>
    </message>
    <message>
        <source>The period of the rounds may be 50 ms to 60 s.</source>
        <translation>라운드 주기는 50 ms부터 60초까지입니다.</translation>
    </message>
    <message>
        <source>The lease of a heartbeat may be 1 ms to 10 minutes.</source>
        <translation>하트비트의 점유 시간은 1 ms부터 10분까지입니다.</translation>
    </message>
    <message>
        <source>The column keeps 0, 3 or 6 digits of a second.</source>
        <translation>열은 초의 소수 0, 3 또는 6자리를 저장합니다.</translation>
    </message>
    <message>
        <source>The leader&apos;s work has to be shorter than the period of the rounds.</source>
        <translation>리더의 작업은 라운드 주기보다 짧아야 합니다.</translation>
    </message>
    <message>
        <source>two leaders</source>
        <translation>리더 둘</translation>
    </message>
    <message>
        <source>%1 and %2 both believe that they lead, since %3.</source>
        <translation>%1와(과) %2이(가) %3부터 둘 다 리더라고 믿고 있습니다.</translation>
    </message>
    <message>
        <source>%1 and %2 both believed that they led, for %3 from %4 on.</source>
        <translation>%1와(과) %2이(가) %4부터 %3 동안 둘 다 리더라고 믿었습니다.</translation>
    </message>
    <message>
        <source>%1 is not MySQL or MariaDB; experiments need a table.</source>
        <translation>%1은(는) MySQL이나 MariaDB가 아닙니다. 실험에는 테이블이 필요합니다.</translation>
    </message>
    <message>
        <source>Use another backend, or a sandbox.</source>
        <translation>다른 백엔드나 샌드박스를 쓰십시오.</translation>
    </message>
    <message>
        <source>%1 is a production backend; no experiments are made there.</source>
        <translation>%1은(는) 운영 서버입니다. 그곳에서는 실험하지 않습니다.</translation>
    </message>
    <message>
        <source>%1 is read-only; experiments make a table of their own.</source>
        <translation>%1은(는) 읽기 전용입니다. 실험은 자체 테이블을 만듭니다.</translation>
    </message>
    <message>
        <source>%1 names no database; experiments make a table in one.</source>
        <translation>%1에 데이터베이스가 없습니다. 실험은 그 안에 테이블을 만듭니다.</translation>
    </message>
    <message>
        <source>Name one at the end of the backend&apos;s URL.</source>
        <translation>백엔드 URL 끝에 데이터베이스를 적으십시오.</translation>
    </message>
    <message>
        <source>The start was cancelled.</source>
        <translation>시작이 취소되었습니다.</translation>
    </message>
    <message>
        <source>%1 or less</source>
        <translation>%1 이하</translation>
    </message>
    <message>
        <source>A heartbeat comes every %1 and holds for %2.</source>
        <translation>하트비트가 %1마다 오고 %2 동안 유효합니다.</translation>
    </message>
    <message>
        <source>A heartbeat comes every %1 and holds for %2; a column that rounds to %3 makes that %4 to %5.</source>
        <translation>하트비트가 %1마다 오고 %2 동안 유효하지만, %3 단위로 반올림하는 열에서는 %4에서 %5이(가) 됩니다.</translation>
    </message>
    <message>
        <source>A heartbeat comes every %1 and holds for %2; a column that cuts to %3 leaves %4 to %2 of that.</source>
        <translation>하트비트가 %1마다 오고 %2 동안 유효하지만, %3 단위로 자르는 열에서는 %4에서 %2만 남습니다.</translation>
    </message>
    <message>
        <source>The lease may end %1 before the next one comes: let it hold for at least %2, or store fractions of a second.</source>
        <translation>다음 하트비트보다 %1 먼저 점유가 끝날 수 있습니다. 점유 시간을 %2 이상으로 하거나 초의 소수까지 저장하십시오.</translation>
    </message>
    <message>
        <source>The lease may end %1 before the next one comes: let it hold for at least %2.</source>
        <translation>다음 하트비트보다 %1 먼저 점유가 끝날 수 있습니다. 점유 시간을 %2 이상으로 하십시오.</translation>
    </message>
    <message>
        <source>A heartbeat that is %1 late may lose the lead: let it hold for at least %2, or store fractions of a second.</source>
        <translation>하트비트가 %1 늦으면 리더를 잃을 수 있습니다. 점유 시간을 %2 이상으로 하거나 초의 소수까지 저장하십시오.</translation>
    </message>
    <message>
        <source>A heartbeat that is %1 late may lose the lead: let it hold for at least %2.</source>
        <translation>하트비트가 %1 늦으면 리더를 잃을 수 있습니다. 점유 시간을 %2 이상으로 하십시오.</translation>
    </message>
    <message>
        <source>Heartbeats of %1 came every %2 and now come faster: two processes seem to share this identity.</source>
        <translation>%1의 하트비트가 %2마다 오다가 더 빨라졌습니다. 두 프로세스가 같은 이름을 쓰는 것으로 보입니다.</translation>
    </message>
    <message>
        <source>Heartbeats of %1 come short and long after each other, like two trains in one: two processes seem to share this identity.</source>
        <translation>%1의 하트비트 간격이 짧고 길기를 되풀이합니다. 두 프로세스가 같은 이름을 쓰는 것으로 보입니다.</translation>
    </message>
    <message>
        <source>Heartbeats of %1 go back in time again and again: two processes with different clocks seem to share this identity.</source>
        <translation>%1의 하트비트 시각이 거듭 뒤로 갑니다. 시계가 다른 두 프로세스가 같은 이름을 쓰는 것으로 보입니다.</translation>
    </message>
    <message>
        <source>The lead changed hands %1 times within a minute, last from %2 to %3.</source>
        <translation>1분 안에 리더가 %1번 바뀌었습니다. 마지막은 %2 → %3입니다.</translation>
    </message>
    <message>
        <source>%1 wrote a heartbeat while the lease of %2 had %3 to run: both may have led, unless %2 let go just before.</source>
        <translation>%2의 점유 시간이 %3 남았을 때 %1이(가) 하트비트를 썼습니다. %2이(가) 바로 전에 해제하지 않았다면 둘 다 리더였을 수 있습니다.</translation>
    </message>
    <message>
        <source>%1 lost the lead %4 ago and wrote a heartbeat while the lease of %2 had %3 to run: either both led, or %2 let go between two looks, which leaves the same rows.</source>
        <translation>%4 전에 리더 자리를 잃은 %1이(가) %2의 점유 시간이 %3 남았을 때 하트비트를 썼습니다. 둘 다 리더였거나, 두 조회 사이에 %2이(가) 해제한 것입니다. 어느 쪽이든 같은 행이 남습니다.</translation>
    </message>
    <message>
        <source>Nobody has led for longer than a lease (%1).</source>
        <translation>점유 시간(%1)보다 오래 리더가 없습니다.</translation>
    </message>
    <message>
        <source>Nobody has led for longer than a lease (%1) since that of %2 was over.</source>
        <translation>%2의 점유 시간이 끝난 뒤 점유 시간(%1)보다 오래 리더가 없습니다.</translation>
    </message>
    <message>
        <source>took over</source>
        <translation>이어받음</translation>
    </message>
    <message>
        <source>lease ran out</source>
        <translation>점유 시간 만료</translation>
    </message>
    <message>
        <source>let go</source>
        <translation>해제함</translation>
    </message>
    <message>
        <source>There are more than %1 leader locks; the rest is not followed.</source>
        <translation>리더 락이 %1개를 넘습니다. 나머지는 추적하지 않습니다.</translation>
    </message>
    <message>
        <source>Client hosts that heartbeats come from</source>
        <translation>하트비트를 보내는 클라이언트 호스트</translation>
    </message>
    <message>
        <source>performance_schema is switched off.</source>
        <translation>performance_schema가 꺼져 있습니다.</translation>
    </message>
    <message>
        <source>The consumer %1 is switched off.</source>
        <translation>consumer %1이(가) 꺼져 있습니다.</translation>
    </message>
    <message>
        <source>events_statements_history tells them, except of statements that were prepared on the server.</source>
        <translation>events_statements_history가 알려 줍니다. 서버에서 준비된 문장은 제외됩니다.</translation>
    </message>
    <message>
        <source>events_statements_history tells them.</source>
        <translation>events_statements_history가 알려 줍니다.</translation>
    </message>
    <message>
        <source>Heartbeats of %1 come from several client hosts in turn: %2. Two processes seem to lead under one name.</source>
        <translation>%1의 하트비트가 여러 클라이언트 호스트에서 번갈아 옵니다: %2. 두 프로세스가 한 이름으로 리더인 것으로 보입니다.</translation>
    </message>
    <message>
        <source>The server counts %1 changes of the row of %2 within %3, where one leader&apos;s heartbeats would make %4: two processes seem to lead under one name.</source>
        <translation>서버가 센 %2의 행 변경은 %3 동안 %1번인데 리더 하나의 하트비트라면 %4번입니다. 두 프로세스가 한 이름으로 리더인 것으로 보입니다.</translation>
    </message>
    <message>
        <source>The profile says so (push is off).</source>
        <translation>프로필에 그렇게 적혀 있습니다 (push 꺼짐).</translation>
    </message>
    <message>
        <source>Changes told by the server</source>
        <translation>서버가 알려 주는 변경</translation>
    </message>
    <message>
        <source>%1 It is polled instead.</source>
        <translation>%1 대신 폴링합니다.</translation>
    </message>
    <message>
        <source>By keyspace notifications.</source>
        <translation>키스페이스 알림으로.</translation>
    </message>
    <message>
        <source>By the invalidations of client-side caching.</source>
        <translation>클라이언트 측 캐싱의 무효화 메시지로.</translation>
    </message>
    <message>
        <source>More than %1 changes a second are of keys that are no locks: being told of them costs more than looking.</source>
        <translation>락이 아닌 키의 변경이 초당 %1건을 넘습니다. 알림을 받는 것이 직접 조회하는 것보다 비용이 큽니다.</translation>
    </message>
    <message>
        <source>Name the locks with patterns: then only these are told.</source>
        <translation>패턴으로 락을 지정하십시오. 그러면 그 키만 알려 줍니다.</translation>
    </message>
    <message>
        <source>The server became a replica.</source>
        <translation>서버가 복제본이 되었습니다.</translation>
    </message>
    <message>
        <source>This account may not be told of changes: %1</source>
        <translation>이 계정은 변경 알림을 받을 수 없습니다: %1</translation>
    </message>
    <message>
        <source>This server cannot tell of changes: it knows no CLIENT TRACKING, and its keyspace notifications are off.</source>
        <translation>이 서버는 변경을 알려 줄 수 없습니다. CLIENT TRACKING을 지원하지 않고 키스페이스 알림도 꺼져 있습니다.</translation>
    </message>
    <message>
        <source>Upgrade it to Redis 6 or later, or let its operator set notify-keyspace-events to Kg$hxe.</source>
        <translation>Redis 6 이상으로 올리거나, 운영자에게 notify-keyspace-events를 Kg$hxe로 설정하도록 요청하십시오.</translation>
    </message>
    <message>
        <source>This server knows no CLIENT TRACKING, and does not say whether it sends keyspace notifications: %1</source>
        <translation>이 서버는 CLIENT TRACKING을 지원하지 않으며, 키스페이스 알림을 보내는지 알려 주지 않습니다: %1</translation>
    </message>
    <message>
        <source>Each server of a cluster tells of its own keys alone.</source>
        <translation>클러스터의 각 서버는 자기 키의 변경만 알려 줍니다.</translation>
    </message>
    <message>
        <source>A replica does not tell of everything that changes in it.</source>
        <translation>복제본은 자기 안의 모든 변경을 알려 주지 않습니다.</translation>
    </message>
    <message>
        <source>Watch the master.</source>
        <translation>마스터를 감시하십시오.</translation>
    </message>
    <message>
        <source>another program is writing it</source>
        <translation>다른 프로그램이 쓰고 있습니다</translation>
    </message>
    <message>
        <source>A URL with an &apos;@&apos; behind a &apos;/&apos; or &apos;?&apos; cannot be read.</source>
        <translation>&apos;/&apos;나 &apos;?&apos; 뒤에 &apos;@&apos;가 있는 URL은 읽을 수 없습니다.</translation>
    </message>
    <message>
        <source>Write a &apos;/&apos; in a user or password as %2F, a &apos;?&apos; as %3F, and an &apos;@&apos; behind the host as %40.</source>
        <translation>사용자나 비밀번호의 &apos;/&apos;는 %2F로, &apos;?&apos;는 %3F로, 호스트 뒤의 &apos;@&apos;는 %40으로 쓰십시오.</translation>
    </message>
    <message>
        <source>The sandbox has ended.</source>
        <translation>샌드박스가 종료되었습니다.</translation>
    </message>
    <message>
        <source>Start it anew.</source>
        <translation>새로 시작하십시오.</translation>
    </message>
    <message>
        <source>The sandbox&apos;s MariaDB has ended.</source>
        <translation>샌드박스의 MariaDB가 종료되었습니다.</translation>
    </message>
    <message>
        <source>The sandbox&apos;s Redis has ended.</source>
        <translation>샌드박스의 Redis가 종료되었습니다.</translation>
    </message>
    <message>
        <source>The connection to %1 was closed: its answer is larger than Lockmaster is willing to read (%2 MB).</source>
        <translation>%1의 연결을 닫았습니다: 응답이 Lockmaster가 읽으려는 크기(%2MB)보다 큽니다.</translation>
    </message>
    <message>
        <source>Move the file away.</source>
        <translation>파일을 다른 곳으로 옮기십시오.</translation>
    </message>
    <message>
        <source>Make room on the disk.</source>
        <translation>디스크 공간을 확보하십시오.</translation>
    </message>
    <message>
        <source>Look which program has it open.</source>
        <translation>어느 프로그램이 열고 있는지 확인하십시오.</translation>
    </message>
    <message>
        <source>Look at the file&apos;s owner and permissions and at its disk.</source>
        <translation>파일의 소유자와 권한, 디스크를 확인하십시오.</translation>
    </message>
    <message>
        <source>another program has it</source>
        <translation>다른 프로그램이 쓰고 있습니다</translation>
    </message>
    <message>
        <source>The history cannot be kept: %1: %2.</source>
        <translation>이력을 기록할 수 없습니다: %1: %2.</translation>
    </message>
    <message>
        <source>Qt&apos;s driver for SQLite is missing.</source>
        <translation>Qt의 SQLite 드라이버가 없습니다.</translation>
    </message>
    <message>
        <source>Install the package libqt6sql6-sqlite.</source>
        <translation>libqt6sql6-sqlite 패키지를 설치하십시오.</translation>
    </message>
    <message>
        <source>%1 is not Lockmaster&apos;s.</source>
        <translation>%1은(는) Lockmaster의 파일이 아닙니다.</translation>
    </message>
    <message>
        <source>The history was written by a newer Lockmaster: %1.</source>
        <translation>이력을 더 새로운 버전의 Lockmaster가 기록했습니다: %1.</translation>
    </message>
    <message>
        <source>Use the newer one, or move the file away.</source>
        <translation>새 버전을 쓰거나 파일을 다른 곳으로 옮기십시오.</translation>
    </message>
    <message>
        <source>The history cannot be read: %1: %2.</source>
        <translation>이력을 읽을 수 없습니다: %1: %2.</translation>
    </message>
    <message>
        <source>The damaged history cannot be moved away: %1: %2.</source>
        <translation>손상된 이력을 옮길 수 없습니다: %1: %2.</translation>
    </message>
    <message>
        <source>Nothing was recorded yet: %1.</source>
        <translation>아직 기록된 것이 없습니다: %1.</translation>
    </message>
    <message>
        <source>Lockmaster&apos;s window and &apos;lockctl serve&apos; record while they run.</source>
        <translation>Lockmaster 창과 &apos;lockctl serve&apos;는 실행되는 동안 기록합니다.</translation>
    </message>
    <message>
        <source>It has no &apos;pattern&apos;; write which names it is about, such as pattern = &quot;order:*&quot;.</source>
        <translation>&apos;pattern&apos;이 없습니다. pattern = &quot;order:*&quot;처럼 어떤 이름에 대한 것인지 쓰십시오.</translation>
    </message>
    <message>
        <source>text in quotes, at most %1 characters</source>
        <translation>따옴표로 묶은 %1자 이하의 텍스트</translation>
    </message>
    <message>
        <source>Locks are written as [[lock]], in two brackets.</source>
        <translation>락은 대괄호 두 개로 [[lock]]이라고 씁니다.</translation>
    </message>
    <message>
        <source>The history&apos;s keys stand below [history].</source>
        <translation>이력의 키는 [history] 아래에 씁니다.</translation>
    </message>
    <message>
        <source>a number from %1 to %2</source>
        <translation>%1부터 %2까지의 수</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>지우기</translation>
    </message>
    <message>
        <source>No password was found: set a password file, a password command or LOCKMASTER_PASSWORD, or keep it in the keychain where one runs.</source>
        <translation>비밀번호를 찾지 못했습니다. 비밀번호 파일, 비밀번호 명령이나 LOCKMASTER_PASSWORD를 지정하거나, 키체인이 실행 중이면 거기에 저장하십시오.</translation>
    </message>
    <message>
        <source>%1 does not take a login in this way.</source>
        <translation>%1이(가) 이 방식의 로그인을 받지 않습니다.</translation>
    </message>
    <message>
        <source>Let the account log in by a password that is proved and not told; for PAM, switch pam_use_cleartext_plugin on.</source>
        <translation>비밀번호를 보내지 않고 증명하는 방식으로 계정이 로그인하게 하십시오. PAM이면 pam_use_cleartext_plugin을 켜십시오.</translation>
    </message>
    <message>
        <source>%1 asks for a way to log in that is not used with it.</source>
        <translation>%1이(가) 여기서 쓰지 않는 로그인 방식을 요구합니다.</translation>
    </message>
    <message>
        <source>Give the file of the authority that signed it as CA file (ca=FILE).</source>
        <translation>인증서에 서명한 인증 기관의 파일을 CA 파일로 지정하십시오 (ca=FILE).</translation>
    </message>
    <message>
        <source>%1 does not speak TLS: %2</source>
        <translation>%1이(가) TLS를 쓰지 않습니다: %2</translation>
    </message>
    <message>
        <source>Switch TLS on in the server, and check host and port. Nothing was sent; somebody in between could answer like this, too.</source>
        <translation>서버에서 TLS를 켜고 호스트와 포트를 확인하십시오. 아무것도 보내지 않았습니다. 중간에서 누군가가 이렇게 응답할 수도 있습니다.</translation>
    </message>
    <message>
        <source>%1 offers only versions of TLS that are not safe any more: %2</source>
        <translation>%1이(가) 더 이상 안전하지 않은 TLS 버전만 제공합니다: %2</translation>
    </message>
    <message>
        <source>Let the server offer TLS 1.2 or 1.3.</source>
        <translation>서버가 TLS 1.2나 1.3을 제공하게 하십시오.</translation>
    </message>
    <message>
        <source>over</source>
        <translation>끝났습니다</translation>
    </message>
    <message>
        <source>over: the lock is not there any more</source>
        <translation>끝났습니다: 락이 더 이상 없습니다</translation>
    </message>
    <message>
        <source>not watched any more</source>
        <translation>더 이상 감시하지 않습니다</translation>
    </message>
    <message>
        <source>the rule was changed</source>
        <translation>규칙이 바뀌었습니다</translation>
    </message>
    <message>
        <source>What was acknowledged and snoozed is not kept in %1: another Lockmaster has it, or it cannot be written.</source>
        <translation>확인과 일시 정지를 %1에 저장하지 않습니다: 다른 Lockmaster가 쓰고 있거나 기록할 수 없습니다.</translation>
    </message>
    <message>
        <source>What was acknowledged and snoozed could not be read and begins anew; the old file is %1.</source>
        <translation>확인과 일시 정지를 읽을 수 없어 새로 시작합니다. 이전 파일은 %1입니다.</translation>
    </message>
    <message>
        <source>What was acknowledged and snoozed is not kept: %1: %2</source>
        <translation>확인과 일시 정지를 저장하지 못했습니다: %1: %2</translation>
    </message>
    <message>
        <source>The webhook&apos;s address cannot be read from %1.</source>
        <translation>웹훅 주소를 %1에서 읽을 수 없습니다.</translation>
    </message>
    <message>
        <source>The first line of %1 is no address.</source>
        <translation>%1의 첫 줄이 주소가 아닙니다.</translation>
    </message>
    <message>
        <source>It has to begin with https:// or http://.</source>
        <translation>https:// 또는 http://로 시작해야 합니다.</translation>
    </message>
    <message>
        <source>&apos;%1&apos; could not be started.</source>
        <translation>&apos;%1&apos;을(를) 시작할 수 없었습니다.</translation>
    </message>
    <message>
        <source>&apos;%1&apos; did not end in time.</source>
        <translation>&apos;%1&apos;이(가) 제시간에 끝나지 않았습니다.</translation>
    </message>
    <message>
        <source>&apos;%1&apos; crashed.</source>
        <translation>&apos;%1&apos;이(가) 비정상 종료했습니다.</translation>
    </message>
    <message>
        <source>&apos;%1&apos; ended with status %2.</source>
        <translation>&apos;%1&apos;이(가) 상태 %2(으)로 끝났습니다.</translation>
    </message>
    <message>
        <source>held for %1</source>
        <translation>%1 동안 점유 중</translation>
    </message>
    <message>
        <source>held for %1 by %2</source>
        <translation>%2이(가) %1 동안 점유 중</translation>
    </message>
    <message>
        <source>%1; 99 of 100 of its holds were over within %2</source>
        <translation>%1; 이 락의 점유는 100번 중 99번 %2 안에 끝났습니다</translation>
    </message>
    <message>
        <source>expired for %1, and nobody has taken it</source>
        <translation>만료된 지 %1이(가) 지났고 아무도 획득하지 않았습니다</translation>
    </message>
    <message>
        <source>%1 wait for it</source>
        <translation>%1명이 대기합니다</translation>
    </message>
    <message>
        <source>nobody has led for %1</source>
        <translation>%1 동안 리더가 없습니다</translation>
    </message>
    <message>
        <source>it does not answer</source>
        <translation>응답하지 않습니다</translation>
    </message>
    <message>
        <source>The webhook answered with status %1.</source>
        <translation>웹훅이 상태 %1(으)로 응답했습니다.</translation>
    </message>
    <message>
        <source>The webhook&apos;s certificate does not verify.</source>
        <translation>웹훅의 인증서를 검증할 수 없습니다.</translation>
    </message>
    <message>
        <source>The webhook&apos;s host is not found.</source>
        <translation>웹훅의 호스트를 찾을 수 없습니다.</translation>
    </message>
    <message>
        <source>The webhook refuses connections.</source>
        <translation>웹훅이 연결을 거부합니다.</translation>
    </message>
    <message>
        <source>The webhook did not answer in time.</source>
        <translation>웹훅이 제시간에 응답하지 않았습니다.</translation>
    </message>
    <message>
        <source>The webhook cannot be reached (%1).</source>
        <translation>웹훅에 연결할 수 없습니다 (%1).</translation>
    </message>
    <message>
        <source>hours such as &quot;22:00-07:00&quot; or &quot;sat,sun 00:00-24:00&quot;</source>
        <translation>&quot;22:00-07:00&quot;이나 &quot;sat,sun 00:00-24:00&quot; 같은 시간대</translation>
    </message>
    <message>
        <source>a list: program and arguments, [&quot;one&quot;, &quot;two&quot;]</source>
        <translation>목록: 프로그램과 인자, [&quot;one&quot;, &quot;two&quot;]</translation>
    </message>
    <message>
        <source>an address that begins with https:// or http://, without a user</source>
        <translation>https:// 또는 http://로 시작하고 사용자가 없는 주소</translation>
    </message>
    <message>
        <source>An alert needs a &apos;name&apos; of at most %1 characters.</source>
        <translation>알림에는 %1자 이하의 &apos;name&apos;이 필요합니다.</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is no filter: %2</source>
        <translation>&apos;%1&apos;은(는) 필터가 아닙니다: %2</translation>
    </message>
    <message>
        <source>An alert of the kind &quot;%1&quot; needs &apos;%2&apos;.</source>
        <translation>&quot;%1&quot; 종류의 알림에는 &apos;%2&apos;이(가) 필요합니다.</translation>
    </message>
    <message>
        <source>What counts for all alerts stands below [alerts].</source>
        <translation>모든 알림에 적용되는 것은 [alerts] 아래에 씁니다.</translation>
    </message>
    <message>
        <source>Alerts are written as [[alert]], in two brackets.</source>
        <translation>알림은 대괄호 두 개로 [[alert]]라고 씁니다.</translation>
    </message>
    <message>
        <source>Another alert before it has the same name.</source>
        <translation>앞에 같은 이름의 알림이 있습니다.</translation>
    </message>
    <message>
        <source>There are at most %1 alerts.</source>
        <translation>알림은 %1개까지입니다.</translation>
    </message>
    <message>
        <source>%1, for %2</source>
        <translation>%1, %2 동안</translation>
    </message>
    <message>
        <source>its scope asks for what the history does not keep</source>
        <translation>범위가 이력에 남지 않는 것을 묻습니다</translation>
    </message>
    <message>
        <source>by what is usual today</source>
        <translation>오늘의 평소 값 기준</translation>
    </message>
    <message>
        <source>the history does not keep how long a lock stood expired</source>
        <translation>락이 만료된 채 있던 시간은 이력에 남지 않습니다</translation>
    </message>
    <message>
        <source>of each hold only the most waiters are kept, not when</source>
        <translation>점유마다 가장 많았던 대기자 수만 남고 언제였는지는 남지 않습니다</translation>
    </message>
    <message>
        <source>of leader tables alone</source>
        <translation>리더 테이블만 셉니다</translation>
    </message>
    <message>
        <source>where a finding was there at the first look, it is not kept for how long</source>
        <translation>처음 볼 때부터 있던 진단은 얼마나 이어졌는지 남지 않습니다</translation>
    </message>
    <message>
        <source>The answer of %1 is not understood.</source>
        <translation>%1의 응답을 해석할 수 없습니다.</translation>
    </message>
    <message>
        <source>Check that host and port lead to a MySQL or MariaDB server, and what stands between.</source>
        <translation>호스트와 포트가 MySQL이나 MariaDB 서버로 이어지는지, 그 사이에 무엇이 있는지 확인하십시오.</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>알 수 없음</translation>
    </message>
    <message>
        <source>%1 of type %2</source>
        <translation>%2 유형 %1개</translation>
    </message>
    <message>
        <source>%1 of type %2 like %3*</source>
        <translation>%2 유형 %1개(%3*)</translation>
    </message>
    <message>
        <source>No unique key on %1 is seen: two rows may have one name.</source>
        <translation>%1에 고유 키가 보이지 않습니다. 두 행의 이름이 같을 수 있습니다.</translation>
    </message>
    <message>
        <source>nobody</source>
        <translation>없음</translation>
    </message>
    <message>
        <source>%1 until %2</source>
        <translation>%1(%2까지)</translation>
    </message>
    <message>
        <source>%1 rows have this name, and which of them its programs go by cannot be told: %2. A unique key on the name keeps this from happening.</source>
        <translation>행 %1개의 이름이 같으며, 프로그램이 어느 행을 따르는지 알 수 없습니다: %2. 이름에 고유 키를 두면 이런 일이 생기지 않습니다.</translation>
    </message>
    <message>
        <source>Its time is the zero date 0000-00-00, which lies before any other: the lock is free to take for whoever compares it with now.</source>
        <translation>시각이 다른 모든 시각보다 앞선 0000-00-00입니다. 현재 시각과 비교하는 프로그램은 이 락을 가져갈 수 있습니다.</translation>
    </message>
    <message>
        <source>Its time is no date that exists: whether it is over cannot be told.</source>
        <translation>시각이 존재하지 않는 날짜입니다. 만료되었는지 알 수 없습니다.</translation>
    </message>
    <message>
        <source>%1 does not exist by the clock %2, which is set forward in that hour: another clock wrote it, or it was reckoned without regard to that.</source>
        <translation>%2 시계는 그 시간에 앞으로 맞춰지므로 %1은(는) 존재하지 않습니다. 다른 시계가 썼거나 이를 고려하지 않고 계산한 값입니다.</translation>
    </message>
    <message>
        <source>When %1 is by the clock %2 cannot be told: the server does not say whether its clock is set forward or back before that. Name its zone as the clock of the table in the profile.</source>
        <translation>%2 시계로 %1이(가) 언제인지 알 수 없습니다. 그 전에 서버의 시계가 앞이나 뒤로 맞춰지는지 서버가 알려 주지 않습니다. 프로필에서 서버의 시간대를 테이블의 시계로 지정하십시오.</translation>
    </message>
    <message>
        <source>There is no certainty &apos;%1&apos;; there are certain and likely.</source>
        <translation>&apos;%1&apos;(이)라는 확실성은 없습니다. certain과 likely가 있습니다.</translation>
    </message>
    <message>
        <source>%2 is not the server on which %1 was looked at, or was started again since; nothing was changed.</source>
        <translation>%2은(는) %1을(를) 확인한 서버가 아니거나 그 뒤에 다시 시작되었습니다. 아무것도 변경하지 않았습니다.</translation>
    </message>
    <message>
        <source>How long ago %1 on %2 was looked at is not known; nothing was changed.</source>
        <translation>%2의 %1을(를) 확인한 지 얼마나 지났는지 알 수 없습니다. 아무것도 변경하지 않았습니다.</translation>
    </message>
    <message>
        <source>%1 on %2 was looked at %3 ago by the server&apos;s clock, and a look is good for %4; nothing was changed.</source>
        <translation>%2의 %1은(는) 서버 시계로 %3 전에 확인한 것이며, 확인은 %4 동안 유효합니다. 아무것도 변경하지 않았습니다.</translation>
    </message>
    <message>
        <source>Nothing tells the holder of %1 on %2 from one that took it after the look; nothing was changed.</source>
        <translation>%2의 %1 보유자를 확인 이후에 획득한 보유자와 구별할 방법이 없습니다. 아무것도 변경하지 않았습니다.</translation>
    </message>
    <message>
        <source>Make sure that nobody works under it, and confirm that it is to be released whoever holds it.</source>
        <translation>이 락으로 작업 중인 곳이 없는지 확인하고, 누가 점유하든 해제할 것임을 확인하십시오.</translation>
    </message>
    <message>
        <source>What %1 itself shows would prove nothing.</source>
        <translation>%1 자신이 보여 주는 것은 아무것도 증명하지 않습니다.</translation>
    </message>
    <message>
        <source>Releases confirmed by those that follow</source>
        <translation>복제 서버의 해제 확인</translation>
    </message>
    <message>
        <source>Whether others follow %1 is not told: should it be an old master, its word will be taken all the same.</source>
        <translation>%1을(를) 따르는 서버가 있는지 알 수 없습니다. 이전 마스터라 해도 그 응답을 그대로 믿게 됩니다.</translation>
    </message>
    <message>
        <source>Others follow %1, and this account may not WAIT for them.</source>
        <translation>%1을(를) 따르는 서버가 있지만 이 계정은 WAIT를 사용할 수 없습니다.</translation>
    </message>
    <message>
        <source>Others follow %1, and it cannot be made to ask them. %2</source>
        <translation>%1을(를) 따르는 서버가 있지만 그 서버들에 물어보게 할 수 없습니다. %2</translation>
    </message>
    <message>
        <source>%1 was replicated until a while ago, and nothing follows it now that could confirm anything: it may be an old master, whose word does not count.</source>
        <translation>%1은(는) 얼마 전까지 복제되었지만 지금은 확인해 줄 수 있는 서버가 따르고 있지 않습니다. 응답을 믿을 수 없는 이전 마스터일 수 있습니다.</translation>
    </message>
    <message>
        <source>Find out which server is the master now, and look there. If it is this one, what it shows is so; it is believed again once a server follows it, or some time after the last one left (repl-backlog-ttl, by default an hour).</source>
        <translation>지금 어느 서버가 마스터인지 알아내어 그곳에서 확인하십시오. 바로 이 서버라면 보이는 그대로입니다. 다른 서버가 이를 따르거나, 마지막 서버가 떠난 뒤 일정 시간(repl-backlog-ttl, 기본값 1시간)이 지나면 다시 믿게 됩니다.</translation>
    </message>
    <message>
        <source>The lock is not taken, as nobody would confirm it: %1</source>
        <translation>확인해 줄 서버가 없으므로 락을 획득하지 않습니다: %1</translation>
    </message>
    <message>
        <source>%1 did it, but no server that follows it confirmed that: it may be an old master, whose word does not count.</source>
        <translation>%1이(가) 수행했지만 이를 따르는 서버가 확인하지 않았습니다. 응답을 믿을 수 없는 이전 마스터일 수 있습니다.</translation>
    </message>
    <message>
        <source>Find out which server is the master now, and look there.</source>
        <translation>지금 어느 서버가 마스터인지 알아내어 그곳에서 확인하십시오.</translation>
    </message>
    <message>
        <source>The row names no owner and keeps whole seconds: nothing tells its holder from the next one.</source>
        <translation>행에 소유자가 없고 시각이 초 단위입니다. 보유자를 다음 보유자와 구별할 방법이 없습니다.</translation>
    </message>
    <message>
        <source>Write %1: and then a part of the text, or %1= and then all of it.</source>
        <translation>%1: 다음에 글의 일부를 쓰거나, %1= 다음에 글 전체를 쓰십시오.</translation>
    </message>
    <message>
        <source>There is no %1 here; did you mean %2 ? Put the text in quotes to look for it as it is.</source>
        <translation>여기에 %1은(는) 없습니다. %2을(를) 뜻합니까? 그대로 찾으려면 따옴표로 묶으십시오.</translation>
    </message>
    <message>
        <source>Locks cannot be read without it.</source>
        <translation>이것 없이는 락을 읽을 수 없습니다.</translation>
    </message>
    <message>
        <source>Without it no lock is found.</source>
        <translation>이것 없이는 락을 찾지 못합니다.</translation>
    </message>
    <message>
        <source>%1 keys may not be read by this account: whether they are locks is not known. Patterns (match) can leave them out.</source>
        <translation>이 계정은 키 %1개를 읽을 수 없어 락인지 알 수 없습니다. 패턴(match)으로 그 키를 뺄 수 있습니다.</translation>
    </message>
    <message>
        <source>The account %1 may not read %2, nor be told whether there is one.</source>
        <translation>계정 %1은(는) %2을(를) 읽을 수 없으며, 그것이 있는지도 알 수 없습니다.</translation>
    </message>
    <message>
        <source>Nobody named it, and it is not looked at.</source>
        <translation>지정되지 않은 테이블이므로 조회하지 않습니다.</translation>
    </message>
    <message>
        <source>(and SYSTEM_USER where the holder&apos;s account has it)</source>
        <translation>(보유자의 계정에 SYSTEM_USER가 있으면 그것도)</translation>
    </message>
    <message>
        <source>performance_schema does not count metadata locks: the instrument wait/lock/metadata/sql/mdl is off. Switched on, it shows locks that are taken from then on; it stays on where the server is started with performance-schema-instrument=&apos;wait/lock/metadata/sql/mdl=ON&apos;.</source>
        <translation>performance_schema가 메타데이터 락을 세지 않습니다. 계측기 wait/lock/metadata/sql/mdl이 꺼져 있습니다. 켜면 그때부터 획득한 락이 보입니다. 계속 켜 두려면 서버를 performance-schema-instrument=&apos;wait/lock/metadata/sql/mdl=ON&apos;으로 시작하십시오.</translation>
    </message>
    <message>
        <source>The webhook&apos;s answer is not HTTP.</source>
        <translation>웹훅의 응답이 HTTP가 아닙니다.</translation>
    </message>
    <message>
        <source>This is no profile: %1.</source>
        <translation>프로필이 아닙니다: %1.</translation>
    </message>
    <message>
        <source>it is neither a file nor a pipe</source>
        <translation>파일도 파이프도 아닙니다</translation>
    </message>
    <message>
        <source>it is a pipe that nobody writes to</source>
        <translation>아무도 쓰지 않는 파이프입니다</translation>
    </message>
    <message>
        <source>text that can be seen, without line breaks and hidden characters</source>
        <translation>줄바꿈과 숨은 문자가 없는, 눈에 보이는 글</translation>
    </message>
    <message>
        <source>a key has more than %1 parts</source>
        <translation>키의 구성 요소가 %1개를 넘습니다</translation>
    </message>
    <message>
        <source>values are nested more than %1 deep</source>
        <translation>값이 %1단계보다 깊이 중첩되어 있습니다</translation>
    </message>
    <message>
        <source>there are more than %1 values</source>
        <translation>값이 %1개를 넘습니다</translation>
    </message>
    <message>
        <source>Qt&apos;s driver for MySQL stands on a client library whose connections cannot be bounded.</source>
        <translation>Qt의 MySQL 드라이버가 쓰는 클라이언트 라이브러리로는 연결에 한도를 둘 수 없습니다.</translation>
    </message>
    <message>
        <source>Use the driver of the package libqt6sql6-mysql, on libmariadb.</source>
        <translation>libmariadb를 쓰는 libqt6sql6-mysql 패키지의 드라이버를 쓰십시오.</translation>
    </message>
    <message>
        <source>Let the account log in by a password that is proved and not told; PAM (pam_use_cleartext_plugin) and Kerberos want TLS as well (tls=verify).</source>
        <translation>계정이 비밀번호를 알리지 않고 증명하는 방식으로 로그인하게 하십시오. PAM(pam_use_cleartext_plugin)과 Kerberos에는 TLS도 필요합니다(tls=verify).</translation>
    </message>
    <message>
        <source>%1 asks for the password of &apos;%2&apos; itself.</source>
        <translation>%1이(가) &apos;%2&apos;의 비밀번호 자체를 요구합니다.</translation>
    </message>
    <message>
        <source>It is told only to a server that is known: use TLS (tls=verify), or name a copy of the server&apos;s public_key.pem (server_public_key=FILE).</source>
        <translation>비밀번호는 확인된 서버에만 알립니다. TLS를 쓰거나(tls=verify) 서버의 public_key.pem 사본을 지정하십시오(server_public_key=FILE).</translation>
    </message>
    <message>
        <source>Which program listens there cannot be seen from here (it runs in a container, or its account hides it).</source>
        <translation>그곳에서 수신하는 프로그램을 여기서는 볼 수 없습니다(컨테이너 안에서 실행되거나 해당 계정이 숨깁니다).</translation>
    </message>
    <message>
        <source>It is told only to a server that is known: connect over TCP with TLS (tls=verify), through a tunnel by ssh -L 127.0.0.1:PORT:HOST:3306, or name a copy of the server&apos;s public_key.pem (server_public_key=FILE).</source>
        <translation>비밀번호는 확인된 서버에만 알립니다. TCP로 TLS를 써서 연결하거나(tls=verify, 터널은 ssh -L 127.0.0.1:PORT:HOST:3306) 서버의 public_key.pem 사본을 지정하십시오(server_public_key=FILE).</translation>
    </message>
    <message>
        <source>%1 holds no RSA public key.</source>
        <translation>%1에 RSA 공개 키가 없습니다.</translation>
    </message>
    <message>
        <source>server_public_key takes a copy of the server&apos;s public_key.pem, from its data directory.</source>
        <translation>server_public_key에는 서버 데이터 디렉터리에 있는 public_key.pem의 사본을 지정합니다.</translation>
    </message>
    <message>
        <source>What listens there calls itself &apos;%1&apos;, but others than root and user %2 may put a socket there as well.</source>
        <translation>그곳에서 수신하는 프로그램은 스스로를 &apos;%1&apos;이라고 하지만, root와 사용자 %2가 아닌 다른 사용자도 그곳에 소켓을 만들 수 있습니다.</translation>
    </message>
    <message>
        <source>What listens there is &apos;%1&apos;, and no MySQL or MariaDB.</source>
        <translation>그곳에서 수신하는 것은 &apos;%1&apos;이며 MySQL이나 MariaDB가 아닙니다.</translation>
    </message>
    <message>
        <source>%1 and %2 write heartbeats in turn, each while the lease of the other runs: both lead, or each lets the other in again within a heartbeat.</source>
        <translation>%1과(와) %2이(가) 서로의 점유 시간이 끝나기 전에 번갈아 하트비트를 씁니다. 둘 다 리더이거나, 하트비트 한 번 사이에 서로에게 자리를 내주고 있습니다.</translation>
    </message>
    <message>
        <source>%1 (maybe)</source>
        <translation>%1 (추정)</translation>
    </message>
    <message>
        <source>%1 (waits for a lock itself)</source>
        <translation>%1 (자신도 락을 기다림)</translation>
    </message>
    <message>
        <source>%1 (since %2, and waits for a lock itself)</source>
        <translation>%1 (%2부터, 자신도 락을 기다림)</translation>
    </message>
    <message>
        <source>Any of these may have locked this row, or only wait for it: %1. Which of them waits is told where the account has the right PROCESS.</source>
        <translation>다음 중 누구든 이 행을 잠갔거나 기다리기만 할 수 있습니다: %1. 누가 기다리는지는 계정에 PROCESS 권한이 있어야 알 수 있습니다.</translation>
    </message>
    <message>
        <source>An open transaction has locked this row: %1.</source>
        <translation>열린 트랜잭션이 이 행을 잠갔습니다: %1.</translation>
    </message>
    <message>
        <source>Its holder is alive: it renewed the lock since you looked. A release does not stop it, and it may take the lock again at once.</source>
        <translation>보유자가 살아 있습니다: 확인한 뒤에 락을 갱신했습니다. 해제해도 보유자는 멈추지 않으며, 곧바로 락을 다시 획득할 수 있습니다.</translation>
    </message>
    <message>
        <source>One subscriber was told.</source>
        <translation>구독자 하나에게 알렸습니다.</translation>
    </message>
    <message>
        <source>%1 subscribers were told.</source>
        <translation>구독자 %1개에게 알렸습니다.</translation>
    </message>
    <message>
        <source>All readers of %1 on %2 were evicted.</source>
        <translation>%2의 %1에서 모든 읽기 보유자를 내보냈습니다.</translation>
    </message>
    <message>
        <source>%1 cannot be written: %2.</source>
        <translation>%1을(를) 쓸 수 없습니다: %2.</translation>
    </message>
    <message>
        <source>%1 is being written by another program, which holds the lock %2.</source>
        <translation>다른 프로그램이 잠금 파일 %2을(를) 두고 %1을(를) 쓰는 중입니다.</translation>
    </message>
    <message>
        <source>Try again; remove the lock where no such program runs.</source>
        <translation>다시 시도하십시오. 그런 프로그램이 없으면 잠금 파일을 지우십시오.</translation>
    </message>
    <message>
        <source>no permission, or no room</source>
        <translation>권한이나 공간이 없음</translation>
    </message>
    <message>
        <source>Check its permissions, and the disk&apos;s space.</source>
        <translation>권한과 디스크 여유 공간을 확인하십시오.</translation>
    </message>
    <message>
        <source>The certificate that it shows has the fingerprint %1. If the server made it itself, compare that on the server, in its data directory (openssl x509 -noout -fingerprint -sha256 -in server-cert.pem), and accept it on this machine: lockctl doctor --accept-certificate %1</source>
        <translation>서버가 제시한 인증서의 지문은 %1입니다. 서버가 스스로 만든 인증서라면 서버의 데이터 디렉터리에서 지문을 비교한 뒤(openssl x509 -noout -fingerprint -sha256 -in server-cert.pem) 이 컴퓨터에서 승인하십시오: lockctl doctor --accept-certificate %1</translation>
    </message>
    <message>
        <source>%1 does not show the certificate that was accepted for it here.</source>
        <translation>%1이(가) 이 컴퓨터에서 승인한 인증서를 제시하지 않습니다.</translation>
    </message>
    <message>
        <source>Nothing was sent: somebody may be in between. Ask whether the server was given a new certificate.</source>
        <translation>아무것도 보내지 않았습니다. 누군가 중간에 있을 수 있습니다. 서버의 인증서가 바뀌었는지 확인하십시오.</translation>
    </message>
    <message>
        <source>The certificate has changed: %2 was accepted on %3, and %1 is shown now. Only if the server was given a new one, compare that on the server, in its data directory (openssl x509 -noout -fingerprint -sha256 -in server-cert.pem), and accept it in the place of the old one: lockctl doctor --accept-certificate %1</source>
        <translation>인증서가 바뀌었습니다. %3에 승인한 것은 %2이고 지금 제시된 것은 %1입니다. 서버에 새 인증서를 준 것이 확실할 때만 서버의 데이터 디렉터리에서 지문을 비교한 뒤(openssl x509 -noout -fingerprint -sha256 -in server-cert.pem) 이전 것 대신 승인하십시오: lockctl doctor --accept-certificate %1</translation>
    </message>
    <message>
        <source>The certificate of %1 cannot be accepted.</source>
        <translation>%1의 인증서는 승인할 수 없습니다.</translation>
    </message>
    <message>
        <source>Another certificate of %1 was accepted meanwhile: %2</source>
        <translation>그사이 %1의 다른 인증서가 승인되었습니다: %2</translation>
    </message>
    <message>
        <source>Test the connection again.</source>
        <translation>연결을 다시 시험하십시오.</translation>
    </message>
    <message>
        <source>%1 wants &apos;%2&apos; to log in by a way that the client library on this machine does not have: %3</source>
        <translation>%1이(가) &apos;%2&apos;에게 이 컴퓨터의 클라이언트 라이브러리에 없는 로그인 방식을 요구합니다: %3</translation>
    </message>
    <message>
        <source>Let the account log in by another way (mysql_native_password, ed25519, caching_sha2_password), or install the library&apos;s plugin for this one.</source>
        <translation>계정이 다른 방식(mysql_native_password, ed25519, caching_sha2_password)으로 로그인하게 하거나, 이 방식에 필요한 라이브러리 플러그인을 설치하십시오.</translation>
    </message>
    <message>
        <source>The client library gave up talking to %1, with an error of its own (%2): %3</source>
        <translation>클라이언트 라이브러리가 자체 오류(%2)로 %1과(와)의 통신을 중단했습니다: %3</translation>
    </message>
    <message>
        <source>It wants it in the clear (mysql_clear_password), and is told it only where it is known: use TLS (tls=verify).</source>
        <translation>서버가 비밀번호를 평문으로 요구하며(mysql_clear_password), 확인된 서버에만 알립니다. TLS를 쓰십시오(tls=verify).</translation>
    </message>
    <message>
        <source>It wants it in the clear (mysql_clear_password), and is told it only where it is known: connect over TCP with TLS (tls=verify).</source>
        <translation>서버가 비밀번호를 평문으로 요구하며(mysql_clear_password), 확인된 서버에만 알립니다. TLS를 사용하는 TCP로 연결하십시오(tls=verify).</translation>
    </message>
    <message>
        <source>%1 is not a file.</source>
        <translation>%1은(는) 파일이 아닙니다.</translation>
    </message>
    <message>
        <source>%1 said more than its greeting before TLS began.</source>
        <translation>%1이(가) TLS가 시작되기 전에 인사 패킷보다 많은 내용을 보냈습니다.</translation>
    </message>
    <message>
        <source>Nothing was sent, and nothing of it was believed: somebody may be in between, or a proxy is broken. Check host and port, and what stands on the way.</source>
        <translation>아무것도 보내지 않았고 받은 내용은 믿지 않았습니다. 중간에 누군가가 있거나 프록시가 고장 났을 수 있습니다. 호스트와 포트, 그리고 그 사이에 있는 것을 확인하십시오.</translation>
    </message>
    <message>
        <source>The row has no expiry: nothing tells whether its owner let go and took it anew.</source>
        <translation>행에 만료 시각이 없습니다. 소유자가 해제했다가 다시 획득했는지 구별할 수 없습니다.</translation>
    </message>
    <message>
        <source>Whether anybody holds %1 on %2 is not known: %3</source>
        <translation>%2에서 %1을(를) 누가 점유하는지 알 수 없습니다: %3</translation>
    </message>
    <message>
        <source>Of %2 servers that followed %1 until a while ago only %3 do now: it may be an old master, whose word does not count.</source>
        <translation>얼마 전까지 %1을(를) 따르던 서버 %2대 가운데 지금은 %3대만 따릅니다. 이전 마스터일 수 있으며, 그렇다면 그 응답은 근거가 되지 않습니다.</translation>
    </message>
    <message>
        <source>Find out which server is the master now, and look there. If it is this one, what it shows is so; it is believed again once as many follow it, an hour after the others left, or by whoever looks at it anew.</source>
        <translation>지금 어느 서버가 마스터인지 확인하고 그곳에서 살펴보십시오. 이 서버가 마스터라면 표시된 내용이 맞습니다. 같은 수의 서버가 다시 따르거나, 나머지가 떠난 지 한 시간이 지나거나, 새로 조회하면 다시 신뢰합니다.</translation>
    </message>
    <message>
        <source>Others followed it: find out which server is the master now, and look at the lock there.</source>
        <translation>따르던 서버가 있었습니다. 지금 어느 서버가 마스터인지 확인하고 그곳에서 락을 살펴보십시오.</translation>
    </message>
    <message>
        <source>Fewer servers follow it than it wants for a write (min-replicas-to-write): nothing was changed.</source>
        <translation>쓰기에 필요한 수(min-replicas-to-write)보다 적은 서버가 따릅니다. 아무것도 변경하지 않았습니다.</translation>
    </message>
    <message>
        <source>%1 did it, but only %2 of the %3 servers that follow it, or did a while ago, confirmed that: it may be an old master, whose word does not count.</source>
        <translation>%1에서 실행했지만, 따르고 있거나 얼마 전까지 따르던 서버 %3대 가운데 %2대만 확인했습니다. 이전 마스터일 수 있으며, 그렇다면 그 응답은 근거가 되지 않습니다.</translation>
    </message>
    <message>
        <source>Its holder is not told: its work goes on, and its next unlock() throws. Its hold count is dropped as a whole, a watchdog stops at its next tick, and anyone who waits is woken. Clients of version 3.11 or 3.12 may lose their next lock too.</source>
        <translation>보유자에게 알리지 않습니다. 작업은 계속되고 다음 unlock()에서 예외가 발생합니다. 점유 횟수는 모두 사라지고 워치독은 다음 주기에 멈추며 대기자가 있으면 깨어납니다. 3.11과 3.12 클라이언트는 다음 락도 잃을 수 있습니다.</translation>
    </message>
    <message>
        <source>None of the readers is told: their work goes on, and their next unlock() may throw. Their watchdogs stop, and anyone who waits is woken.</source>
        <translation>읽기 보유자에게 알리지 않습니다. 작업은 계속되고 다음 unlock()에서 예외가 발생할 수 있습니다. 워치독은 멈추고 대기자가 있으면 깨어납니다.</translation>
    </message>
    <message>
        <source>Anyone who waits is woken. The holder is not told: it goes on until it renews or releases the lock, and gets NotAcquired.</source>
        <translation>대기자가 있으면 깨웁니다. 보유자에게는 알리지 않습니다. 보유자는 락을 갱신하거나 해제할 때까지 계속하다가 NotAcquired를 받습니다.</translation>
    </message>
    <message>
        <source>Anyone who waits is woken. The holder is not told: it goes on, and its unlock throws. The value stands for a whole process, not for one thread.</source>
        <translation>대기자가 있으면 깨웁니다. 보유자에게는 알리지 않습니다. 보유자는 계속하다가 unlock에서 예외를 받습니다. 값은 스레드 하나가 아니라 프로세스 전체를 나타냅니다.</translation>
    </message>
    <message>
        <source>By the shape of its value it is likely a lock, and not certain to be one: make sure of it first. What is deleted does not come back.</source>
        <translation>값의 모양으로 락으로 추정될 뿐 확실하지 않습니다. 먼저 확인하십시오. 지운 것은 되돌릴 수 없습니다.</translation>
    </message>
    <message>
        <source>%1, likely a lock</source>
        <translation>%1, 락으로 추정</translation>
    </message>
    <message>
        <source>If it is %1&apos;s: %2</source>
        <translation>%1의 락이라면: %2</translation>
    </message>
    <message>
        <source>Whether the lock was released will not be known: %1</source>
        <translation>락이 해제되었는지 알 수 없게 됩니다: %1</translation>
    </message>
    <message>
        <source>Not to be chosen: how long a heartbeat holds is agreed among the programs. Lockmaster writes one before it is over.</source>
        <translation>선택할 수 없음: 하트비트가 얼마나 유효한지는 프로그램들 사이에 정해져 있습니다. Lockmaster는 끝나기 전에 새로 씁니다.</translation>
    </message>
    <message>
        <source>None: it lasts as long as its session, which Lockmaster keeps.</source>
        <translation>없음: Lockmaster가 유지하는 세션이 끝날 때까지 유지됩니다.</translation>
    </message>
    <message>
        <source>it has a line of more than %1 MB</source>
        <translation>%1 MB보다 긴 줄이 있습니다</translation>
    </message>
    <message>
        <source>it has more than %1 lines that are no entries</source>
        <translation>항목이 아닌 줄이 %1개보다 많습니다</translation>
    </message>
    <message>
        <source>From here on %1 more mistakes are not told.</source>
        <translation>여기부터 오류 %1개를 더 알리지 않습니다.</translation>
    </message>
    <message>
        <source>it is not a file</source>
        <translation>파일이 아닙니다</translation>
    </message>
    <message>
        <source>it is longer than %1 KB</source>
        <translation>%1 KB보다 깁니다</translation>
    </message>
    <message>
        <source>Move it away.</source>
        <translation>다른 곳으로 옮기십시오.</translation>
    </message>
    <message>
        <source>Some locks are not shown: their names or holders are very long, and too many such locks are shown already.</source>
        <translation>일부 락을 표시하지 않습니다. 이름이나 보유자가 매우 길고, 그런 락을 이미 너무 많이 표시하고 있습니다.</translation>
    </message>
    <message>
        <source>Give patterns that leave them out.</source>
        <translation>그런 락을 제외하는 패턴을 지정하십시오.</translation>
    </message>
    <message>
        <source>The connection to %1 was closed: its answer has more columns or rows than Lockmaster is willing to read.</source>
        <translation>%1에 대한 연결을 닫았습니다. 응답의 열이나 행이 Lockmaster가 읽을 수 있는 것보다 많습니다.</translation>
    </message>
    <message>
        <source>The connection to %1 was closed: the columns that it describes are larger than Lockmaster is willing to read (%2 MB).</source>
        <translation>%1에 대한 연결을 닫았습니다. 응답이 말하는 열이 Lockmaster가 읽을 수 있는 크기(%2 MB)보다 큽니다.</translation>
    </message>
    <message>
        <source>%1 takes no connection: as many as it allows wait for it already.</source>
        <translation>%1이(가) 연결을 받지 않습니다. 허용된 수만큼의 연결이 이미 기다리고 있습니다.</translation>
    </message>
    <message>
        <source>Check that the server is not stopped or overloaded.</source>
        <translation>서버가 멈췄거나 과부하 상태가 아닌지 확인하십시오.</translation>
    </message>
    <message>
        <source>The connection to %1 was closed: it answered what it was not asked.</source>
        <translation>%1에 대한 연결을 닫았습니다. 묻지 않은 것에 응답했습니다.</translation>
    </message>
    <message>
        <source>Who holds it now could not be read: %1</source>
        <translation>지금 보유자를 읽을 수 없습니다: %1</translation>
    </message>
    <message>
        <source>Who holds it now is not known.</source>
        <translation>지금 누가 점유하는지 알 수 없습니다.</translation>
    </message>
    <message>
        <source>Nobody held it right after that.</source>
        <translation>직후에는 아무도 점유하지 않았습니다.</translation>
    </message>
    <message>
        <source>Held again by the same owner, %1: it goes on.</source>
        <translation>같은 소유자 %1이(가) 다시 점유합니다: 작업을 계속하고 있습니다.</translation>
    </message>
    <message>
        <source>Now held by %1.</source>
        <translation>지금 보유자: %1</translation>
    </message>
    <message>
        <source>replica: what it shows may lag</source>
        <translation>복제본: 보이는 것이 늦을 수 있음</translation>
    </message>
    <message>
        <source>takes no writes now (read_only is on)</source>
        <translation>지금은 쓰기를 받지 않습니다 (read_only가 켜져 있음)</translation>
    </message>
    <message>
        <source>still held</source>
        <translation>점유 중</translation>
    </message>
    <message>
        <source>released</source>
        <translation>해제됨</translation>
    </message>
    <message>
        <source>owner changed</source>
        <translation>소유자 바뀜</translation>
    </message>
    <message>
        <source>expired</source>
        <translation>만료됨</translation>
    </message>
    <message>
        <source>lost from sight</source>
        <translation>관찰 끊김</translation>
    </message>
    <message>
        <source>not known how</source>
        <translation>이유 알 수 없음</translation>
    </message>
    <message>
        <source>Lock table</source>
        <translation>락 테이블</translation>
    </message>
    <message>
        <source>Add &amp;lock table</source>
        <translation>락 테이블 추가(&amp;L)</translation>
    </message>
    <message>
        <source>Leader table</source>
        <translation>리더 테이블</translation>
    </message>
    <message>
        <source>Add l&amp;eader table</source>
        <translation>리더 테이블 추가(&amp;E)</translation>
    </message>
    <message>
        <source>If some of them are locks, name a pattern that matches their names: match in the profile or URL. Only keys that a pattern matches are looked at then.</source>
        <translation>그중에 락이 있으면 이름에 맞는 패턴을 프로필이나 URL의 match에 지정하십시오. 그러면 패턴에 맞는 키만 조회합니다.</translation>
    </message>
    <message>
        <source>Sort by</source>
        <translation>정렬 기준</translation>
    </message>
    <message>
        <source>Where there is one, this lets it be read: %1</source>
        <translation>테이블이 있다면 이 문장으로 읽을 수 있게 됩니다: %1</translation>
    </message>
    <message>
        <source>Where there is none, leave it out: %1 in the URL, or %2 in the profile.</source>
        <translation>테이블이 없다면 빼십시오: URL에서는 %1, 프로필에서는 %2.</translation>
    </message>
    <message>
        <source>Nothing was changed.</source>
        <translation>아무것도 바꾸지 않았습니다.</translation>
    </message>
    <message>
        <source>The holder of %1 on %2 has renewed it since: it is alive.</source>
        <translation>그 사이 %2의 %1 락을 보유자가 갱신했습니다. 보유자가 살아 있습니다.</translation>
    </message>
    <message>
        <source>Nobody holds %1 on %2 any more.</source>
        <translation>%2의 %1 락을 이제 아무도 점유하지 않습니다.</translation>
    </message>
    <message>
        <source>The holder of %1 on %2 entered or left it since the look: it is alive.</source>
        <translation>%2의 %1 보유자가 확인한 뒤에 다시 획득하거나 해제했습니다. 보유자가 살아 있습니다.</translation>
    </message>
    <message>
        <source>%1 on %2 is not what was looked at any more.</source>
        <translation>%2의 %1 락은 더 이상 확인한 그 락이 아닙니다.</translation>
    </message>
    <message>
        <source>The connection to %2 was lost, and with it what guarded the release of %1. Nothing was sent.</source>
        <translation>%2 연결이 끊겨 %1 해제를 보호하던 것도 사라졌습니다. 아무것도 보내지 않았습니다.</translation>
    </message>
    <message>
        <source>%1 lets this account neither run scripts nor use WATCH, so %2 cannot be compared and released in one step.</source>
        <translation>%1에서 이 계정은 스크립트도 WATCH도 쓸 수 없어 %2을(를) 한 단계로 비교하고 해제할 수 없습니다.</translation>
    </message>
    <message>
        <source>%1 refused to release %2: %3</source>
        <translation>%1이(가) %2 해제를 거부했습니다: %3</translation>
    </message>
    <message>
        <source>its answer makes no sense.</source>
        <translation>서버의 응답을 이해할 수 없습니다.</translation>
    </message>
    <message>
        <source>The lock was not changed.</source>
        <translation>락은 바뀌지 않았습니다.</translation>
    </message>
    <message>
        <source>It is held now, and nothing stored says by whom.</source>
        <translation>지금 점유되어 있으며, 저장된 값 어디에도 보유자가 없습니다.</translation>
    </message>
    <message>
        <source>the history does not keep how much of a lease was left</source>
        <translation>점유 시간이 얼마나 남았는지는 이력에 남지 않습니다</translation>
    </message>
    <message>
        <source>%1 left of its lease, and it is held</source>
        <translation>점유 시간이 %1 남았고 점유 중입니다</translation>
    </message>
    <message>
        <source>&apos;format&apos; takes one of %1.</source>
        <translation>&apos;format&apos;에는 %1 중 하나를 씁니다.</translation>
    </message>
    <message>
        <source>A table with a &apos;format&apos; has no &apos;%1&apos;.</source>
        <translation>&apos;format&apos;이 있는 테이블에는 &apos;%1&apos;을(를) 쓰지 않습니다.</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is missing.</source>
        <translation>&apos;%1&apos;이(가) 없습니다.</translation>
    </message>
    <message>
        <source>a duration such as &quot;10m&quot;</source>
        <translation>&quot;10m&quot; 같은 시간 길이</translation>
    </message>
    <message>
        <source>&apos;%1&apos; takes one of %2.</source>
        <translation>&apos;%1&apos;에는 %2 중 하나를 씁니다.</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is not a word of a format; known here are %2.</source>
        <translation>&apos;%1&apos;은(는) 형식의 낱말이 아닙니다. 여기서 아는 낱말: %2.</translation>
    </message>
    <message>
        <source>a table of its own, [table.%1]</source>
        <translation>별도의 테이블 [table.%1]</translation>
    </message>
    <message>
        <source>What is an end itself lasts no longer: leave &apos;lasts&apos; out.</source>
        <translation>그 자체가 끝인 시각에는 &apos;lasts&apos;를 쓰지 않습니다.</translation>
    </message>
    <message>
        <source>How long it lasts is missing: &apos;lasts&apos; or &apos;lasts_column&apos;.</source>
        <translation>얼마나 지속되는지 없습니다: &apos;lasts&apos; 또는 &apos;lasts_column&apos;.</translation>
    </message>
    <message>
        <source>&apos;words&apos; go with by = &quot;words&quot;.</source>
        <translation>&apos;words&apos;는 by = &quot;words&quot;와 함께 씁니다.</translation>
    </message>
    <message>
        <source>&apos;set&apos; goes with how = &quot;set&quot;, and says at least one column.</source>
        <translation>&apos;set&apos;은 how = &quot;set&quot;과 함께 쓰며, 열을 하나 이상 적습니다.</translation>
    </message>
    <message>
        <source>Held by its owner, but no &apos;owner&apos; is said.</source>
        <translation>소유자로 점유를 판단하는데 &apos;owner&apos;가 없습니다.</translation>
    </message>
    <message>
        <source>&apos;since&apos; takes the units datetime, s and ms.</source>
        <translation>&apos;since&apos;의 단위는 datetime, s, ms입니다.</translation>
    </message>
    <message>
        <source>Letting go may not write into the key %1.</source>
        <translation>해제는 키 %1에 쓸 수 없습니다.</translation>
    </message>
    <message>
        <source>&apos;like&apos; takes letters, digits and the signs _ . : - %.</source>
        <translation>&apos;like&apos;에는 영문자, 숫자와 _ . : - % 기호를 씁니다.</translation>
    </message>
    <message>
        <source>&apos;%1...&apos; is too long for a column.</source>
        <translation>&apos;%1...&apos;은(는) 열 이름으로 너무 깁니다.</translation>
    </message>
    <message>
        <source>&apos;name&apos; takes {COLUMN}, letters, digits, spaces and _ . : / # -</source>
        <translation>&apos;name&apos;에는 {COLUMN}, 영문자, 숫자, 공백과 _ . : / # -를 씁니다</translation>
    </message>
    <message>
        <source>The name is made of columns of the key, not of &apos;%1&apos;.</source>
        <translation>이름은 키의 열로 만듭니다. &apos;%1&apos;은(는) 키가 아닙니다.</translation>
    </message>
    <message>
        <source>&apos;id&apos; takes small letters, digits and _, at most 32.</source>
        <translation>&apos;id&apos;에는 영문 소문자, 숫자, _를 32자까지 씁니다.</translation>
    </message>
    <message>
        <source>A column of %1 is too long to be compared.</source>
        <translation>%1의 열 하나가 너무 길어 비교할 수 없습니다.</translation>
    </message>
    <message>
        <source>%1 is no table of %2: it lacks %3, or the account may not read that.</source>
        <translation>%1은(는) %2의 테이블이 아닙니다. %3이(가) 없거나 계정이 읽을 수 없습니다.</translation>
    </message>
    <message>
        <source>Name the table and its format in the profile or URL.</source>
        <translation>프로필이나 URL에 테이블과 형식을 적으십시오.</translation>
    </message>
    <message>
        <source>%1 has about %2 rows: too many to look for the few that are locks at every poll.</source>
        <translation>%1에는 행이 약 %2개 있어, 그중 락인 행을 조회할 때마다 찾기에는 너무 많습니다.</translation>
    </message>
    <message>
        <source>Leave it out, or look at it with a database tool.</source>
        <translation>빼거나 데이터베이스 도구로 확인하십시오.</translation>
    </message>
    <message>
        <source>Not released from here</source>
        <translation>여기서 해제하지 않음</translation>
    </message>
    <message>
        <source>en</source>
        <extracomment>the code of the language of this translation: en, ko</extracomment>
        <translation>ko</translation>
    </message>
    <message>
        <source>Locks of %1 are not released from here: %2</source>
        <translation>%1의 락은 여기서 해제하지 않습니다: %2</translation>
    </message>
    <message>
        <source>No unique key of %1 is seen that keeps its rows apart: a row cannot be written to without another.</source>
        <translation>%1에서 행을 구별하는 고유 키가 보이지 않습니다. 한 행만 골라 쓸 수 없습니다.</translation>
    </message>
    <message>
        <source>Nothing in a row of %1 tells its holder from the next one: if it was let go of and taken anew since you looked, the new holder loses it.</source>
        <translation>%1의 행에는 지금 보유자와 다음 보유자를 구별할 것이 없습니다. 조회한 뒤에 해제되고 새로 획득됐다면 새 보유자가 락을 잃습니다.</translation>
    </message>
    <message>
        <source>This release follows the source of %1 and was not tried with the library itself.</source>
        <translation>이 해제는 %1의 소스를 따르며 라이브러리 자체로 시험하지 않았습니다.</translation>
    </message>
    <message>
        <source>A release stops no program: a holder that is alive goes on with its work, and may take the lock again.</source>
        <translation>해제해도 프로그램은 멈추지 않습니다. 살아 있는 보유자는 작업을 계속하며 락을 다시 획득할 수 있습니다.</translation>
    </message>
    <message>
        <source>Table &apos;%1&apos; is named for %2, but &apos;systems&apos; leaves that out.</source>
        <translation>테이블 &apos;%1&apos;은(는) %2로 지정됐지만 &apos;systems&apos;에서 빠져 있습니다.</translation>
    </message>
    <message>
        <source>&apos;only&apos; takes either &apos;like&apos; or set = true.</source>
        <translation>&apos;only&apos;에는 &apos;like&apos;나 set = true 중 하나를 씁니다.</translation>
    </message>
    <message>
        <source>The column &apos;%1&apos; of %2 is of type %3, which holds no such time.</source>
        <translation>%2의 열 &apos;%1&apos;은(는) %3 형식이라 그런 시각을 담을 수 없습니다.</translation>
    </message>
    <message>
        <source>The column &apos;%1&apos; of %2 is of type %3, which is no yes or no.</source>
        <translation>%2의 열 &apos;%1&apos;은(는) %3 형식이라 예/아니요가 아닙니다.</translation>
    </message>
    <message>
        <source>%1 of %2 was taken anew since you looked; nothing was changed.</source>
        <translation>%2의 %1은(는) 조회한 뒤에 새로 획득되었습니다. 아무것도 바꾸지 않았습니다.</translation>
    </message>
    <message>
        <source>By the clock of the profile it was taken or renewed at %1, which is yet to come: another clock seems to have written it.</source>
        <translation>프로필의 시계로는 %1에 획득하거나 갱신한 것인데 아직 오지 않은 시각입니다. 다른 시계로 쓴 것 같습니다.</translation>
    </message>
    <message>
        <source>How long it lasts is no number: whether it is over cannot be told.</source>
        <translation>얼마나 지속되는지가 숫자가 아니어서 끝났는지 알 수 없습니다.</translation>
    </message>
    <message>
        <source>By the clock %1 of the profile it is over since %2; by the server&apos;s, or by UTC, it is held: which of them wrote it cannot be told.</source>
        <translation>프로필의 시계 %1로는 %2에 끝났지만, 서버 시계나 UTC로는 점유 중입니다. 어느 시계로 썼는지 알 수 없습니다.</translation>
    </message>
    <message>
        <source>The id &apos;%1&apos; is that of %2; give the format another.</source>
        <translation>&apos;%1&apos;은(는) %2의 ID입니다. 형식에 다른 ID를 지정하십시오.</translation>
    </message>
    <message>
        <source>, line %1, column %2</source>
        <translation>, %1행 %2열</translation>
    </message>
    <message>
        <source>The format %1 cannot be read: %2.</source>
        <translation>형식 %1을(를) 읽을 수 없습니다: %2.</translation>
    </message>
    <message>
        <source>it is not a file of at most 1 MiB</source>
        <translation>1 MiB 이하의 파일이 아닙니다</translation>
    </message>
    <message>
        <source>%1 has more than %2 formats; the rest is not read.</source>
        <translation>%1에 형식이 %2개보다 많습니다. 나머지는 읽지 않습니다.</translation>
    </message>
    <message>
        <source>another file here</source>
        <translation>이 폴더의 다른 파일</translation>
    </message>
    <message>
        <source>Formats are written as [[format]], in two brackets.</source>
        <translation>형식은 대괄호 두 개로 [[format]]이라고 씁니다.</translation>
    </message>
    <message>
        <source>&apos;%1&apos; takes letters, digits, the signs _ . : / # @ - and {1}.</source>
        <translation>&apos;%1&apos;에는 글자, 숫자, 기호 _ . : / # @ - 와 {1}을 쓸 수 있습니다.</translation>
    </message>
    <message>
        <source>A key that is removed has to have {1} in it.</source>
        <translation>함께 지우는 키에는 {1}이 있어야 합니다.</translation>
    </message>
    <message>
        <source>A member that is removed has to have {1} in it.</source>
        <translation>함께 지우는 멤버에는 {1}이 있어야 합니다.</translation>
    </message>
    <message>
        <source>&apos;match&apos; takes letters, digits, the signs _ . : / # @ { } - and one *, and not * alone.</source>
        <translation>&apos;match&apos;에는 글자, 숫자, 기호 _ . : / # @ { } - 와 * 하나를 쓸 수 있으며, *만 쓸 수는 없습니다.</translation>
    </message>
    <message>
        <source>&apos;match&apos; is missing: any such key would be taken for a lock.</source>
        <translation>&apos;match&apos;가 없습니다. 그러면 그런 키를 모두 락으로 여기게 됩니다.</translation>
    </message>
    <message>
        <source>A string has no &apos;marks&apos;.</source>
        <translation>문자열에는 &apos;marks&apos;가 없습니다.</translation>
    </message>
    <message>
        <source>There is no &apos;time&apos; in a set, nor in a string other than holder = &quot;epoch&quot;.</source>
        <translation>집합에는 &apos;time&apos;이 없으며, 문자열에는 holder = &quot;epoch&quot;일 때만 있습니다.</translation>
    </message>
    <message>
        <source>holder = &quot;epoch&quot; is for a string, and &apos;time&apos; says what it means.</source>
        <translation>holder = &quot;epoch&quot;은 문자열에만 쓰며, 그 뜻은 &apos;time&apos;으로 지정합니다.</translation>
    </message>
    <message>
        <source>&apos;ends_before&apos; is for a string that is the end itself.</source>
        <translation>&apos;ends_before&apos;는 값 자체가 만료 시각인 문자열에 씁니다.</translation>
    </message>
    <message>
        <source>A format has either [[table]] or [[keys]].</source>
        <translation>형식에는 [[table]]과 [[keys]] 중 하나만 있습니다.</translation>
    </message>
    <message>
        <source>&apos;names&apos; are those of tables.</source>
        <translation>&apos;names&apos;는 테이블의 이름입니다.</translation>
    </message>
    <message>
        <source>(a time that is over)</source>
        <translation>(지난 시각)</translation>
    </message>
    <message>
        <source>any key</source>
        <translation>모든 키</translation>
    </message>
    <message>
        <source>It reads keys of every Redis that is watched: %1.</source>
        <translation>지켜보는 모든 Redis의 키를 읽습니다: %1.</translation>
    </message>
    <message>
        <source>It reads tables that a profile or a URL names; usually %1.</source>
        <translation>프로필이나 URL에 지정한 테이블을 읽습니다. 보통 %1입니다.</translation>
    </message>
    <message>
        <source>Reading locks in sorted sets</source>
        <translation>정렬된 집합의 락 읽기</translation>
    </message>
    <message>
        <source>Reading locks in sets</source>
        <translation>집합의 락 읽기</translation>
    </message>
    <message>
        <source>Ends</source>
        <translation>만료</translation>
    </message>
    <message>
        <source>Taken</source>
        <translation>획득</translation>
    </message>
    <message>
        <source>Last heard of</source>
        <translation>마지막 확인</translation>
    </message>
    <message>
        <source>Holder as stored</source>
        <translation>저장된 보유자</translation>
    </message>
    <message>
        <source>Mark</source>
        <translation>표시</translation>
    </message>
    <message>
        <source>Release %1</source>
        <translation>%1 해제</translation>
    </message>
    <message>
        <source>%1 cannot be read from %2: %3.</source>
        <translation>%1: %2에서 읽을 수 없습니다: %3.</translation>
    </message>
    <message>
        <source>it is longer than 4 MB</source>
        <translation>4 MB보다 깁니다</translation>
    </message>
    <message>
        <source>Remove the lines that are of no use any more.</source>
        <translation>더는 쓰지 않는 줄을 지우십시오.</translation>
    </message>
    <message>
        <source>Which formats are trusted</source>
        <translation>신뢰하는 형식 목록</translation>
    </message>
    <message>
        <source>The format %1 did not come with this program and is not trusted on this machine: its locks are looked at only. Nothing was changed.</source>
        <translation>형식 %1은(는) 이 프로그램과 함께 온 것이 아니며 이 컴퓨터에서 신뢰하지 않습니다. 그 락은 보기만 합니다. 아무것도 바꾸지 않았습니다.</translation>
    </message>
    <message>
        <source>The format %1 says something else than when you looked; nothing was changed.</source>
        <translation>형식 %1의 내용이 보았을 때와 다릅니다. 아무것도 바꾸지 않았습니다.</translation>
    </message>
    <message>
        <source>Which servers were accepted</source>
        <translation>받아들인 서버 목록</translation>
    </message>
    <message>
        <source>a whole number</source>
        <translation>정수</translation>
    </message>
    <message>
        <source>&apos;number&apos; goes with {number} in the name.</source>
        <translation>&apos;number&apos;는 이름에 {number}가 있을 때 씁니다.</translation>
    </message>
    <message>
        <source>&apos;name&apos; takes at most one *, and not it alone.</source>
        <translation>&apos;name&apos;에는 *를 하나까지 쓸 수 있으며, *만 쓸 수는 없습니다.</translation>
    </message>
    <message>
        <source>Used for</source>
        <translation>용도</translation>
    </message>
    <message>
        <source>Nothing is ever written.</source>
        <translation>아무것도 쓰지 않습니다.</translation>
    </message>
    <message>
        <source>To let go of one lock it sends, if what was seen still stands: %1</source>
        <translation>락 하나를 해제할 때, 본 내용이 그대로이면 다음을 보냅니다: %1</translation>
    </message>
    <message>
        <source>&apos;%1&apos; takes text that can be read, without line breaks and hidden characters.</source>
        <translation>&apos;%1&apos;에는 줄바꿈과 숨은 문자가 없는, 읽을 수 있는 글을 씁니다.</translation>
    </message>
    <message>
        <source>Read what it would send, then trust it: lockctl trust %1, or Settings, Formats.</source>
        <translation>무엇을 보내는지 읽어 본 뒤 신뢰하십시오: lockctl trust %1, 또는 설정의 형식.</translation>
    </message>
    <message>
        <source>It has no names; write names = [&quot;report:daily&quot;], or file = &quot;names.txt&quot; with one on each line.</source>
        <translation>이름이 없습니다. names = [&quot;report:daily&quot;] 또는 한 줄에 하나씩 적은 file = &quot;names.txt&quot;를 쓰십시오.</translation>
    </message>
    <message>
        <source>More than %1 names are not taken.</source>
        <translation>이름은 %1개까지만 받습니다.</translation>
    </message>
    <message>
        <source>a list of names</source>
        <translation>이름 목록</translation>
    </message>
    <message>
        <source>a path</source>
        <translation>경로</translation>
    </message>
    <message>
        <source>The names in %1 cannot be read: %2.</source>
        <translation>%1의 이름을 읽을 수 없습니다: %2.</translation>
    </message>
    <message>
        <source>what is hashed, with {name} in it</source>
        <translation>{name}을 포함한, 해시되는 내용</translation>
    </message>
    <message>
        <source>Names are written as [[names]], in two brackets.</source>
        <translation>이름은 대괄호 두 개로 [[names]]라고 씁니다.</translation>
    </message>
    <message>
        <source>&quot;auto&quot;; a single table is written as [[backend.table]]</source>
        <translation>&quot;auto&quot;. 테이블 하나는 [[backend.table]]로 씁니다</translation>
    </message>
    <message>
        <source>Libraries are looked for in one database: name it in the URL.</source>
        <translation>라이브러리는 한 데이터베이스에서 찾습니다. URL에 데이터베이스를 지정하십시오.</translation>
    </message>
    <message>
        <source>auto, FORMAT or FORMAT:TABLE, with FORMAT one of %1</source>
        <translation>auto, FORMAT 또는 FORMAT:TABLE. FORMAT은 %1 중 하나</translation>
    </message>
    <message>
        <source>What is no lock of one row is not taken.</source>
        <translation>행 하나의 락이 아닌 것은 획득하지 않습니다.</translation>
    </message>
    <message>
        <source>&apos;owner&apos; of &apos;taking&apos; goes with the table&apos;s &apos;owner&apos;.</source>
        <translation>&apos;taking&apos;의 &apos;owner&apos;는 테이블의 &apos;owner&apos;와 함께 씁니다.</translation>
    </message>
    <message>
        <source>&apos;owner&apos; of &apos;taking&apos; is one of host, uuid, hex-N, base64-N.</source>
        <translation>&apos;taking&apos;의 &apos;owner&apos;는 host, uuid, hex-N, base64-N 중 하나입니다.</translation>
    </message>
    <message>
        <source>A row is made anew by its only key alone; else: rows = &quot;kept&quot;.</source>
        <translation>행은 키가 하나일 때만 새로 만듭니다. 아니면 rows = &quot;kept&quot;로 쓰십시오.</translation>
    </message>
    <message>
        <source>What makes it held, &apos;%1&apos;, is not what taking writes: key, owner, end, since and a flag.</source>
        <translation>점유 여부를 정하는 &apos;%1&apos;은(는) 획득할 때 쓰는 것(키, 소유자, 끝, since, 플래그)이 아닙니다.</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is new at each acquisition, and not what taking writes: owner, end and since.</source>
        <translation>&apos;%1&apos;은(는) 획득할 때마다 바뀌지만 획득할 때 쓰는 것(소유자, 끝, since)이 아닙니다.</translation>
    </message>
    <message>
        <source>A lock with a &apos;lasts_column&apos; is not taken.</source>
        <translation>&apos;lasts_column&apos;이 있는 락은 획득하지 않습니다.</translation>
    </message>
    <message>
        <source>Nodes have an &apos;end&apos;, by which they are dead, and how = &quot;never&quot;.</source>
        <translation>노드에는 죽었다고 볼 &apos;end&apos;가 있고 how = &quot;never&quot;여야 합니다.</translation>
    </message>
    <message>
        <source>To take one that is free: %1</source>
        <translation>비어 있는 락을 획득할 때: %1</translation>
    </message>
    <message>
        <source>Locks of %1 are not taken from here.</source>
        <translation>%1의 락은 여기서 획득하지 않습니다.</translation>
    </message>
    <message>
        <source>There is no row &apos;%1&apos; in %2: %3 makes it before it is taken.</source>
        <translation>%2에 &apos;%1&apos; 행이 없습니다. 획득하기 전에 %3이(가) 만듭니다.</translation>
    </message>
    <message>
        <source>Let the program make it once; &apos;lockctl list&apos; shows its name.</source>
        <translation>프로그램이 한 번 만들게 하십시오. 이름은 &apos;lockctl list&apos;에 나옵니다.</translation>
    </message>
    <message>
        <source>nodes that live and do not lead</source>
        <translation>살아 있지만 이끌지 않는 노드</translation>
    </message>
    <message>
        <source>%1 was found by itself, as a table of %2, on a server that is production: it is looked at only until it is named. Nothing was changed.</source>
        <translation>%1은(는) 운영 서버에서 %2의 테이블로 자동으로 발견됐습니다. 이름을 지정하기 전에는 보기만 합니다. 아무것도 바뀌지 않았습니다.</translation>
    </message>
    <message>
        <source>Name it: %1 in the URL, or [[backend.table]] with %2 in the profile.</source>
        <translation>이름을 지정하십시오: URL에 %1 또는 프로필에 %2을(를) 쓴 [[backend.table]].</translation>
    </message>
    <message>
        <source>%1 after it was renewed last; that is the library&apos;s own rule.</source>
        <translation>마지막으로 갱신된 뒤 %1. 라이브러리 자체의 규칙입니다.</translation>
    </message>
    <message>
        <source>It has no lease: it lasts until it is let go of. Should this program die, it stays.</source>
        <translation>점유 시간이 없어 해제할 때까지 유지됩니다. 이 프로그램이 죽어도 남습니다.</translation>
    </message>
    <message>
        <source>Key, owner, end, since and flag of a lock that is taken are columns of their own.</source>
        <translation>획득하는 락의 키, 소유자, 끝, since, 플래그는 서로 다른 열이어야 합니다.</translation>
    </message>
    <message>
        <source>What is never let go of is not taken.</source>
        <translation>해제하지 않는 것은 획득하지 않습니다.</translation>
    </message>
    <message>
        <source>Whether %1 was taken is not known, and nothing in its row says whose it is: it was left as it is.</source>
        <translation>%1을(를) 획득했는지 알 수 없고, 누구의 것인지 행에 적혀 있지 않습니다. 그대로 두었습니다.</translation>
    </message>
    <message>
        <source>Look at it, and let go of it where nobody works under it.</source>
        <translation>확인한 뒤, 아무도 그 아래에서 작업하지 않으면 해제하십시오.</translation>
    </message>
    <message>
        <source>%1 on %2 has to be seen in the same hands for %3 first; nothing was changed.</source>
        <translation>%2의 %1은(는) 먼저 %3 동안 같은 소유자에게 있는 것이 확인되어야 합니다. 변경된 것은 없습니다.</translation>
    </message>
    <message>
        <source>Ask again with the same look in %1.</source>
        <translation>%1 뒤에 같은 확인 결과로 다시 요청하십시오.</translation>
    </message>
    <message>
        <source>A lock of the row itself has no &apos;end&apos;, and goes with its transaction: how = &quot;end-session&quot; or &quot;never&quot;.</source>
        <translation>행 자체의 락에는 &apos;end&apos;가 없고 트랜잭션과 함께 끝납니다: how = &quot;end-session&quot; 또는 &quot;never&quot;.</translation>
    </message>
    <message>
        <source>A session is ended only of a lock of the row itself, by = &quot;row-lock&quot;.</source>
        <translation>세션 종료는 행 자체의 락(by = &quot;row-lock&quot;)에만 쓸 수 있습니다.</translation>
    </message>
    <message>
        <source>A transaction that was prepared by XA and is of no session any more may have locked this row: XA RECOVER lists it.</source>
        <translation>XA로 준비되었고 더 이상 세션이 없는 트랜잭션이 이 행을 잠갔을 수 있습니다: XA RECOVER에 표시됩니다.</translation>
    </message>
    <message>
        <source>%1 does not say for certain which session has &apos;%2&apos;. Nothing was ended.</source>
        <translation>%1은(는) 어느 세션이 &apos;%2&apos;을(를) 가졌는지 확실히 알려주지 않습니다. 종료된 것은 없습니다.</translation>
    </message>
    <message>
        <source>MariaDB names it while another session waits for the row, to an account with PROCESS; MySQL to one that may read performance_schema.</source>
        <translation>MariaDB는 다른 세션이 행을 기다리는 동안 PROCESS 권한이 있는 계정에, MySQL은 performance_schema를 읽을 수 있는 계정에 알려줍니다.</translation>
    </message>
    <message>
        <source>The connection ended while it was looked at who has the row.</source>
        <translation>누가 행을 가졌는지 확인하는 동안 연결이 끊어졌습니다.</translation>
    </message>
    <message>
        <source>Its open transaction is rolled back (open for %1, %2 rows modified, about %3 locked).</source>
        <translation>열린 트랜잭션이 롤백됩니다(%1 동안 열림, %2개 행 수정, 약 %3개 잠금).</translation>
    </message>
    <message>
        <source>Whatever else the session has is freed, too: its user-level locks, its temporary tables.</source>
        <translation>세션이 가진 다른 것도 해제됩니다: 사용자 레벨 락, 임시 테이블.</translation>
    </message>
    <message>
        <source>&apos;text&apos; has {name} in it.</source>
        <translation>&apos;text&apos;에는 {name}이(가) 들어갑니다.</translation>
    </message>
    <message>
        <source>&apos;sha1&apos; goes with {sha1} in the name, and no *.</source>
        <translation>&apos;sha1&apos;은 이름의 {sha1}과 함께 쓰며 *와는 쓸 수 없습니다.</translation>
    </message>
    <message>
        <source>If some of them are locks, name their pattern: match = [&quot;%1&quot;] in the profile, or match=%1 in the URL. Only keys that a pattern matches are looked at then.</source>
        <translation>그중 락이 있다면 패턴을 지정하십시오: 프로필에서는 match = [&quot;%1&quot;], URL에서는 match=%1. 그러면 패턴에 맞는 키만 확인합니다.</translation>
    </message>
    <message>
        <source>&apos;of&apos;, at least 1, goes with by = &quot;permits&quot;, and &apos;least&apos; with that or &quot;flag&quot;.</source>
        <translation>&apos;of&apos;(1 이상)는 by = &quot;permits&quot;와 함께, &apos;least&apos;는 그것 또는 &quot;flag&quot;와 함께 씁니다.</translation>
    </message>
    <message>
        <source>&apos;table&apos; and &apos;where&apos; take names of a table and of columns.</source>
        <translation>&apos;table&apos;과 &apos;where&apos;에는 테이블과 열의 이름을 씁니다.</translation>
    </message>
    <message>
        <source>&apos;also&apos; takes no column:NAME.</source>
        <translation>&apos;also&apos;에는 column:NAME을 쓸 수 없습니다.</translation>
    </message>
    <message>
        <source>&apos;also&apos; says what is &apos;set&apos;, and goes with how = &quot;set&quot;.</source>
        <translation>&apos;also&apos;는 무엇을 &apos;set&apos;할지 말하며 how = &quot;set&quot;과 함께 씁니다.</translation>
    </message>
    <message>
        <source>At most %1 other tables are &apos;counted&apos;.</source>
        <translation>&apos;counted&apos;에는 다른 테이블을 최대 %1개까지 쓸 수 있습니다.</translation>
    </message>
    <message>
        <source>&apos;%1&apos; takes letters, digits, the signs _ . : / # @ - and, at least once, {1}.</source>
        <translation>&apos;%1&apos;에는 글자, 숫자, 기호 _ . : / # @ - 와 적어도 한 번의 {1}을 씁니다.</translation>
    </message>
    <message>
        <source>&apos;wakes&apos; takes either &apos;channel&apos; or &apos;list&apos;.</source>
        <translation>&apos;wakes&apos;에는 &apos;channel&apos;과 &apos;list&apos; 중 하나를 씁니다.</translation>
    </message>
    <message>
        <source>&apos;lasts&apos; goes with &apos;list&apos;: nobody may be there to take it.</source>
        <translation>&apos;lasts&apos;는 &apos;list&apos;와 함께 씁니다. 가져갈 쪽이 없을 수도 있기 때문입니다.</translation>
    </message>
    <message>
        <source>&apos;waiting&apos; takes one of &apos;channel&apos;, &apos;list&apos;, &apos;zset&apos;.</source>
        <translation>&apos;waiting&apos;에는 &apos;channel&apos;, &apos;list&apos;, &apos;zset&apos; 중 하나를 씁니다.</translation>
    </message>
    <message>
        <source>At most %1 of &apos;wakes&apos;.</source>
        <translation>&apos;wakes&apos;는 최대 %1개까지 쓸 수 있습니다.</translation>
    </message>
    <message>
        <source>&apos;with_last&apos;, &apos;wakes&apos; and &apos;waiting&apos; need a &apos;match&apos; with a *.</source>
        <translation>&apos;with_last&apos;, &apos;wakes&apos;, &apos;waiting&apos;에는 *가 있는 &apos;match&apos;가 필요합니다.</translation>
    </message>
    <message>
        <source>It counts rows of the tables beside them: %1.</source>
        <translation>옆에 있는 테이블의 행을 셉니다: %1.</translation>
    </message>
    <message>
        <source>a whole number without quotes</source>
        <translation>따옴표 없는 정수</translation>
    </message>
    <message>
        <source>The column &apos;%1&apos; of %2 is of type %3, which is no number.</source>
        <translation>%2의 열 &apos;%1&apos;은 %3 형식이며 숫자가 아닙니다.</translation>
    </message>
    <message>
        <source>Letting go writes to a row of %1 as well, which this account cannot read, or no unique key finds.</source>
        <translation>해제하려면 %1의 행에도 써야 하는데, 이 계정이 읽을 수 없거나 고유 키로 찾을 수 없습니다.</translation>
    </message>
    <message>
        <source>Its count is %1, and the library never goes below %2.</source>
        <translation>수가 %1인데, 라이브러리는 %2 아래로 내려가지 않습니다.</translation>
    </message>
    <message>
        <source>It is over, and left behind: %1 (%2 in %3).</source>
        <translation>끝났지만 남아 있습니다: %1(%3에 %2개).</translation>
    </message>
    <message>
        <source>XA RECOVER lists them; XA COMMIT or XA ROLLBACK ends one.</source>
        <translation>XA RECOVER로 볼 수 있고, XA COMMIT이나 XA ROLLBACK으로 끝낼 수 있습니다.</translation>
    </message>
    <message>
        <source>%1 has transactions that were prepared by XA. Such a one keeps its rows when its session is ended, and whether &apos;%2&apos; is one of them is not told. Nothing was ended.</source>
        <translation>%1에 XA로 준비된 트랜잭션이 있습니다. 이런 트랜잭션은 세션을 종료해도 행을 계속 갖고 있으며, &apos;%2&apos;도 그중 하나인지 알 수 없습니다. 아무것도 종료하지 않았습니다.</translation>
    </message>
    <message>
        <source>%1: connection %2 was ended, but its transaction may have been prepared by XA, and have &apos;%3&apos; still.</source>
        <translation>%1: 연결 %2을(를) 종료했지만, 그 트랜잭션이 XA로 준비되어 아직 &apos;%3&apos;을(를) 갖고 있을 수 있습니다.</translation>
    </message>
    <message>
        <source>%1: connection %2 is a thread of the server itself, such as replication&apos;s. Nothing was ended.</source>
        <translation>%1: 연결 %2은(는) 복제 등 서버 자체의 스레드입니다. 아무것도 종료하지 않았습니다.</translation>
    </message>
    <message>
        <source>The server cannot compare and end in one instant: a transaction that is done in between, within milliseconds, is ended all the same.</source>
        <translation>서버는 비교와 종료를 한순간에 할 수 없습니다. 그 사이 몇 밀리초 안에 끝난 트랜잭션도 종료됩니다.</translation>
    </message>
    <message>
        <source>Who has the row now is not told: other programs keep the server&apos;s list of locks from being renewed.</source>
        <translation>지금 누가 행을 갖고 있는지 알 수 없습니다. 다른 프로그램이 서버의 락 목록이 갱신되지 못하게 하고 있습니다.</translation>
    </message>
    <message>
        <source>it did not end in time</source>
        <translation>제때 끝나지 않았습니다</translation>
    </message>
    <message>
        <source>it printed more than 4 MiB</source>
        <translation>4 MiB보다 많이 출력했습니다</translation>
    </message>
    <message>
        <source>The command that lists names failed: %1: %2.</source>
        <translation>이름을 나열하는 명령이 실패했습니다: %1: %2.</translation>
    </message>
    <message>
        <source>more than %1 names are not taken</source>
        <translation>이름은 %1개까지만 받습니다</translation>
    </message>
    <message>
        <source>a program, by its name or its whole path, and its arguments: [&quot;php&quot;, &quot;/srv/app/names.php&quot;]</source>
        <translation>이름이나 전체 경로로 쓴 프로그램과 그 인수: [&quot;php&quot;, &quot;/srv/app/names.php&quot;]</translation>
    </message>
    <message>
        <source>The command that lists names was not run: nobody has trusted it on this machine. Read it, then trust it: lockctl trust %1, or Settings, Formats.</source>
        <translation>이름을 나열하는 명령을 실행하지 않았습니다. 이 컴퓨터에서 아무도 신뢰하지 않았습니다. 읽어 본 뒤 신뢰하십시오: lockctl trust %1 또는 설정의 형식.</translation>
    </message>
    <message>
        <source>Which commands are trusted</source>
        <translation>어떤 명령을 신뢰하는지</translation>
    </message>
    <message>
        <source>%1: a command of the profile, run on this machine where its locks are shown:</source>
        <translation>%1: 프로필의 명령, 락을 보여줄 때 이 컴퓨터에서 실행됨:</translation>
    </message>
    <message>
        <source>It has both &apos;ssh&apos; and &apos;connect_command&apos;.</source>
        <translation>&apos;ssh&apos;와 &apos;connect_command&apos;가 둘 다 있습니다.</translation>
    </message>
    <message>
        <source>Write the one that leads to the server.</source>
        <translation>서버로 이어지는 쪽 하나만 적으십시오.</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is no host for ssh.</source>
        <translation>&apos;%1&apos;은(는) ssh 호스트가 아닙니다.</translation>
    </message>
    <message>
        <source>Write a host of your ssh configuration, or user@host; options of ssh belong into that configuration.</source>
        <translation>ssh 설정에 있는 호스트나 user@host를 적으십시오. ssh 옵션은 그 설정에 두어야 합니다.</translation>
    </message>
    <message>
        <source>&apos;connect_command&apos; has to have either {port} or {socket} in it.</source>
        <translation>&apos;connect_command&apos;에는 {port}나 {socket} 중 하나가 있어야 합니다.</translation>
    </message>
    <message>
        <source>That is where the command is to listen on this machine.</source>
        <translation>명령이 이 컴퓨터에서 수신할 자리입니다.</translation>
    </message>
    <message>
        <source>&apos;connect_command&apos; begins with no program.</source>
        <translation>&apos;connect_command&apos;가 프로그램으로 시작하지 않습니다.</translation>
    </message>
    <message>
        <source>Write the program and its arguments one by one.</source>
        <translation>프로그램과 인수를 하나씩 적으십시오.</translation>
    </message>
    <message>
        <source>A password for Redis is sent as it is, and a port of this machine may be somebody else&apos;s by then.</source>
        <translation>Redis 비밀번호는 그대로 전송되며, 이 컴퓨터의 포트는 그 사이 다른 사람의 것이 될 수 있습니다.</translation>
    </message>
    <message>
        <source>Use {socket} in &apos;connect_command&apos;, or TLS (rediss:// or tls=verify).</source>
        <translation>&apos;connect_command&apos;에 {socket}을 쓰거나 TLS(rediss:// 또는 tls=verify)를 사용하십시오.</translation>
    </message>
    <message>
        <source>Read it, and trust it with &apos;lockctl trust PROFILE&apos; or in Settings.</source>
        <translation>읽어 보고 &apos;lockctl trust PROFILE&apos;이나 설정에서 신뢰하십시오.</translation>
    </message>
    <message>
        <source>it was killed</source>
        <translation>강제 종료되었습니다</translation>
    </message>
    <message>
        <source>The command %1 leads nowhere: %2</source>
        <translation>명령 %1이(가) 어디로도 이어지지 않습니다: %2</translation>
    </message>
    <message>
        <source>It has to stay in the foreground and to listen where it is told to. Run it by hand.</source>
        <translation>포그라운드에 머물며 지정된 곳에서 수신해야 합니다. 직접 실행해 보십시오.</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is no host that ssh can be told of.</source>
        <translation>&apos;%1&apos;은(는) ssh에 알려 줄 수 있는 호스트가 아닙니다.</translation>
    </message>
    <message>
        <source>Write a host name or an address, as the ssh host knows it.</source>
        <translation>ssh 호스트가 아는 호스트 이름이나 주소를 적으십시오.</translation>
    </message>
    <message>
        <source>ssh to %1 does not lead any further: %2</source>
        <translation>%1 ssh 연결이 더 이어지지 않습니다: %2</translation>
    </message>
    <message>
        <source>Try the same by hand: ssh -v %1</source>
        <translation>직접 해 보십시오: ssh -v %1</translation>
    </message>
    <message>
        <source>%1 cannot be listened at: %2.</source>
        <translation>%1에서 수신할 수 없습니다: %2.</translation>
    </message>
    <message>
        <source>Make room there, or set XDG_RUNTIME_DIR.</source>
        <translation>그곳에 공간을 만들거나 XDG_RUNTIME_DIR을 설정하십시오.</translation>
    </message>
    <message>
        <source>Check the key and the user: ssh %1 must work by itself, with the key in your agent (ssh-add).</source>
        <translation>키와 사용자를 확인하십시오. 키가 에이전트에 있는 상태(ssh-add)에서 ssh %1이(가) 그대로 동작해야 합니다.</translation>
    </message>
    <message>
        <source>Name the key of %1 in your ssh configuration (IdentityFile, IdentitiesOnly yes).</source>
        <translation>ssh 설정에 %1의 키를 지정하십시오(IdentityFile, IdentitiesOnly yes).</translation>
    </message>
    <message>
        <source>Check the name %1 in the profile and in your ssh configuration.</source>
        <translation>프로필과 ssh 설정에서 이름 %1을(를) 확인하십시오.</translation>
    </message>
    <message>
        <source>Check that the ssh server of %1 runs, and its port in your ssh configuration.</source>
        <translation>%1의 ssh 서버가 실행 중인지, ssh 설정의 포트가 맞는지 확인하십시오.</translation>
    </message>
    <message>
        <source>Check the address of %1, and that no firewall drops the connection.</source>
        <translation>%1의 주소와, 방화벽이 연결을 버리지 않는지 확인하십시오.</translation>
    </message>
    <message>
        <source>The host %1 or the network to it hangs. It is tried again.</source>
        <translation>호스트 %1이나 그 네트워크가 멈춰 있습니다. 다시 시도합니다.</translation>
    </message>
    <message>
        <source>Check the address of %1 and the network.</source>
        <translation>%1의 주소와 네트워크를 확인하십시오.</translation>
    </message>
    <message>
        <source>It is tried again.</source>
        <translation>다시 시도합니다.</translation>
    </message>
    <message>
        <source>Check your ssh configuration: ssh -G %1</source>
        <translation>ssh 설정을 확인하십시오: ssh -G %1</translation>
    </message>
    <message>
        <source>%1 does not let you go on to other hosts (AllowTcpForwarding, PermitOpen). Ask who looks after it.</source>
        <translation>%1이(가) 다른 호스트로 나가는 것을 허용하지 않습니다(AllowTcpForwarding, PermitOpen). 관리자에게 문의하십시오.</translation>
    </message>
    <message>
        <source>Seen from %1, check that the server runs, and its host and port.</source>
        <translation>%1에서 보아 서버가 실행 중인지, 호스트와 포트가 맞는지 확인하십시오.</translation>
    </message>
    <message>
        <source>The host key of %1 is another than the one that is known.</source>
        <translation>%1의 호스트 키가 알려진 키와 다릅니다.</translation>
    </message>
    <message>
        <source>The host key of %1 is another than the one in %2.</source>
        <translation>%1의 호스트 키가 %2에 있는 키와 다릅니다.</translation>
    </message>
    <message>
        <source>Somebody may stand in between. Ask who looks after it; only if it was given a new key, take the old one out of that file yourself.</source>
        <translation>누군가 중간에 있을 수 있습니다. 관리자에게 문의하고, 새 키를 받은 것이 맞을 때만 그 파일에서 옛 키를 직접 지우십시오.</translation>
    </message>
    <message>
        <source>The host key of %1 is not known: it shows %2 (%3).</source>
        <translation>%1의 호스트 키를 알지 못합니다. 제시한 키: %2 (%3).</translation>
    </message>
    <message>
        <source>The host key of %1 is not known.</source>
        <translation>%1의 호스트 키를 알지 못합니다.</translation>
    </message>
    <message>
        <source>Compare it with the host&apos;s own, and accept it once by hand: ssh %1</source>
        <translation>호스트의 실제 키와 비교한 뒤 직접 한 번 수락하십시오: ssh %1</translation>
    </message>
    <message>
        <source>ssh to %1 ended: %2</source>
        <translation>%1 ssh 연결이 끝났습니다: %2</translation>
    </message>
    <message>
        <source>ssh to %1 says: %2</source>
        <translation>%1 ssh 연결의 메시지: %2</translation>
    </message>
    <message>
        <source>The program %1 could not be started.</source>
        <translation>프로그램 %1을(를) 시작할 수 없습니다.</translation>
    </message>
    <message>
        <source>Install it, or check its name and the PATH.</source>
        <translation>설치하거나 이름과 PATH를 확인하십시오.</translation>
    </message>
    <message>
        <source>ssh asks a question before it goes on.</source>
        <translation>ssh가 계속하기 전에 질문하고 있습니다.</translation>
    </message>
    <message>
        <source>Answer it.</source>
        <translation>답하십시오.</translation>
    </message>
    <message>
        <source>The tunnel is still being set up.</source>
        <translation>터널을 아직 설정하는 중입니다.</translation>
    </message>
    <message>
        <source>It goes on, and is tried again.</source>
        <translation>계속 진행되며 다시 시도합니다.</translation>
    </message>
    <message>
        <source>There is no directory for a tunnel in %1: %2.</source>
        <translation>%1에 터널을 위한 디렉터리를 만들 수 없습니다: %2.</translation>
    </message>
    <message>
        <source>%1, by way of %2</source>
        <translation>%1, %2 경유</translation>
    </message>
    <message>
        <source>The command %1</source>
        <translation>명령 %1</translation>
    </message>
    <message>
        <source>ssh to %1</source>
        <translation>%1 ssh 연결</translation>
    </message>
    <message>
        <source>there after %1</source>
        <translation>%1 만에 연결됨</translation>
    </message>
    <message>
        <source>From there to %1</source>
        <translation>그곳에서 %1까지</translation>
    </message>
    <message>
        <source>It had asked: %1</source>
        <translation>질문한 내용: %1</translation>
    </message>
    <message>
        <source>%1: your own ssh goes to a host that the profile names, to reach servers behind it:</source>
        <translation>%1: 프로필이 지정한 호스트로 사용자의 ssh가 연결하여 그 뒤의 서버에 닿습니다:</translation>
    </message>
    <message>
        <source>%1: a command of the profile, run on this machine to reach a server:</source>
        <translation>%1: 서버에 닿기 위해 이 컴퓨터에서 실행되는 프로필의 명령:</translation>
    </message>
    <message>
        <source>what leads to it is not trusted on this machine: %1.</source>
        <translation>그곳으로 이어지는 것을 이 컴퓨터에서 신뢰하지 않습니다: %1.</translation>
    </message>
    <message>
        <source>That is no URL and no command line of a client.</source>
        <translation>URL도 클라이언트 명령줄도 아닙니다.</translation>
    </message>
    <message>
        <source>Paste mysql://user@host/database, redis://host:6379/0, or a command line such as mysql -h host -u user database or redis-cli -h host.</source>
        <translation>mysql://user@host/database, redis://host:6379/0, 또는 mysql -h host -u user database나 redis-cli -h host 같은 명령줄을 붙여 넣으십시오.</translation>
    </message>
    <message>
        <source>Nothing follows %1.</source>
        <translation>%1 뒤에 아무것도 없습니다.</translation>
    </message>
    <message>
        <source>%1 cannot be &apos;%2&apos;.</source>
        <translation>%1의 값으로 &apos;%2&apos;을(를) 쓸 수 없습니다.</translation>
    </message>
    <message>
        <source>There it also uses &apos;%1&apos;, which is not taken over.</source>
        <translation>거기에서는 &apos;%1&apos;도 쓰는데, 가져오지 않습니다.</translation>
    </message>
    <message>
        <source>It has no host there.</source>
        <translation>거기에 호스트가 없습니다.</translation>
    </message>
    <message>
        <source>It has no port there that could be one.</source>
        <translation>거기에 포트로 볼 수 있는 값이 없습니다.</translation>
    </message>
    <message>
        <source>Lockmaster watches MySQL, MariaDB, Redis and Valkey, and not %1.</source>
        <translation>Lockmaster는 MySQL, MariaDB, Redis, Valkey를 지켜보며 %1은(는) 지켜보지 않습니다.</translation>
    </message>
    <message>
        <source>Its user is not known: write it into its url.</source>
        <translation>사용자를 알 수 없습니다. url에 적으십시오.</translation>
    </message>
    <message>
        <source>It is reached through ssh, and &apos;%1&apos; is no host that ssh can be told of.</source>
        <translation>ssh를 거쳐 연결하는데, &apos;%1&apos;은(는) ssh에 넘길 수 있는 호스트가 아닙니다.</translation>
    </message>
    <message>
        <source>Your own ssh connects: write &apos;Port %1&apos; for %2 into ~/.ssh/config.</source>
        <translation>사용자의 ssh가 연결합니다. ~/.ssh/config의 %2에 &apos;Port %1&apos;을(를) 적으십시오.</translation>
    </message>
    <message>
        <source>Your own ssh connects: write &apos;IdentityFile %1&apos; for %2 into ~/.ssh/config, or have the key in your agent.</source>
        <translation>사용자의 ssh가 연결합니다. ~/.ssh/config의 %2에 &apos;IdentityFile %1&apos;을(를) 적거나 키를 에이전트에 넣어 두십시오.</translation>
    </message>
    <message>
        <source>The certificate of its authority is not in a file: save it in one, and name that as &apos;ca&apos;.</source>
        <translation>인증 기관의 인증서가 파일에 있지 않습니다. 파일로 저장하고 &apos;ca&apos;에 적으십시오.</translation>
    </message>
    <message>
        <source>Its client certificate and key are not in files: save them, and name them as &apos;cert&apos; and &apos;key&apos;.</source>
        <translation>클라이언트 인증서와 키가 파일에 있지 않습니다. 저장하고 &apos;cert&apos;와 &apos;key&apos;에 적으십시오.</translation>
    </message>
    <message>
        <source>Its certificate is not verified there. Here it is.</source>
        <translation>거기에서는 인증서를 검증하지 않지만, 여기에서는 검증합니다.</translation>
    </message>
    <message>
        <source>%1 is no file.</source>
        <translation>%1은(는) 파일이 아닙니다.</translation>
    </message>
    <message>
        <source>%1 could not be read: %2.</source>
        <translation>%1을(를) 읽을 수 없습니다: %2.</translation>
    </message>
    <message>
        <source>%1 is larger than 10 MiB.</source>
        <translation>%1은(는) 10 MiB보다 큽니다.</translation>
    </message>
    <message>
        <source>Not taken over: %1</source>
        <translation>가져오지 않은 것: %1</translation>
    </message>
    <message>
        <source>%1 has no servers in it.</source>
        <translation>%1에 서버가 없습니다.</translation>
    </message>
    <message>
        <source>Give it a my.cnf, DBeaver&apos;s data-sources.json, an export of Redis Insight or Another Redis Desktop Manager, or a .env with URLs.</source>
        <translation>my.cnf, DBeaver의 data-sources.json, Redis Insight나 Another Redis Desktop Manager의 내보내기, 또는 URL이 있는 .env를 지정하십시오.</translation>
    </message>
    <message>
        <source>%1 has more than 1000 servers in it.</source>
        <translation>%1에 서버가 1000개 넘게 있습니다.</translation>
    </message>
    <message>
        <source>Lockmaster was never tried with %1 %2. It was with %3.</source>
        <translation>Lockmaster를 %1 %2(으)로는 시험해 본 적이 없습니다. %3(으)로는 시험했습니다.</translation>
    </message>
    <message>
        <source>&apos;%1&apos; goes with &apos;owner&apos;, the field of a hash that says who holds it.</source>
        <translation>&apos;%1&apos;은(는) 누가 점유하는지 적힌 해시 필드 &apos;owner&apos;와 함께 씁니다.</translation>
    </message>
    <message>
        <source>&apos;owner&apos; is for a hash that is one lock, and has no &apos;marks&apos;.</source>
        <translation>&apos;owner&apos;는 해시 하나가 락 하나일 때 쓰며, 그런 해시에는 &apos;marks&apos;가 없습니다.</translation>
    </message>
    <message>
        <source>This release does what the format %1 says; it does not say what it was tried with.</source>
        <translation>이 해제는 형식 %1에 적힌 대로 합니다. 무엇으로 시험했는지는 형식에 적혀 있지 않습니다.</translation>
    </message>
    <message>
        <source>cut off from most of its cluster (%1)</source>
        <translation>클러스터의 대다수와 끊겨 있습니다(%1)</translation>
    </message>
    <message>
        <source>member of a cluster of %1 (%2)</source>
        <translation>노드 %1개인 클러스터의 노드(%2)</translation>
    </message>
    <message>
        <source>%1 is cut off from most of its cluster, or not ready in it, and neither reads nor writes tables: %2</source>
        <translation>%1은(는) 클러스터의 대다수와 끊겼거나 아직 준비되지 않아 테이블을 읽지도 쓰지도 않습니다: %2</translation>
    </message>
    <message>
        <source>It is cut off from most of its cluster (%1): it neither reads nor writes tables.</source>
        <translation>클러스터의 대다수와 끊겨 있어(%1) 테이블을 읽지도 쓰지도 않습니다.</translation>
    </message>
    <message>
        <source>It is not up to date in its cluster (%1): what it shows may lag.</source>
        <translation>클러스터에서 아직 최신이 아니므로(%1) 보이는 것이 뒤처져 있을 수 있습니다.</translation>
    </message>
    <message>
        <source>A member that is up to date in its cluster</source>
        <translation>클러스터에서 최신 상태인 노드</translation>
    </message>
    <message>
        <source>Nothing is let go of or taken on %1 now. %2</source>
        <translation>지금은 %1에서 아무것도 해제하거나 획득하지 않습니다. %2</translation>
    </message>
    <message>
        <source>%1 was cut off from its cluster while %2 was let go of: it may have been released, or may be once they meet again.</source>
        <translation>%2을(를) 해제하는 동안 %1이(가) 클러스터와 끊겼습니다. 해제되었을 수도 있고, 다시 이어지면 해제될 수도 있습니다.</translation>
    </message>
    <message>
        <source>%1 was not read whole.</source>
        <translation>%1을(를) 다 읽지 못했습니다.</translation>
    </message>
    <message>
        <source>The URL %1 does not say what its sentinels call the master.</source>
        <translation>URL %1에 센티널이 마스터를 부르는 이름이 없습니다.</translation>
    </message>
    <message>
        <source>Write redis+sentinel://host1,host2,host3/mymaster/0.</source>
        <translation>redis+sentinel://host1,host2,host3/mymaster/0처럼 쓰십시오.</translation>
    </message>
    <message>
        <source>The URL %1 names several hosts.</source>
        <translation>URL %1에 호스트가 여러 개 있습니다.</translation>
    </message>
    <message>
        <source>a list of texts, each %1</source>
        <translation>텍스트 목록, 각 항목은 %1</translation>
    </message>
    <message>
        <source>announced=dialled, such as 10.0.0.5:6379=127.0.0.1:16379</source>
        <translation>알려진주소=접속주소, 예: 10.0.0.5:6379=127.0.0.1:16379</translation>
    </message>
    <message>
        <source>It says how to log in to sentinels, but its URL names none; write redis+sentinel://host1,host2,host3/mymaster/0.</source>
        <translation>센티널 로그인 방법이 있지만 URL에 센티널이 없습니다. redis+sentinel://host1,host2,host3/mymaster/0처럼 쓰십시오.</translation>
    </message>
    <message>
        <source>%1 of the sentinels %2</source>
        <translation>%1(센티널 %2)</translation>
    </message>
    <message>
        <source>%1 was started anew: what it does not have any more is lost, and who held it does not know.</source>
        <translation>%1이(가) 새로 시작되었습니다. 이제 없는 락은 사라졌으며 보유자는 이를 모릅니다.</translation>
    </message>
    <message>
        <source>%1 is the master in the place of %2.</source>
        <translation>%2 대신 %1이(가) 마스터입니다.</translation>
    </message>
    <message>
        <source>Whether anything was lost cannot be told.</source>
        <translation>사라진 것이 있는지는 알 수 없습니다.</translation>
    </message>
    <message>
        <source>%1 bytes that the old one had accepted did not survive.</source>
        <translation>이전 마스터가 받아들인 %1바이트가 남지 않았습니다.</translation>
    </message>
    <message>
        <source>No loss is seen up to the last look at the old one, %1 before.</source>
        <translation>이전 마스터를 마지막으로 본 %1 전까지는 손실이 보이지 않습니다.</translation>
    </message>
    <message>
        <source>lost in a failover</source>
        <translation>페일오버에서 사라짐</translation>
    </message>
    <message>
        <source>That is a Sentinel, and what it calls its master is not there.</source>
        <translation>센티널인데, 마스터를 부르는 이름이 거기에 없습니다.</translation>
    </message>
    <message>
        <source>The password of the sentinels is not taken over: name a file or a command that has it.</source>
        <translation>센티널의 비밀번호는 가져오지 않습니다. 비밀번호가 든 파일이나 명령을 지정하십시오.</translation>
    </message>
    <message>
        <source>%1 does not take part: %2</source>
        <translation>%1이(가) 참여하지 않습니다. %2</translation>
    </message>
    <message>
        <source>it left the group.</source>
        <translation>그룹을 떠났습니다.</translation>
    </message>
    <message>
        <source>%1 takes part.</source>
        <translation>%1이(가) 참여합니다.</translation>
    </message>
    <message>
        <source>nobody known</source>
        <translation>알 수 없는 보유자</translation>
    </message>
    <message>
        <source>it looks again</source>
        <translation>다시 확인할 때</translation>
    </message>
    <message>
        <source>It was held by %1 on the master before, and the one that took over does not have it; nobody was seen to let go of it. Its holder may believe to have it until %2, and another can take it meanwhile.</source>
        <translation>이전 마스터에서 %1이(가) 점유하고 있었으나 이어받은 마스터에는 없으며, 해제하는 것이 보이지 않았습니다. 보유자는 %2까지 점유하고 있다고 믿을 수 있고, 그동안 다른 쪽이 가져갈 수 있습니다.</translation>
    </message>
    <message>
        <source>%1 is a sentinel, which has no locks: it knows where servers are.</source>
        <translation>%1은(는) 센티널이며 락이 없습니다. 서버가 어디 있는지 알 뿐입니다.</translation>
    </message>
    <message>
        <source>Write redis+sentinel://host/master/0. %1</source>
        <translation>redis+sentinel://host/master/0처럼 쓰십시오. %1</translation>
    </message>
    <message>
        <source>no sentinel says who is %1</source>
        <translation>어느 센티널도 %1이(가) 누구인지 말하지 않음</translation>
    </message>
    <message>
        <source>The password is not sent there in plain text.</source>
        <translation>비밀번호를 그곳에 평문으로 보내지 않습니다.</translation>
    </message>
    <message>
        <source>The sentinels say that the master of %1 is %2, which from here is this machine.</source>
        <translation>센티널은 %1의 마스터가 %2라고 하는데, 여기서는 이 컴퓨터를 뜻합니다.</translation>
    </message>
    <message>
        <source>Say with &apos;nodes&apos; how it is reached from here, or have the server announce an address (replica-announce-ip).</source>
        <translation>여기서 어떻게 접속하는지 &apos;nodes&apos;로 지정하거나, 서버가 주소를 알리게 하십시오(replica-announce-ip).</translation>
    </message>
    <message>
        <source>%1, the master of %2</source>
        <translation>%1(%2의 마스터)</translation>
    </message>
    <message>
        <source>%1 is not the server that the sentinels mean: it was started anew a moment ago, or another one answers at that address.</source>
        <translation>%1은(는) 센티널이 뜻하는 서버가 아닙니다. 방금 새로 시작되었거나 그 주소에서 다른 서버가 응답합니다.</translation>
    </message>
    <message>
        <source>If it was started anew, the sentinels notice within ten seconds; else say with &apos;nodes&apos; how it is reached from here.</source>
        <translation>새로 시작되었다면 센티널이 10초 안에 알아챕니다. 아니라면 여기서 어떻게 접속하는지 &apos;nodes&apos;로 지정하십시오.</translation>
    </message>
    <message>
        <source>%1 follows another server by now, of which its sentinels do not know yet.</source>
        <translation>%1은(는) 이제 다른 서버를 따르며, 센티널은 아직 이를 모릅니다.</translation>
    </message>
    <message>
        <source>Wait until they do, and look again.</source>
        <translation>센티널이 알게 될 때까지 기다렸다가 다시 확인하십시오.</translation>
    </message>
    <message>
        <source>Whether %1 is the server that the sentinels mean is not told.</source>
        <translation>%1이(가) 센티널이 뜻하는 서버인지 알려 주지 않습니다.</translation>
    </message>
    <message>
        <source>The sentinels do not know yet what runs at %1.</source>
        <translation>센티널은 아직 %1에서 무엇이 실행 중인지 모릅니다.</translation>
    </message>
    <message>
        <source>They ask every ten seconds: look again then.</source>
        <translation>센티널은 10초마다 묻습니다. 그 후에 다시 확인하십시오.</translation>
    </message>
    <message>
        <source>%1 is not the master of %2 any more: by its sentinels %3 is.</source>
        <translation>%1은(는) 더 이상 %2의 마스터가 아닙니다. 센티널에 따르면 %3입니다.</translation>
    </message>
    <message>
        <source>Look at it again there.</source>
        <translation>그곳에서 다시 확인하십시오.</translation>
    </message>
    <message>
        <source>Sentinels that agree on the master</source>
        <translation>마스터에 대해 합의하는 센티널</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1(%2)</translation>
    </message>
    <message>
        <source>Its group changed.</source>
        <translation>그룹이 바뀌었습니다.</translation>
    </message>
    <message>
        <source>Check the name.</source>
        <translation>이름을 확인하십시오.</translation>
    </message>
    <message>
        <source>It knows no master at all.</source>
        <translation>아는 마스터가 하나도 없습니다.</translation>
    </message>
    <message>
        <source>It knows: %1.</source>
        <translation>아는 마스터: %1.</translation>
    </message>
    <message>
        <source>the sentinel %1</source>
        <translation>센티널 %1</translation>
    </message>
    <message>
        <source>Sentinels have a user and a password of their own: sentinel_user, sentinel_password_file or sentinel_password_command, or LOCKMASTER_SENTINEL_PASSWORD.</source>
        <translation>센티널에는 자체 사용자와 비밀번호가 있습니다. sentinel_user, sentinel_password_file, sentinel_password_command 또는 LOCKMASTER_SENTINEL_PASSWORD를 쓰십시오.</translation>
    </message>
    <message>
        <source>%1 is no sentinel.</source>
        <translation>%1은(는) 센티널이 아닙니다.</translation>
    </message>
    <message>
        <source>Sentinels listen on a port of their own, 26379 as usual.</source>
        <translation>센티널은 자체 포트(보통 26379)에서 기다립니다.</translation>
    </message>
    <message>
        <source>The sentinel %1 knows no master called %2.</source>
        <translation>센티널 %1은(는) %2(이)라는 마스터를 모릅니다.</translation>
    </message>
    <message>
        <source>None of %1 sentinels answers: %2</source>
        <translation>센티널 %1개 중 하나도 응답하지 않습니다. %2</translation>
    </message>
    <message>
        <source>%1 of them found their clocks jumping, and wait.</source>
        <translation>그중 %1개는 시계가 튄 것을 알아채고 기다리는 중입니다.</translation>
    </message>
    <message>
        <source>Only %1 of %2 sentinels say that %3 is the master of %4, which is no majority: it may be another one by now.</source>
        <translation>센티널 %2개 중 %1개만 %3이(가) %4의 마스터라고 하며, 이는 과반수가 아닙니다. 지금은 다른 서버일 수 있습니다.</translation>
    </message>
    <message>
        <source>Name all sentinels in the URL, and look why the others do not answer.</source>
        <translation>URL에 모든 센티널을 적고, 나머지가 응답하지 않는 이유를 확인하십시오.</translation>
    </message>
    <message>
        <source>%1 is failing over: its sentinels take %2 for down, or are about to have another take its place.</source>
        <translation>%1의 페일오버가 진행 중입니다. 센티널이 %2을(를) 멈춘 것으로 보거나 다른 서버로 바꾸려 합니다.</translation>
    </message>
    <message>
        <source>Wait until it is over, and look again.</source>
        <translation>끝날 때까지 기다렸다가 다시 확인하십시오.</translation>
    </message>
    <message>
        <source>The sentinels do not agree on the master of %1: not all have heard of the newest failover.</source>
        <translation>센티널들이 %1의 마스터에 합의하지 않습니다. 최근 페일오버를 아직 모두가 알지는 못합니다.</translation>
    </message>
    <message>
        <source>%1 has two masters: %2, by its sentinels, and %3, which says so itself. What is taken or let go of on the second is lost.</source>
        <translation>%1에 마스터가 둘입니다. 센티널에 따르면 %2이고, %3도 스스로 그렇다고 합니다. 두 번째에서 얻거나 해제한 것은 사라집니다.</translation>
    </message>
    <message>
        <source>Wait until the sentinels have made it follow, which may take half a minute, and look again.</source>
        <translation>센티널이 그것을 따르게 만들 때까지(최대 30초쯤) 기다렸다가 다시 확인하십시오.</translation>
    </message>
    <message>
        <source>%1 is %2 by %3 of %4 sentinels</source>
        <translation>센티널 %4개 중 %3개에 따르면 %1은(는) %2</translation>
    </message>
    <message>
        <source>The sentinels do not reach it.</source>
        <translation>센티널이 접속하지 못합니다.</translation>
    </message>
    <message>
        <source>It says that it is the master as well.</source>
        <translation>자신도 마스터라고 합니다.</translation>
    </message>
    <message>
        <source>Its clock jumped: it waits.</source>
        <translation>시계가 튀어서 기다리는 중입니다.</translation>
    </message>
    <message>
        <source>What %1 says as a sentinel makes no sense.</source>
        <translation>%1이(가) 센티널로서 하는 말을 이해할 수 없습니다.</translation>
    </message>
    <message>
        <source>It is a %1: %2. User-level locks are this member&apos;s alone: another may hold the same name.</source>
        <translation>%1: %2. 사용자 레벨 락은 이 멤버만의 것이며, 다른 멤버가 같은 이름을 점유할 수 있습니다.</translation>
    </message>
    <message>
        <source>The user in the URL %1 has a &apos;,&apos; in it: user and password stand once, before all hosts.</source>
        <translation>URL %1의 사용자에 &apos;,&apos;가 있습니다. 사용자와 비밀번호는 모든 호스트 앞에 한 번만 씁니다.</translation>
    </message>
    <message>
        <source>A host in the URL %1 is none: it is made of letters, digits, &apos;.&apos;, &apos;-&apos; and &apos;_&apos;.</source>
        <translation>URL %1의 호스트가 올바르지 않습니다. 글자, 숫자, &apos;.&apos;, &apos;-&apos;, &apos;_&apos;로 이루어집니다.</translation>
    </message>
    <message>
        <source>Nothing follows %1, though its sentinels see %2 replicas: it may be cut off, and another about to take its place.</source>
        <translation>센티널은 복제본 %2개를 보는데 %1을(를) 따르는 것이 없습니다. 고립되었거나 곧 다른 서버로 바뀔 수 있습니다.</translation>
    </message>
    <message>
        <source>Look why they do not follow it.</source>
        <translation>왜 따르지 않는지 확인하십시오.</translation>
    </message>
    <message>
        <source>There was no time left to ask the sentinel %1.</source>
        <translation>센티널 %1에 물을 시간이 남지 않았습니다.</translation>
    </message>
    <message>
        <source>Only %1 sentinels say that %2 is the master of %3, and their quorum is %4. %5</source>
        <translation>센티널 %1개만 %2이(가) %3의 마스터라고 하는데, 정족수는 %4입니다. %5</translation>
    </message>
    <message>
        <source>Look why the others do not answer, or set a quorum that can be met.</source>
        <translation>나머지가 응답하지 않는 이유를 확인하거나, 채울 수 있는 정족수를 설정하십시오.</translation>
    </message>
    <message>
        <source>The sentinel %1: %2</source>
        <translation>센티널 %1: %2</translation>
    </message>
    <message>
        <source>No sentinel says which server is the master of %1.</source>
        <translation>어느 센티널도 %1의 마스터가 어느 서버인지 말하지 않습니다.</translation>
    </message>
    <message>
        <source>Use %1.</source>
        <translation>다음을 쓰십시오: %1.</translation>
    </message>
    <message>
        <source>the cluster of %1</source>
        <translation>클러스터(%1)</translation>
    </message>
    <message>
        <source>No node has its slot.</source>
        <translation>그 슬롯을 가진 노드가 없습니다.</translation>
    </message>
    <message>
        <source>A node of the cluster is not reached.</source>
        <translation>클러스터의 한 노드에 접속할 수 없습니다.</translation>
    </message>
    <message>
        <source>The cluster says that a node of it is %1, which from here is this machine.</source>
        <translation>클러스터는 한 노드가 %1이라고 하는데, 여기서는 이 컴퓨터를 뜻합니다.</translation>
    </message>
    <message>
        <source>Say with &apos;nodes&apos; how it is reached from here, or have the node announce an address (cluster-announce-ip).</source>
        <translation>여기서 어떻게 접속하는지 &apos;nodes&apos;로 지정하거나, 노드가 주소를 알리게 하십시오(cluster-announce-ip).</translation>
    </message>
    <message>
        <source>the node %1</source>
        <translation>노드 %1</translation>
    </message>
    <message>
        <source>Another node answers at %1 than the cluster says is there.</source>
        <translation>%1에서 클러스터가 말하는 것과 다른 노드가 응답합니다.</translation>
    </message>
    <message>
        <source>Say with &apos;nodes&apos; where each is dialled.</source>
        <translation>각 노드에 어디로 접속하는지 &apos;nodes&apos;로 지정하십시오.</translation>
    </message>
    <message>
        <source>There was no time left to ask %1.</source>
        <translation>%1에 물어볼 시간이 남지 않았습니다.</translation>
    </message>
    <message>
        <source>None of %1 nodes answers: %2</source>
        <translation>노드 %1개 중 아무도 응답하지 않습니다: %2</translation>
    </message>
    <message>
        <source>no node of the cluster answers</source>
        <translation>클러스터의 어느 노드도 응답하지 않음</translation>
    </message>
    <message>
        <source>The clocks of %1 and %2 are %3 apart: when locks end is off by as much on one of them.</source>
        <translation>%1과(와) %2의 시계가 %3만큼 다릅니다. 둘 중 하나에서는 락이 끝나는 시각이 그만큼 어긋납니다.</translation>
    </message>
    <message>
        <source>Let the nodes synchronise their clocks.</source>
        <translation>노드들의 시계를 동기화하십시오.</translation>
    </message>
    <message>
        <source>Slots moved from one node to another during the look.</source>
        <translation>조회하는 동안 슬롯이 다른 노드로 옮겨졌습니다.</translation>
    </message>
    <message>
        <source>Nodes that agree on who has which keys</source>
        <translation>어느 키가 누구에게 있는지 합의한 노드</translation>
    </message>
    <message>
        <source>The nodes settle it among themselves within their node timeout: look again then.</source>
        <translation>노드들이 노드 타임아웃 안에 스스로 정합니다. 그때 다시 보십시오.</translation>
    </message>
    <message>
        <source>No node has the slots %1: keys in them are not served.</source>
        <translation>슬롯 %1을(를) 가진 노드가 없어 그 안의 키는 제공되지 않습니다.</translation>
    </message>
    <message>
        <source>Bring their node back, or give them to another one.</source>
        <translation>해당 노드를 되살리거나 슬롯을 다른 노드에 넘기십시오.</translation>
    </message>
    <message>
        <source>There was no time left to ask the node %1.</source>
        <translation>노드 %1에 물어볼 시간이 남지 않았습니다.</translation>
    </message>
    <message>
        <source>A node that has slots of the cluster was not heard: %1</source>
        <translation>클러스터의 슬롯을 가진 노드가 응답하지 않았습니다: %1</translation>
    </message>
    <message>
        <source>Other nodes do not reach %1: one that follows it is about to take its place.</source>
        <translation>다른 노드들이 %1에 접속하지 못합니다. 이를 따르는 노드가 곧 그 자리를 이어받습니다.</translation>
    </message>
    <message>
        <source>Other nodes do not reach %1, and nothing follows it.</source>
        <translation>다른 노드들이 %1에 접속하지 못하며, 이를 따르는 노드도 없습니다.</translation>
    </message>
    <message>
        <source>Look to the network between the nodes.</source>
        <translation>노드 사이의 네트워크를 확인하십시오.</translation>
    </message>
    <message>
        <source>The node %1 serves no keys: by its word the cluster is down.</source>
        <translation>노드 %1은(는) 키를 제공하지 않습니다. 그 노드에 따르면 클러스터가 멈춰 있습니다.</translation>
    </message>
    <message>
        <source>See which nodes are missing; with cluster-require-full-coverage all of them wait for each.</source>
        <translation>어느 노드가 빠졌는지 보십시오. cluster-require-full-coverage이면 모두가 서로를 기다립니다.</translation>
    </message>
    <message>
        <source>Slot %1 is about to leave %2, and its keys one by one.</source>
        <translation>슬롯 %1이(가) %2을(를) 떠나는 중이며, 키가 하나씩 옮겨집니다.</translation>
    </message>
    <message>
        <source>Slot %1 is about to come to %2, and its keys one by one.</source>
        <translation>슬롯 %1이(가) %2(으)로 오는 중이며, 키가 하나씩 옮겨집니다.</translation>
    </message>
    <message>
        <source>Wait until it has moved; where nobody moves it any more, redis-cli --cluster fix ends that.</source>
        <translation>옮겨질 때까지 기다리십시오. 아무도 더 옮기지 않는다면 redis-cli --cluster fix로 끝낼 수 있습니다.</translation>
    </message>
    <message>
        <source>The nodes do not agree yet on who has slot %1.</source>
        <translation>슬롯 %1이(가) 누구 것인지 노드들이 아직 합의하지 못했습니다.</translation>
    </message>
    <message>
        <source>%1 and %2 both say that slot %3 is theirs: what is written to the one that loses it is lost.</source>
        <translation>%1과(와) %2이(가) 모두 슬롯 %3이(가) 자기 것이라고 합니다. 지는 쪽에 쓴 것은 사라집니다.</translation>
    </message>
    <message>
        <source>Only %1 of the %2 masters of the cluster were heard: others may have taken their place.</source>
        <translation>클러스터의 마스터 %2개 중 %1개만 응답했습니다. 다른 노드가 그 자리를 이어받았을 수 있습니다.</translation>
    </message>
    <message>
        <source>See why the others are not reached; say with &apos;nodes&apos; where a node is dialled that announces itself elsewhere.</source>
        <translation>나머지에 왜 접속하지 못하는지 보십시오. 다른 주소를 알리는 노드는 어디로 접속하는지 &apos;nodes&apos;로 지정하십시오.</translation>
    </message>
    <message>
        <source>a cluster of %1 masters and %2 replicas</source>
        <translation>마스터 %1개와 복제본 %2개의 클러스터</translation>
    </message>
    <message>
        <source>Other nodes do not reach it.</source>
        <translation>다른 노드들이 접속하지 못합니다.</translation>
    </message>
    <message>
        <source>What %1 says of its cluster makes no sense.</source>
        <translation>%1이(가) 자기 클러스터에 대해 하는 말을 이해할 수 없습니다.</translation>
    </message>
    <message>
        <source>%1 is no node of a cluster.</source>
        <translation>%1은(는) 클러스터의 노드가 아닙니다.</translation>
    </message>
    <message>
        <source>Write redis://%1/0.</source>
        <translation>redis://%1/0처럼 쓰십시오.</translation>
    </message>
    <message>
        <source>The node %1: %2</source>
        <translation>노드 %1: %2</translation>
    </message>
    <message>
        <source>Write redis+cluster://%1 to see all of them.</source>
        <translation>모두 보려면 redis+cluster://%1처럼 쓰십시오.</translation>
    </message>
    <message>
        <source>Write redis+cluster:// and the address of one of its nodes to see all of them.</source>
        <translation>모두 보려면 redis+cluster:// 뒤에 노드 하나의 주소를 쓰십시오.</translation>
    </message>
    <message>
        <source>The slot of the lock is not at %1 any more: by the nodes&apos; word %2 has it, or it was started anew.</source>
        <translation>락의 슬롯이 더는 %1에 있지 않습니다. 노드들에 따르면 %2에 있거나, 새로 시작되었습니다.</translation>
    </message>
    <message>
        <source>%1 is one node of a cluster: by itself it does not know whether its locks are its own.</source>
        <translation>%1은(는) 클러스터의 한 노드입니다. 혼자서는 락이 자기 것인지 알지 못합니다.</translation>
    </message>
    <message>
        <source>%1 is of another cluster than the nodes before.</source>
        <translation>%1은(는) 앞의 노드들과 다른 클러스터에 속합니다.</translation>
    </message>
    <message>
        <source>Name the nodes of one cluster only.</source>
        <translation>한 클러스터의 노드만 지정하십시오.</translation>
    </message>
    <message>
        <source>%1 and %2 are nodes of different clusters.</source>
        <translation>%1과(와) %2은(는) 서로 다른 클러스터의 노드입니다.</translation>
    </message>
    <message>
        <source>Some keys are on their way to another node of the cluster.</source>
        <translation>일부 키가 클러스터의 다른 노드로 옮겨지는 중입니다.</translation>
    </message>
    <message>
        <source>Look again: where they are then is told by the cluster.</source>
        <translation>다시 보십시오. 어디에 있는지는 그때 클러스터가 알려 줍니다.</translation>
    </message>
    <message>
        <source>Some keys are not served now: %1</source>
        <translation>일부 키가 지금 제공되지 않습니다: %1</translation>
    </message>
    <message>
        <source>See which nodes of the cluster are missing.</source>
        <translation>클러스터의 어느 노드가 빠졌는지 보십시오.</translation>
    </message>
    <message>
        <source>Slots moved from one node to another, or a node was started anew.</source>
        <translation>슬롯이 한 노드에서 다른 노드로 옮겨졌거나, 노드가 새로 시작되었습니다.</translation>
    </message>
    <message>
        <source>%1 is reached through a proxy: whose connection ids it tells, and which server a KILL would get to, is not certain. Nothing was ended.</source>
        <translation>%1에는 프록시를 거쳐 연결됩니다. 알려 주는 연결 번호가 누구의 것인지, KILL이 어느 서버에 이르는지 확실하지 않습니다. 아무것도 종료하지 않았습니다.</translation>
    </message>
    <message>
        <source>A planned change of the Redis master</source>
        <translation>계획된 Redis 마스터 교체</translation>
    </message>
    <message>
        <source>Sentinels put another server in the place of a master that is well. Until that one hears of it, it goes on granting locks: they are lost, and nobody tells their holders.</source>
        <translation>센티널이 멀쩡한 마스터의 자리에 다른 서버를 앉힙니다. 이전 마스터는 그 사실을 알 때까지 계속 락을 내주며, 그 락은 사라지고 보유자에게는 아무도 알려 주지 않습니다.</translation>
    </message>
    <message>
        <source>Clients</source>
        <translation>클라이언트</translation>
    </message>
    <message>
        <source>A Redis master that is killed</source>
        <translation>강제 종료되는 Redis 마스터</translation>
    </message>
    <message>
        <source>Nobody gets a lock until the sentinels have put another server in its place. What had not reached that one is lost: on one machine a lock or none.</source>
        <translation>센티널이 다른 서버를 그 자리에 앉힐 때까지 아무도 락을 얻지 못합니다. 그 서버에 이르지 못한 것은 사라집니다. 한 컴퓨터에서는 락 하나 정도이거나 없습니다.</translation>
    </message>
    <message>
        <source>A Redis master that sleeps and wakes</source>
        <translation>멈췄다가 깨어나는 Redis 마스터</translation>
    </message>
    <message>
        <source>Another server has taken its place by the time it wakes. It does not know, and goes on granting locks to clients that waited for it, for up to ten seconds: all of them are lost.</source>
        <translation>깨어났을 때는 다른 서버가 그 자리를 차지한 뒤입니다. 이를 모른 채 기다리던 클라이언트에게 최대 10초 동안 계속 락을 내주며, 그 락은 모두 사라집니다.</translation>
    </message>
    <message>
        <source>server %1 (%2)</source>
        <translation>서버 %1(%2)</translation>
    </message>
    <message>
        <source>The sentinels are asked to replace %1</source>
        <translation>센티널에 %1의 교체를 요청합니다</translation>
    </message>
    <message>
        <source>The master, %1, is killed</source>
        <translation>마스터인 %1을(를) 강제 종료합니다</translation>
    </message>
    <message>
        <source>The master, %1, is frozen</source>
        <translation>마스터인 %1을(를) 멈춥니다</translation>
    </message>
    <message>
        <source>The sentinels put no other server in the master&apos;s place.</source>
        <translation>센티널이 마스터의 자리에 다른 서버를 앉히지 않았습니다.</translation>
    </message>
    <message>
        <source>Most of the sentinels name %1 as the master</source>
        <translation>센티널 대다수가 %1을(를) 마스터로 지목합니다</translation>
    </message>
    <message>
        <source>The old master, %1, wakes</source>
        <translation>이전 마스터인 %1이(가) 깨어납니다</translation>
    </message>
    <message>
        <source>The old master, %1, hears of it</source>
        <translation>이전 마스터인 %1이(가) 그 사실을 알게 됩니다</translation>
    </message>
    <message>
        <source>Client %1 is refused</source>
        <translation>클라이언트 %1이(가) 거절됩니다</translation>
    </message>
    <message>
        <source>Client %1 is granted locks by %2</source>
        <translation>클라이언트 %1이(가) %2에서 락을 얻습니다</translation>
    </message>
    <message>
        <source>Of %1 locks that client %2 was granted, %3 are not there</source>
        <translation>클라이언트 %2이(가) 얻은 락 %1개 가운데 %3개가 없습니다</translation>
    </message>
    <message>
        <source>Starting three servers and three sentinels</source>
        <translation>서버 세 대와 센티널 셋을 시작하는 중</translation>
    </message>
    <message>
        <source>Of %1 locks that were granted, %2 are not there any more, and nobody told their holders. The old master granted %3 of them when most sentinels named another one already. The longest time in which nobody was granted one: %4.</source>
        <translation>내준 락 %1개 가운데 %2개가 더는 없으며, 보유자에게는 아무도 알려 주지 않았습니다. 그중 %3개는 센티널 대다수가 이미 다른 서버를 지목한 뒤에 이전 마스터가 내준 것입니다. 아무도 락을 얻지 못한 가장 긴 시간: %4.</translation>
    </message>
    <message>
        <source>Locks granted</source>
        <translation>내준 락</translation>
    </message>
    <message>
        <source>Not there any more</source>
        <translation>더는 없는 락</translation>
    </message>
    <message>
        <source>By the old master, when another was named</source>
        <translation>다른 서버가 지목된 뒤 이전 마스터가 내준 락</translation>
    </message>
    <message>
        <source>Longest time without a lock, in ms</source>
        <translation>락을 얻지 못한 가장 긴 시간(ms)</translation>
    </message>
    <message>
        <source>The private sentinels did not find each other in time.</source>
        <translation>전용 센티널들이 제때 서로를 찾지 못했습니다.</translation>
    </message>
    <message>
        <source>A private sentinel ended by itself: %1</source>
        <translation>전용 센티널이 스스로 종료되었습니다: %1</translation>
    </message>
    <message>
        <source>Add each as a server of its own; for sentinels write redis+sentinel://host1,host2,host3/mymaster/0, for a cluster redis+cluster://host1,host2,host3, for Redlock redis+redlock://host1,host2,host3.</source>
        <translation>각각을 별도의 서버로 추가하십시오. 센티널이면 redis+sentinel://host1,host2,host3/mymaster/0, 클러스터이면 redis+cluster://host1,host2,host3, Redlock이면 redis+redlock://host1,host2,host3을 쓰십시오.</translation>
    </message>
    <message>
        <source>a whole number, 1 to %1</source>
        <translation>1부터 %1까지 정수</translation>
    </message>
    <message>
        <source>&apos;nodes&apos; are of a group whose servers tell of each other: of a cluster, or behind sentinels.</source>
        <translation>&apos;nodes&apos;는 서버들이 서로를 알려 주는 그룹, 곧 클러스터나 센티널 뒤의 서버에 씁니다.</translation>
    </message>
    <message>
        <source>A command leads to one server, and there are several in a cluster, behind sentinels or in a Redlock; use &apos;ssh&apos;.</source>
        <translation>명령은 서버 하나로 이어지는데 클러스터, 센티널, Redlock에는 서버가 여럿입니다. &apos;ssh&apos;를 쓰십시오.</translation>
    </message>
    <message>
        <source>&apos;quorum&apos; is of a Redlock; write redis+redlock://host1,host2,host3.</source>
        <translation>&apos;quorum&apos;은 Redlock에 씁니다. redis+redlock://host1,host2,host3을 쓰십시오.</translation>
    </message>
    <message>
        <source>A Redlock is of 2 to %1 servers; name all of them.</source>
        <translation>Redlock은 서버 2대부터 %1대까지입니다. 모두 적으십시오.</translation>
    </message>
    <message>
        <source>%1 is named twice: a server counts once.</source>
        <translation>%1이(가) 두 번 적혔습니다. 서버는 한 번만 셉니다.</translation>
    </message>
    <message>
        <source>&apos;quorum&apos; of %1 servers is between %2 and %1: with fewer, two could hold the same lock.</source>
        <translation>서버 %1대의 &apos;quorum&apos;은 %2부터 %1까지입니다. 더 작으면 둘이 같은 락을 점유할 수 있습니다.</translation>
    </message>
    <message>
        <source>most of %1</source>
        <translation>%1의 과반</translation>
    </message>
    <message>
        <source>It was not asked.</source>
        <translation>물어보지 않았습니다.</translation>
    </message>
    <message>
        <source>%1 and %2 are one and the same server, and would count twice.</source>
        <translation>%1와(과) %2은(는) 같은 서버라서 두 번 세게 됩니다.</translation>
    </message>
    <message>
        <source>Name each server of a Redlock once.</source>
        <translation>Redlock의 서버를 한 번씩만 적으십시오.</translation>
    </message>
    <message>
        <source>Redlock of %1 servers, of which %2 have to agree</source>
        <translation>서버 %1대의 Redlock, %2대가 일치해야 함</translation>
    </message>
    <message>
        <source>Only %1 of %2 servers answer, and the others may hold locks by themselves.</source>
        <translation>서버 %2대 중 %1대만 응답하며, 나머지만으로도 락이 점유될 수 있습니다.</translation>
    </message>
    <message>
        <source>See why the others do not answer.</source>
        <translation>나머지가 왜 응답하지 않는지 확인하십시오.</translation>
    </message>
    <message>
        <source>Started anew since: %1.</source>
        <translation>그 뒤 다시 시작한 서버: %1.</translation>
    </message>
    <message>
        <source>It follows another server.</source>
        <translation>다른 서버를 따르고 있습니다.</translation>
    </message>
    <message>
        <source>Servers that know nothing of each other, most of which agree</source>
        <translation>서로를 모르는 서버들과 그 과반의 일치</translation>
    </message>
    <message>
        <source>Somebody else&apos;s is on %1.</source>
        <translation>다른 쪽의 것이 %1에 있습니다.</translation>
    </message>
    <message>
        <source>Until some of that ends nobody can take it.</source>
        <translation>그중 일부가 끝날 때까지 아무도 획득할 수 없습니다.</translation>
    </message>
    <message>
        <source>thread %1, a client of its own for each server</source>
        <translation>스레드 %1, 서버마다 다른 클라이언트</translation>
    </message>
    <message>
        <source>It took as long as the lease lasts to renew it on %1.</source>
        <translation>%1에서 갱신하는 데 점유 시간만큼 걸렸습니다.</translation>
    </message>
    <message>
        <source>Clean up: %1</source>
        <translation>정리: %1</translation>
    </message>
    <message>
        <source>Removes what %1 left on too few servers to hold the lock. Whoever took it before servers were started anew may count on it still.</source>
        <translation>%1이(가) 점유하기에는 너무 적은 서버에 남긴 것을 지웁니다. 서버가 다시 시작하기 전에 획득한 쪽은 아직 믿고 있을 수 있습니다.</translation>
    </message>
    <message>
        <source>Locks of %1 are not taken on several servers from here.</source>
        <translation>%1 락은 여기서 여러 서버에 걸쳐 획득하지 않습니다.</translation>
    </message>
    <message>
        <source>%1 on %2 was released on some servers only; whether it is held is not known.</source>
        <translation>%2의 %1이(가) 일부 서버에서만 해제되었습니다. 점유 여부를 알 수 없습니다.</translation>
    </message>
    <message>
        <source>Whether %1 on %2 was released is not known.</source>
        <translation>%2의 %1이(가) 해제되었는지 알 수 없습니다.</translation>
    </message>
    <message>
        <source>%1 on %2 was not released: no server that has it was reached. Nothing was changed.</source>
        <translation>%2의 %1을(를) 해제하지 못했습니다. 그것을 가진 서버에 연결되지 않았습니다. 아무것도 바꾸지 않았습니다.</translation>
    </message>
    <message>
        <source>not reached</source>
        <translation>연결되지 않음</translation>
    </message>
    <message>
        <source>somebody else&apos;s</source>
        <translation>다른 쪽의 것</translation>
    </message>
    <message>
        <source>not there</source>
        <translation>없음</translation>
    </message>
    <message>
        <source>busy</source>
        <translation>사용 중</translation>
    </message>
    <message>
        <source>denied</source>
        <translation>거부됨</translation>
    </message>
    <message>
        <source>renewed</source>
        <translation>갱신됨</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>변경됨</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1 held it, and nothing shows that it let go: it may believe to hold it until %2 UTC.</source>
        <translation>%1이(가) 점유했고 해제했다는 증거가 없습니다. %2 UTC까지 점유하고 있다고 믿을 수 있습니다.</translation>
    </message>
    <message>
        <source>%1 held it, and nothing shows that it let go: it may believe to hold it still.</source>
        <translation>%1이(가) 점유했고 해제했다는 증거가 없습니다. 아직 점유하고 있다고 믿을 수 있습니다.</translation>
    </message>
    <message>
        <source>Only %1 of %2 servers have it, and it takes %4 to hold it: %3.</source>
        <translation>서버 %2대 중 %1대에만 있으며, 점유하려면 %4대가 필요합니다: %3.</translation>
    </message>
    <message>
        <source>It did not answer in time.</source>
        <translation>제시간에 응답하지 않았습니다.</translation>
    </message>
    <message>
        <source>Of %1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>It was interrupted.</source>
        <translation>중단되었습니다.</translation>
    </message>
    <message>
        <source>%1 on %2 may be held by that now: enough servers have it, or some do not answer. Nothing was changed.</source>
        <translation>%2의 %1은(는) 이제 그것으로 점유되어 있을 수 있습니다. 충분한 서버에 있거나 일부가 응답하지 않습니다. 아무것도 바꾸지 않았습니다.</translation>
    </message>
    <message>
        <source>On so many servers it cannot be let go of now, or they do not answer, that it may be held afterwards as well.</source>
        <translation>지금 해제할 수 없거나 응답하지 않는 서버가 많아 그 뒤에도 점유되어 있을 수 있습니다.</translation>
    </message>
    <message>
        <source>there still</source>
        <translation>아직 있음</translation>
    </message>
    <message>
        <source>Slots</source>
        <translation>슬롯</translation>
    </message>
    <message>
        <source>It does not tell which server it is, and may be another one of these, or follow one.</source>
        <translation>어느 서버인지 알려 주지 않아 이들 중 다른 하나이거나 그중 하나를 따르는 서버일 수 있습니다.</translation>
    </message>
    <message>
        <source>The holder is not told: it goes on until it renews or releases the lock. Who waits asks again by itself.</source>
        <translation>보유자는 알지 못하고 락을 갱신하거나 해제할 때까지 계속합니다. 기다리는 쪽은 스스로 다시 묻습니다.</translation>
    </message>
    <message>
        <source>A lock held on several servers has to be released on each.</source>
        <translation>여러 서버에서 점유된 락은 서버마다 해제해야 합니다.</translation>
    </message>
    <message>
        <source>%1 cannot tell what its group decided: %2</source>
        <translation>%1은(는) 그룹이 무엇을 결정했는지 알 수 없습니다: %2</translation>
    </message>
    <message>
        <source>Ask a member that is %1.</source>
        <translation>%1 상태인 멤버에 물어보십시오.</translation>
    </message>
    <message>
        <source>member of a group that may not be seen</source>
        <translation>볼 권한이 없는 그룹의 멤버</translation>
    </message>
    <message>
        <source>The account %1 may not see how it stands in its group: what it shows may be of the past, and what is written there may not last.</source>
        <translation>계정 %1은(는) 이 서버가 그룹에서 어떤 상태인지 볼 수 없습니다. 보이는 것이 지난 것일 수 있고, 여기에 쓴 것이 남지 않을 수 있습니다.</translation>
    </message>
    <message>
        <source>%1 of %2 members are reached</source>
        <translation>멤버 %2개 중 %1개에 닿음</translation>
    </message>
    <message>
        <source>cut off from most of its group (%1)</source>
        <translation>그룹의 대다수와 끊겨 있습니다(%1)</translation>
    </message>
    <message>
        <source>It is cut off from most of its group (%1): what is written there waits, and may be done later.</source>
        <translation>그룹의 대다수와 끊겨 있습니다(%1). 여기에 쓴 것은 기다리다가 나중에 실행될 수 있습니다.</translation>
    </message>
    <message>
        <source>it has no part in its group (%1)</source>
        <translation>그룹에 참여하고 있지 않습니다(%1)</translation>
    </message>
    <message>
        <source>It has no part in its group (%1): what it shows is of the past.</source>
        <translation>그룹에 참여하고 있지 않으므로(%1) 보이는 것은 지난 것입니다.</translation>
    </message>
    <message>
        <source>member of a group of %1 (%2)</source>
        <translation>멤버 %1개 그룹의 멤버(%2)</translation>
    </message>
    <message>
        <source>primary of a group of %1</source>
        <translation>멤버 %1개 그룹의 프라이머리</translation>
    </message>
    <message>
        <source>secondary of a group of %1</source>
        <translation>멤버 %1개 그룹의 세컨더리</translation>
    </message>
    <message>
        <source>Ask a member that most others reach, and look at the network between them.</source>
        <translation>다른 멤버 대다수가 닿는 멤버에 물어보고, 멤버 사이의 네트워크를 확인하십시오.</translation>
    </message>
    <message>
        <source>member of a group that does not answer</source>
        <translation>응답하지 않는 그룹의 멤버</translation>
    </message>
    <message>
        <source>%1 is in offline mode and serves nobody: %2</source>
        <translation>%1은(는) 오프라인 모드여서 아무에게도 응답하지 않습니다: %2</translation>
    </message>
    <message>
        <source>Ask another member of its group, or whoever set it so.</source>
        <translation>그룹의 다른 멤버에 물어보거나, 그렇게 설정한 사람에게 문의하십시오.</translation>
    </message>
    <message>
        <source>primary of a group of %1 that lets nobody write</source>
        <translation>아무도 쓸 수 없는, 멤버 %1개 그룹의 프라이머리</translation>
    </message>
    <message>
        <source>It is the primary of its group and lets nobody write (super_read_only): it is about to be it, or another group&apos;s copy, or was set so.</source>
        <translation>그룹의 프라이머리이지만 아무도 쓸 수 없습니다(super_read_only). 이제 막 프라이머리가 되는 중이거나, 다른 그룹의 복제본이거나, 그렇게 설정된 것입니다.</translation>
    </message>
    <message>
        <source>Ask the server that programs write to, or whoever set it so.</source>
        <translation>프로그램들이 쓰는 서버에 물어보거나, 그렇게 설정한 사람에게 문의하십시오.</translation>
    </message>
    <message>
        <source>Its group does not answer: a read of this account (connection %1) still waits for what it decides. What is shown may be of the past.</source>
        <translation>그룹이 응답하지 않습니다. 이 계정의 읽기 하나(연결 %1)가 아직 그룹의 결정을 기다리고 있습니다. 보이는 것이 지난 것일 수 있습니다.</translation>
    </message>
    <message>
        <source>Look at the network between the members. Where the group is well again: KILL %1</source>
        <translation>멤버 사이의 네트워크를 확인하십시오. 그룹이 다시 정상이라면: KILL %1</translation>
    </message>
    <message>
        <source>Its group was not settled before it was read: what it shows may be of the past.</source>
        <translation>읽기 전에 그룹이 안정되지 않았으므로 보이는 것이 지난 것일 수 있습니다.</translation>
    </message>
    <message>
        <source>Look again.</source>
        <translation>다시 조회하십시오.</translation>
    </message>
    <message>
        <source>Look at it again, on a member that is up to date, before doing anything.</source>
        <translation>무엇을 하기 전에 최신 상태인 멤버에서 다시 조회하십시오.</translation>
    </message>
    <message>
        <source>a program, by its name or its whole path, and its arguments: [&quot;/usr/local/bin/pod-lives&quot;, &quot;{host}&quot;]</source>
        <translation>이름이나 전체 경로로 적은 프로그램과 인수: [&quot;/usr/local/bin/pod-lives&quot;, &quot;{host}&quot;]</translation>
    </message>
    <message>
        <source>{host} and {pid}, and no other braces</source>
        <translation>{host}와 {pid}. 다른 중괄호는 쓸 수 없습니다</translation>
    </message>
    <message>
        <source>a program and arguments with {host} or {pid} in them: without, it would say the same of everybody</source>
        <translation>{host}나 {pid}가 들어 있는 인수와 프로그램. 없으면 누구에게나 같은 답을 합니다</translation>
    </message>
    <message>
        <source>what is known of the holder has nothing that fits %1</source>
        <translation>보유자에 대해 아는 것 중 %1에 맞는 값이 없습니다</translation>
    </message>
    <message>
        <source>%1: a command of the profile, run on this machine to say whether a holder lives; {host} and {pid} come from servers:</source>
        <translation>%1: 보유자가 살아 있는지 알기 위해 이 컴퓨터에서 실행하는 프로필의 명령. {host}와 {pid}는 서버에서 온 값입니다:</translation>
    </message>
    <message>
        <source>The check of your own told nothing: %1.</source>
        <translation>직접 정한 확인 명령으로는 알 수 없었습니다: %1.</translation>
    </message>
    <message>
        <source>The check of your own says it is gone: %1</source>
        <translation>직접 정한 확인 명령에 따르면 사라졌습니다: %1</translation>
    </message>
    <message>
        <source>The check of your own says it lives: %1</source>
        <translation>직접 정한 확인 명령에 따르면 살아 있습니다: %1</translation>
    </message>
    <message>
        <source>it takes %1</source>
        <translation>쓸 수 있는 값: %1</translation>
    </message>
    <message>
        <source>nobody has trusted it on this machine; read it, then trust it: lockctl trust, or Settings, Formats</source>
        <translation>이 컴퓨터에서 아무도 신뢰하지 않았습니다. 읽어 본 뒤 신뢰하십시오: lockctl trust 또는 설정의 형식</translation>
    </message>
    <message>
        <source>it printed more than a line</source>
        <translation>한 줄보다 많이 출력했습니다</translation>
    </message>
    <message>
        <source>it printed neither the line &apos;gone&apos; nor &apos;alive&apos;, but &apos;%1&apos;</source>
        <translation>&apos;gone&apos;이나 &apos;alive&apos;라는 한 줄이 아니라 &apos;%1&apos;을(를) 출력했습니다</translation>
    </message>
    <message>
        <source>Renewed at most %1 ago.</source>
        <translation>길어야 %1 전에 갱신되었습니다.</translation>
    </message>
    <message>
        <source>Its last heartbeat is %1 old; it is given up after %2.</source>
        <translation>마지막 하트비트가 %1 전입니다. %2이(가) 지나면 포기합니다.</translation>
    </message>
    <message>
        <source>Its heartbeat is %1 old; it is given up after %2.</source>
        <translation>하트비트가 %1 전입니다. %2이(가) 지나면 포기합니다.</translation>
    </message>
    <message>
        <source>Its session was on the server %1 ago.</source>
        <translation>%1 전에 세션이 서버에 있었습니다.</translation>
    </message>
    <message>
        <source>Its session ran a statement at most %1 ago.</source>
        <translation>길어야 %1 전에 세션이 문장을 실행했습니다.</translation>
    </message>
    <message>
        <source>Its session is on the server, and has run nothing for %1.</source>
        <translation>세션이 서버에 있지만 %1 동안 아무것도 실행하지 않았습니다.</translation>
    </message>
    <message>
        <source>%1 on %2</source>
        <translation>%2의 %1</translation>
    </message>
    <message>
        <source>Its process also has %1: %2</source>
        <translation>같은 프로세스가 점유한 %1: %2</translation>
    </message>
    <message>
        <source>Like it: %1 more.</source>
        <translation>비슷한 락 %1개 더.</translation>
    </message>
    <message>
        <source>Somebody on its host, perhaps another process, has %1: %2</source>
        <translation>같은 호스트의 누군가(다른 프로세스일 수 있음)가 점유한 %1: %2</translation>
    </message>
    <message>
        <source>Nobody on its host shows a sign of life; the last was %1: %2</source>
        <translation>같은 호스트의 누구도 살아 있다는 표시가 없습니다. 마지막은 %1: %2</translation>
    </message>
    <message>
        <source>The last look could not tell how it stands.</source>
        <translation>마지막 조회로는 상태를 알 수 없었습니다.</translation>
    </message>
    <message>
        <source>No renewal was seen in %1.</source>
        <translation>%1 동안 갱신을 보지 못했습니다.</translation>
    </message>
    <message>
        <source>Cannot be known: what was seen contradicts itself.</source>
        <translation>알 수 없음: 관찰한 것들이 서로 모순됩니다.</translation>
    </message>
    <message>
        <source>At least one of its %1 holders is alive.</source>
        <translation>보유자 %1명 중 적어도 한 명은 살아 있습니다.</translation>
    </message>
    <message>
        <source>Alive</source>
        <translation>살아 있음</translation>
    </message>
    <message>
        <source>No sign of life</source>
        <translation>살아 있다는 표시 없음</translation>
    </message>
    <message>
        <source>Gone</source>
        <translation>사라짐</translation>
    </message>
    <message>
        <source>Cannot be known</source>
        <translation>알 수 없음</translation>
    </message>
    <message>
        <source>Renewals</source>
        <translation>갱신</translation>
    </message>
    <message>
        <source>Heartbeat</source>
        <translation>하트비트</translation>
    </message>
    <message>
        <source>Lease</source>
        <translation>점유 시간</translation>
    </message>
    <message>
        <source>Process</source>
        <translation>프로세스</translation>
    </message>
    <message>
        <source>Own check</source>
        <translation>직접 정한 확인</translation>
    </message>
    <message>
        <source>Look</source>
        <translation>조회</translation>
    </message>
    <message>
        <source>there was no time left to ask it</source>
        <translation>물어볼 시간이 남지 않았습니다</translation>
    </message>
    <message>
        <source>Not renewed for at least %1, where %2 renewals were seen, about one each %3.</source>
        <translation>갱신 %2번을 약 %3마다 보았지만 적어도 %1 동안 갱신되지 않았습니다.</translation>
    </message>
    <message>
        <source>Renewed at most %1 ago; %2 renewals were seen, about one each %3.</source>
        <translation>길어야 %1 전에 갱신되었습니다. 갱신 %2번을 약 %3마다 보았습니다.</translation>
    </message>
    <message>
        <source>Its lease ended %1 ago: it was let go of, or not renewed.</source>
        <translation>점유 시간이 %1 전에 끝났습니다. 해제되었거나 갱신되지 않았습니다.</translation>
    </message>
    <message>
        <source>Taken at most %1 ago.</source>
        <translation>길어야 %1 전에 획득했습니다.</translation>
    </message>
    <message>
        <source>It needs a name and what it goes by: name = &quot;web-3&quot;, match = [&quot;web-3*&quot;, &quot;10.0.3.17&quot;].</source>
        <translation>이름과 그 이름에 속하는 것이 필요합니다: name = &quot;web-3&quot;, match = [&quot;web-3*&quot;, &quot;10.0.3.17&quot;].</translation>
    </message>
    <message>
        <source>a name in quotes</source>
        <translation>따옴표로 묶은 이름</translation>
    </message>
    <message>
        <source>a list of patterns of hosts, addresses and stored owners, [&quot;web-3*&quot;, &quot;10.0.3.17&quot;]</source>
        <translation>호스트, 주소, 저장된 소유자의 패턴 목록, [&quot;web-3*&quot;, &quot;10.0.3.17&quot;]</translation>
    </message>
    <message>
        <source>More than %1 owners are not taken.</source>
        <translation>소유자는 %1개까지만 받습니다.</translation>
    </message>
    <message>
        <source>Owners are written as [[owner]], in two brackets.</source>
        <translation>소유자는 대괄호 두 개로 [[owner]]라고 씁니다.</translation>
    </message>
    <message>
        <source>Lock %1 of the plan: %2.</source>
        <translation>계획의 %1번째 락: %2.</translation>
    </message>
    <message>
        <source>its witness is none</source>
        <translation>증거(witness)가 아닙니다</translation>
    </message>
    <message>
        <source>its name is not the witness&apos;s</source>
        <translation>이름이 증거의 이름과 다릅니다</translation>
    </message>
    <message>
        <source>its action is none</source>
        <translation>작업이 아닙니다</translation>
    </message>
    <message>
        <source>its target is none</source>
        <translation>대상이 아닙니다</translation>
    </message>
    <message>
        <source>The plan is larger than 32 MiB.</source>
        <translation>계획이 32 MiB보다 큽니다.</translation>
    </message>
    <message>
        <source>This is no plan of a release that is understood here.</source>
        <translation>여기서 이해하는 해제 계획이 아닙니다.</translation>
    </message>
    <message>
        <source>The plan has more than %1 locks.</source>
        <translation>계획에 락이 %1개보다 많습니다.</translation>
    </message>
    <message>
        <source>Lock %1 of the plan: it is there twice.</source>
        <translation>계획의 %1번째 락: 두 번 들어 있습니다.</translation>
    </message>
    <message>
        <source>The plan %1 cannot be written: %2.</source>
        <translation>계획 %1을(를) 쓸 수 없습니다: %2.</translation>
    </message>
    <message>
        <source>Name a file that is not there yet.</source>
        <translation>아직 없는 파일의 이름을 지정하십시오.</translation>
    </message>
    <message>
        <source>The plan %1 cannot be used: %2.</source>
        <translation>계획 %1을(를) 쓸 수 없습니다: %2.</translation>
    </message>
    <message>
        <source>it is somebody else&apos;s</source>
        <translation>다른 사람의 파일입니다</translation>
    </message>
    <message>
        <source>Make a new one: what stands in it may be theirs.</source>
        <translation>새로 만드십시오. 내용이 그들의 것일 수 있습니다.</translation>
    </message>
    <message>
        <source>The plan has no locks.</source>
        <translation>계획에 락이 없습니다.</translation>
    </message>
    <message>
        <source>it would be larger than 32 MiB</source>
        <translation>32 MiB보다 커집니다</translation>
    </message>
    <message>
        <source>others may read or write it</source>
        <translation>다른 사람이 읽거나 쓸 수 있습니다</translation>
    </message>
    <message>
        <source>waits</source>
        <translation>대기 중</translation>
    </message>
    <message>
        <source>took the lock</source>
        <translation>락을 획득함</translation>
    </message>
    <message>
        <source>waited no more</source>
        <translation>대기를 그만둠</translation>
    </message>
    <message>
        <source>UTC%1 from %2 on</source>
        <translation>%2부터 UTC%1</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1부터 %2까지</translation>
    </message>
    <message>
        <source>Lock</source>
        <translation>락</translation>
    </message>
    <message>
        <source>Known as</source>
        <translation>알려진 이름</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>서버</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>위치</translation>
    </message>
    <message>
        <source>System</source>
        <translation>시스템</translation>
    </message>
    <message>
        <source>Range</source>
        <translation>범위</translation>
    </message>
    <message>
        <source>Times</source>
        <translation>시각</translation>
    </message>
    <message>
        <source>%1, by the clock of the machine that watched</source>
        <translation>%1, 지켜본 컴퓨터의 시계 기준</translation>
    </message>
    <message>
        <source>Made</source>
        <translation>작성</translation>
    </message>
    <message>
        <source>%1 by %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>Nobody was seen to hold it while it was looked at.</source>
        <translation>조회하는 동안 보유자를 보지 못했습니다.</translation>
    </message>
    <message>
        <source>Nothing was seen of it: nobody looked in that time.</source>
        <translation>관찰한 것이 없습니다. 그동안 아무도 조회하지 않았습니다.</translation>
    </message>
    <message>
        <source>It was seen held once, for %1 of that time.</source>
        <translation>점유를 한 번 보았고, 그동안 모두 %1 동안 점유되었습니다.</translation>
    </message>
    <message>
        <source>It was seen held %1 times by one holder, for %2 of that time in all.</source>
        <translation>보유자 한 명의 점유를 %1번 보았고, 그동안 모두 %2 동안 점유되었습니다.</translation>
    </message>
    <message>
        <source>It was seen held %1 times by %2 holders, for %3 of that time in all.</source>
        <translation>보유자 %2명의 점유를 %1번 보았고, 그동안 모두 %3 동안 점유되었습니다.</translation>
    </message>
    <message>
        <source>The longest hold was that of %1, from %2: %3.</source>
        <translation>가장 긴 점유는 %2에 시작한 %1의 점유로, %3입니다.</translation>
    </message>
    <message>
        <source>The longest wait was that of %1, from %2: %3.</source>
        <translation>가장 긴 대기는 %2에 시작한 %1의 대기로, %3입니다.</translation>
    </message>
    <message>
        <source>It was looked at for %1; for %2 nothing was seen.</source>
        <translation>%1 동안 조회했고, %2 동안은 아무것도 보지 못했습니다.</translation>
    </message>
    <message>
        <source>It was looked at all the time.</source>
        <translation>내내 조회했습니다.</translation>
    </message>
    <message>
        <source>It was looked at for %1.</source>
        <translation>%1 동안 조회했습니다.</translation>
    </message>
    <message>
        <source>For %1 it could not be read as a whole.</source>
        <translation>%1 동안은 전체를 읽을 수 없었습니다.</translation>
    </message>
    <message>
        <source>It is held.</source>
        <translation>점유 중입니다.</translation>
    </message>
    <message>
        <source>Its lease is over, and it is still written down.</source>
        <translation>점유 시간이 끝났지만 아직 기록되어 있습니다.</translation>
    </message>
    <message>
        <source>Nobody holds it.</source>
        <translation>아무도 점유하고 있지 않습니다.</translation>
    </message>
    <message>
        <source>It is held, and a transaction locks its row.</source>
        <translation>점유 중이며 트랜잭션이 그 행을 잠그고 있습니다.</translation>
    </message>
    <message>
        <source>Its state could not be read.</source>
        <translation>상태를 읽을 수 없었습니다.</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>현재</translation>
    </message>
    <message>
        <source>Looked at for this report at %1.</source>
        <translation>이 보고서를 위해 %1에 조회했습니다.</translation>
    </message>
    <message>
        <source>It was not there.</source>
        <translation>락이 없었습니다.</translation>
    </message>
    <message>
        <source>Written down: %1.</source>
        <translation>기록된 보유자: %1.</translation>
    </message>
    <message>
        <source>Its holder: %1.</source>
        <translation>보유자: %1.</translation>
    </message>
    <message>
        <source>Holds, waits, findings and what else was told: Lockmaster&apos;s history, of what it saw when it looked. What was over between two looks was not seen.</source>
        <translation>점유, 대기, 진단과 그 밖의 사건: Lockmaster가 조회할 때 본 것을 기록한 이력. 두 조회 사이에 끝난 일은 보지 못했습니다.</translation>
    </message>
    <message>
        <source>What was done from here: the audit log of this machine, and of no other.</source>
        <translation>여기서 한 일: 이 컴퓨터의 감사 기록. 다른 컴퓨터의 것은 아닙니다.</translation>
    </message>
    <message>
        <source>Now: one look at the server. What it says of the holder is about that moment.</source>
        <translation>현재: 서버를 한 번 조회한 것. 보유자에 관한 내용은 그 순간의 것입니다.</translation>
    </message>
    <message>
        <source>Lock %1</source>
        <translation>락 %1</translation>
    </message>
    <message>
        <source>Where this comes from</source>
        <translation>출처</translation>
    </message>
    <message>
        <source>%1 others</source>
        <translation>그 밖의 %1명</translation>
    </message>
    <message>
        <source>(no owner is known)</source>
        <translation>(소유자 알 수 없음)</translation>
    </message>
    <message>
        <source>%1: %2 to %3 (%4), %5</source>
        <translation>%1: %2부터 %3까지(%4), %5</translation>
    </message>
    <message>
        <source>released, replaced, or still held</source>
        <translation>해제됨, 교체됨 또는 점유 중</translation>
    </message>
    <message>
        <source>its end is not known</source>
        <translation>끝을 알 수 없음</translation>
    </message>
    <message>
        <source>waited</source>
        <translation>대기</translation>
    </message>
    <message>
        <source>nobody was seen to hold it</source>
        <translation>보유자를 보지 못함</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>대기</translation>
    </message>
    <message>
        <source>Who held the lock, and who waited</source>
        <translation>락을 점유한 쪽과 기다린 쪽</translation>
    </message>
    <message>
        <source>not read as a whole: %1 to %2</source>
        <translation>전체를 읽지 못함: %1부터 %2까지</translation>
    </message>
    <message>
        <source>not seen: %1 to %2</source>
        <translation>보지 못함: %1부터 %2까지</translation>
    </message>
    <message>
        <source>done from here: %1</source>
        <translation>여기서 한 일: %1</translation>
    </message>
    <message>
        <source>not seen</source>
        <translation>보지 못함</translation>
    </message>
    <message>
        <source>not read as a whole</source>
        <translation>전체를 읽지 못함</translation>
    </message>
    <message>
        <source>done from here</source>
        <translation>여기서 한 일</translation>
    </message>
    <message>
        <source>waiting:</source>
        <translation>대기:</translation>
    </message>
    <message>
        <source>█ held or waited   ░ not seen   · looked at</source>
        <translation>█ 점유 또는 대기   ░ 보지 못함   · 조회함</translation>
    </message>
    <message>
        <source>at least since %1</source>
        <translation>늦어도 %1부터</translation>
    </message>
    <message>
        <source>%1, as the server tells</source>
        <translation>%1(서버가 알려 준 시각)</translation>
    </message>
    <message>
        <source>seen until %1</source>
        <translation>%1까지 보임</translation>
    </message>
    <message>
        <source>a transaction locked its row</source>
        <translation>트랜잭션이 그 행을 잠갔습니다</translation>
    </message>
    <message>
        <source>its row was not locked any more</source>
        <translation>그 행 잠금이 풀렸습니다</translation>
    </message>
    <message>
        <source>finding %1 appeared</source>
        <translation>진단 %1 나타남</translation>
    </message>
    <message>
        <source>finding %1 cleared</source>
        <translation>진단 %1 사라짐</translation>
    </message>
    <message>
        <source>the server did not answer</source>
        <translation>서버가 응답하지 않았습니다</translation>
    </message>
    <message>
        <source>the server answered again</source>
        <translation>서버가 다시 응답했습니다</translation>
    </message>
    <message>
        <source>another server is the master</source>
        <translation>다른 서버가 마스터가 되었습니다</translation>
    </message>
    <message>
        <source>a server of the group went away</source>
        <translation>그룹의 서버 하나가 사라졌습니다</translation>
    </message>
    <message>
        <source>a server of the group came back</source>
        <translation>그룹의 서버 하나가 돌아왔습니다</translation>
    </message>
    <message>
        <source>too much happened at once: %1 events were not recorded</source>
        <translation>한꺼번에 너무 많은 일이 일어나 사건 %1건을 기록하지 못했습니다</translation>
    </message>
    <message>
        <source>more than %1 waited at once: others were not recorded</source>
        <translation>한꺼번에 %1개보다 많이 기다려 나머지는 기록하지 못했습니다</translation>
    </message>
    <message>
        <source>none was written: it was cut off, or goes on</source>
        <translation>기록되지 않음: 중단되었거나 진행 중</translation>
    </message>
    <message>
        <source>held by %1 then</source>
        <translation>그 뒤 보유자 %1</translation>
    </message>
    <message>
        <source>held by nobody then</source>
        <translation>그 뒤 보유자 없음</translation>
    </message>
    <message>
        <source>somebody (no owner is known)</source>
        <translation>누군가(소유자 알 수 없음)</translation>
    </message>
    <message>
        <source>From</source>
        <translation>부터</translation>
    </message>
    <message>
        <source>To</source>
        <translation>까지</translation>
    </message>
    <message>
        <source>Held for</source>
        <translation>점유 기간</translation>
    </message>
    <message>
        <source>How it ended</source>
        <translation>끝난 까닭</translation>
    </message>
    <message>
        <source>Most waiters</source>
        <translation>최대 대기자</translation>
    </message>
    <message>
        <source>%1 (perhaps the hold before the gap)</source>
        <translation>%1(공백 이전의 점유일 수 있음)</translation>
    </message>
    <message>
        <source>Listed are the %1 longest of %2; %3 shorter ones are left out.</source>
        <translation>%2건 중 가장 긴 %1건을 표시합니다. 더 짧은 %3건은 생략합니다.</translation>
    </message>
    <message>
        <source>There were more: those that began before %1 were not read.</source>
        <translation>더 있습니다. %1 이전에 시작한 것은 읽지 않았습니다.</translation>
    </message>
    <message>
        <source>Of %1 holds both ends were seen: half took at most %2, 95 % at most %3, the longest %4.</source>
        <translation>처음과 끝을 모두 본 점유 %1건: 절반은 %2 이하, 95 %는 %3 이하, 최대 %4.</translation>
    </message>
    <message>
        <source>Begin and end are those of the looks that showed them. Where an end was not seen, the hold took longer than is told (≥).</source>
        <translation>시작과 끝은 그것을 보여 준 조회의 시각입니다. 끝을 보지 못한 점유는 표시된 것보다 깁니다(≥).</translation>
    </message>
    <message>
        <source>Who held it</source>
        <translation>점유한 쪽</translation>
    </message>
    <message>
        <source>Waiter</source>
        <translation>대기자</translation>
    </message>
    <message>
        <source>Waited for</source>
        <translation>대기 시간</translation>
    </message>
    <message>
        <source>What came of it</source>
        <translation>결과</translation>
    </message>
    <message>
        <source>There were more: of the waits the newest were read.</source>
        <translation>더 있습니다. 대기는 최근 것만 읽었습니다.</translation>
    </message>
    <message>
        <source>Of %1 waits both ends were seen: half took at most %2, 95 % at most %3, the longest %4.</source>
        <translation>처음과 끝을 모두 본 대기 %1건: 절반은 %2 이하, 95 %는 %3 이하, 최대 %4.</translation>
    </message>
    <message>
        <source>Who waited</source>
        <translation>기다린 쪽</translation>
    </message>
    <message>
        <source>For</source>
        <translation>기간</translation>
    </message>
    <message>
        <source>What is known of it</source>
        <translation>알려진 것</translation>
    </message>
    <message>
        <source>it could not be read as a whole: what was not shown is not known</source>
        <translation>전체를 읽을 수 없었고, 나타나지 않은 것은 알 수 없습니다</translation>
    </message>
    <message>
        <source>nothing was seen</source>
        <translation>아무것도 보지 못했습니다</translation>
    </message>
    <message>
        <source>nobody recorded it before, as far as is kept</source>
        <translation>남은 이력에는 그 이전의 기록이 없습니다</translation>
    </message>
    <message>
        <source>nothing was recorded since</source>
        <translation>그 뒤로 기록이 없습니다</translation>
    </message>
    <message>
        <source>Lockmaster ended, and recorded anew behind it</source>
        <translation>Lockmaster가 끝났고, 그 뒤에 다시 기록했습니다</translation>
    </message>
    <message>
        <source>What ended before %1 was cleared from the history.</source>
        <translation>%1 이전에 끝난 것은 이력에서 지워졌습니다.</translation>
    </message>
    <message>
        <source>What was not seen</source>
        <translation>보지 못한 시간</translation>
    </message>
    <message>
        <source>Finding</source>
        <translation>진단</translation>
    </message>
    <message>
        <source>Appeared</source>
        <translation>나타남</translation>
    </message>
    <message>
        <source>Cleared</source>
        <translation>사라짐</translation>
    </message>
    <message>
        <source>before that</source>
        <translation>그 이전</translation>
    </message>
    <message>
        <source>during the hold from %1</source>
        <translation>%1에 시작한 점유 중</translation>
    </message>
    <message>
        <source>Listed are the %1 newest of %2; %3 older ones are left out.</source>
        <translation>%2건 중 최근 %1건을 표시합니다. 더 오래된 %3건은 생략합니다.</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>진단</translation>
    </message>
    <message>
        <source>When</source>
        <translation>시각</translation>
    </message>
    <message>
        <source>What happened</source>
        <translation>일어난 일</translation>
    </message>
    <message>
        <source>To what</source>
        <translation>대상</translation>
    </message>
    <message>
        <source>the lock</source>
        <translation>락</translation>
    </message>
    <message>
        <source>the server</source>
        <translation>서버</translation>
    </message>
    <message>
        <source>What else was told</source>
        <translation>그 밖의 사건</translation>
    </message>
    <message>
        <source>Who</source>
        <translation>누가</translation>
    </message>
    <message>
        <source>What</source>
        <translation>무엇</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>사유</translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation>결과</translation>
    </message>
    <message>
        <source>Audit id</source>
        <translation>감사 ID</translation>
    </message>
    <message>
        <source>Older lines of the audit log were not read.</source>
        <translation>감사 기록의 더 오래된 줄은 읽지 않았습니다.</translation>
    </message>
    <message>
        <source>The audit log was not read</source>
        <translation>감사 기록을 읽지 못했습니다</translation>
    </message>
    <message>
        <source>What was done from here</source>
        <translation>여기서 한 일</translation>
    </message>
    <message>
        <source>(empty)</source>
        <translation>(비어 있음)</translation>
    </message>
    <message>
        <source>… (%1 bytes)</source>
        <translation>…(%1바이트)</translation>
    </message>
    <message>
        <source>One action was taken on it from here.</source>
        <translation>여기서 한 작업이 한 번 있습니다.</translation>
    </message>
    <message>
        <source>%1 actions were taken on it from here.</source>
        <translation>여기서 한 작업이 %1번 있습니다.</translation>
    </message>
    <message>
        <source>It was seen held at least once, for %1 of that time.</source>
        <translation>점유를 적어도 한 번 보았고, 그동안 모두 %1 동안 점유되었습니다.</translation>
    </message>
    <message>
        <source>It was seen held at least %1 times by one holder, for %2 of that time in all.</source>
        <translation>보유자 한 명의 점유를 적어도 %1번 보았고, 그동안 모두 %2 동안 점유되었습니다.</translation>
    </message>
    <message>
        <source>It was seen held at least %1 times by %2 holders, for %3 of that time in all.</source>
        <translation>보유자 %2명의 점유를 적어도 %1번 보았고, 그동안 모두 %3 동안 점유되었습니다.</translation>
    </message>
    <message>
        <source>What took less than %1 looks longer here than it was.</source>
        <translation>%1보다 짧은 것은 여기서 실제보다 길게 보입니다.</translation>
    </message>
    <message>
        <source>%1, owner %2</source>
        <translation>%1(소유자 %2)</translation>
    </message>
    <message>
        <source>%1, one after another</source>
        <translation>%1건이 이어짐</translation>
    </message>
    <message>
        <source>the history does not keep who waited behind whom</source>
        <translation>누가 누구 뒤에서 기다렸는지는 이력에 남지 않습니다</translation>
    </message>
    <message>
        <source>somebody who signs %1</source>
        <translation>%1(으)로 서명한 누군가</translation>
    </message>
    <message>
        <source>for at least %1</source>
        <translation>최소 %1 동안</translation>
    </message>
    <message>
        <source>for %1</source>
        <translation>%1 동안</translation>
    </message>
    <message>
        <source>row</source>
        <translation>행</translation>
    </message>
    <message>
        <source>table</source>
        <translation>테이블</translation>
    </message>
    <message>
        <source>one waits</source>
        <translation>1개 대기</translation>
    </message>
    <message>
        <source>%1 wait</source>
        <translation>%1개 대기</translation>
    </message>
    <message>
        <source>, and holds another lock</source>
        <translation>, 다른 락도 점유</translation>
    </message>
    <message>
        <source>, one of them holds %1 others</source>
        <translation>, 그중 하나가 다른 락 %1개 점유</translation>
    </message>
    <message>
        <source>, %1 of them hold %2 others</source>
        <translation>, 그중 %1개가 다른 락 %2개 점유</translation>
    </message>
    <message>
        <source>; with those behind them %1</source>
        <translation>; 그 뒤의 것까지 %1개</translation>
    </message>
    <message>
        <source> or more</source>
        <translation> 이상</translation>
    </message>
    <message>
        <source>; the longest for %1</source>
        <translation>; 가장 긴 대기 %1</translation>
    </message>
    <message>
        <source>%1 holds %2 and waits for %3</source>
        <translation>%1: %2 점유, %3 대기</translation>
    </message>
    <message>
        <source>... and so on: %1 wait in all</source>
        <translation>... 이하 생략: 모두 %1개 대기</translation>
    </message>
    <message>
        <source>%1 wait, of whom nothing is told</source>
        <translation>%1개 대기, 누구인지 알려지지 않음</translation>
    </message>
    <message>
        <source>%1 more wait, of whom nothing is told</source>
        <translation>%1개 더 대기, 누구인지 알려지지 않음</translation>
    </message>
    <message>
        <source>%1: see above</source>
        <translation>%1: 위를 참조</translation>
    </message>
    <message>
        <source>waits for %1</source>
        <translation>%1 동안 대기</translation>
    </message>
    <message>
        <source>; holds %1, for which nobody waits</source>
        <translation>; %1 점유(아무도 기다리지 않음)</translation>
    </message>
    <message>
        <source>; holds %1 more, for which nobody waits</source>
        <translation>; %1개 더 점유(아무도 기다리지 않음)</translation>
    </message>
    <message>
        <source>the row of %1</source>
        <translation>%1의 행</translation>
    </message>
    <message>
        <source>a row (%1)</source>
        <translation>행 (%1)</translation>
    </message>
    <message>
        <source>a table (%1)</source>
        <translation>테이블 (%1)</translation>
    </message>
    <message>
        <source>a row of %1 (%2)</source>
        <translation>%1의 행 (%2)</translation>
    </message>
    <message>
        <source>the table %1 (%2)</source>
        <translation>테이블 %1 (%2)</translation>
    </message>
    <message>
        <source>Nothing tells who has %1; %2.</source>
        <translation>%1을(를) 누가 가지고 있는지 알려지지 않습니다; %2.</translation>
    </message>
    <message>
        <source>%1, and %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>%1, and %2 others</source>
        <translation>%1 외 %2개</translation>
    </message>
    <message>
        <source>%1 holds %2; %3.</source>
        <translation>%1이(가) %2 점유; %3.</translation>
    </message>
    <message>
        <source>see above</source>
        <translation>위를 참조</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>외 %1개</translation>
    </message>
    <message>
        <source>They wait for each other: %1. They go on only where one gives up, or a lease ends.</source>
        <translation>서로를 기다립니다: %1. 어느 하나가 포기하거나 점유 시간이 끝나야만 진행합니다.</translation>
    </message>
    <message>
        <source>They may wait for each other: %1. If it is the same work that holds and that waits, they go on only where one gives up, or a lease ends.</source>
        <translation>서로를 기다리는 것일 수 있습니다: %1. 점유한 작업과 대기하는 작업이 같다면 어느 하나가 포기하거나 점유 시간이 끝나야만 진행합니다.</translation>
    </message>
    <message>
        <source>This is not what is usually done to it: do it by itself.</source>
        <translation>이 락에 평소 하는 작업이 아닙니다. 따로 진행하십시오.</translation>
    </message>
    <message>
        <source>More would end with it than was planned: %1. Plan it anew.</source>
        <translation>계획한 것보다 많은 것이 함께 끝납니다: %1. 계획을 새로 만드십시오.</translation>
    </message>
    <message>
        <source>it would have more than %1 locks</source>
        <translation>락이 %1개를 넘습니다</translation>
    </message>
    <message>
        <source>nothing can be done to it from here</source>
        <translation>여기서 할 수 있는 작업이 없습니다</translation>
    </message>
    <message>
        <source>nobody holds it on enough of its servers</source>
        <translation>충분한 수의 서버에서 점유한 소유자가 없습니다</translation>
    </message>
    <message>
        <source>several hold it: let go of it by itself</source>
        <translation>여럿이 점유하고 있습니다. 따로 해제하십시오</translation>
    </message>
    <message>
        <source>nothing tells its holder from the next: let go of it by itself</source>
        <translation>보유자를 다음 보유자와 구별할 수 없습니다. 따로 해제하십시오</translation>
    </message>
    <message>
        <source>the history does not keep when each renewal was</source>
        <translation>갱신이 각각 언제였는지는 이력에 남지 않습니다</translation>
    </message>
    <message>
        <source>what was taken before that time is not looked at</source>
        <translation>그 시간 이전에 획득된 것은 살펴보지 않습니다</translation>
    </message>
    <message>
        <source>held</source>
        <translation>점유 중</translation>
    </message>
    <message>
        <source>%1; nothing there was taken, let go of or renewed for %2</source>
        <translation>%1; 그곳에서 %2 동안 획득, 해제, 갱신이 없었습니다</translation>
    </message>
    <message>
        <source>not taken for %1</source>
        <translation>%1 동안 획득되지 않음</translation>
    </message>
    <message>
        <source>not taken for at least %1</source>
        <translation>적어도 %1 동안 획득되지 않음</translation>
    </message>
    <message>
        <source>a filter of names, backends, sources and systems alone</source>
        <translation>이름, 백엔드, 소스, 시스템만 묻는 필터</translation>
    </message>
    <message>
        <source>An alert of the kind &quot;%1&quot; with &apos;over&apos; needs &apos;scope&apos;.</source>
        <translation>&apos;over&apos;가 있는 &quot;%1&quot; 종류의 알림에는 &apos;scope&apos;가 필요합니다.</translation>
    </message>
    <message>
        <source>%1; it was always taken again within %2</source>
        <translation>%1; 이제까지는 항상 %2 안에 다시 획득됨</translation>
    </message>
    <message>
        <source>Nobody looked in that time: what is told of it was seen before or afterwards.</source>
        <translation>그동안 아무도 조회하지 않았습니다. 여기 적힌 것은 그 전이나 후에 관찰한 것입니다.</translation>
    </message>
    <message>
        <source>As far as it was read, from %1 on: %2</source>
        <translation>%1부터 읽은 범위: %2</translation>
    </message>
    <message>
        <source>&apos;upkeep&apos; goes with by = &quot;row-lock&quot;, and takes words of letters, digits and _.</source>
        <translation>&apos;upkeep&apos;는 by = &quot;row-lock&quot;와 함께 쓰며, 문자와 숫자, _로 된 단어를 받습니다.</translation>
    </message>
    <message>
        <source>The rule %1 has nobody to ask: no backend has an alive_command in the profile.</source>
        <translation>규칙 %1은(는) 물어볼 곳이 없습니다: 프로필에 alive_command가 있는 백엔드가 없습니다.</translation>
    </message>
    <message>
        <source>the history does not keep what the check of your own said</source>
        <translation>직접 정한 확인 명령의 답은 이력에 남지 않습니다</translation>
    </message>
    <message>
        <source>History</source>
        <translation>이력</translation>
    </message>
    <message>
        <source>The check of your own says it is gone.</source>
        <translation>직접 정한 확인 명령에 따르면 사라졌습니다.</translation>
    </message>
    <message>
        <source>The check of your own says it lives.</source>
        <translation>직접 정한 확인 명령에 따르면 살아 있습니다.</translation>
    </message>
    <message>
        <source>so many are asked about that each waits for %1</source>
        <translation>물어볼 보유자가 많아 각각 %1 동안 기다립니다</translation>
    </message>
    <message>
        <source>%1 tells little of holders: %2.</source>
        <translation>%1(으)로는 보유자에 대해 알 수 있는 것이 적습니다: %2.</translation>
    </message>
    <message>
        <source>it holds at most %1 bytes.</source>
        <translation>최대 %1바이트까지 담습니다.</translation>
    </message>
    <message>
        <source>&apos;lasts_field&apos; is one of an object in &apos;lasts_column&apos;.</source>
        <translation>&apos;lasts_field&apos;는 &apos;lasts_column&apos;에 있는 객체의 필드입니다.</translation>
    </message>
    <message>
        <source>&apos;of&apos; takes small letters, digits and _, at most 32.</source>
        <translation>&apos;of&apos;에는 소문자, 숫자와 _를 최대 32자까지 쓸 수 있습니다.</translation>
    </message>
    <message>
        <source>&apos;process&apos; says more of an &apos;owner&apos;, and needs one.</source>
        <translation>&apos;process&apos;는 &apos;owner&apos;에 대한 것이므로 &apos;owner&apos;가 있어야 합니다.</translation>
    </message>
    <message>
        <source>&apos;pid&apos; is a number on a &apos;host&apos;.</source>
        <translation>&apos;pid&apos;는 &apos;host&apos;에서의 번호입니다.</translation>
    </message>
    <message>
        <source>%1 took it on %2, which was the master before and has not been told to follow this one yet: both believe to hold it.</source>
        <translation>이전 마스터이며 아직 새 마스터를 따르라는 지시를 받지 않은 %2에서 %1이(가) 획득했습니다. 둘 다 자신이 보유자라고 여깁니다.</translation>
    </message>
    <message>
        <source>next field</source>
        <translation>다음 입력란</translation>
    </message>
    <message>
        <source>From field to field; Return does as well where something is typed</source>
        <translation>다음 입력란으로. 입력 중에는 Return도 같습니다</translation>
    </message>
    <message>
        <source>choose</source>
        <translation>선택</translation>
    </message>
    <message>
        <source>Where several are offered</source>
        <translation>여러 가지 중에서</translation>
    </message>
    <message>
        <source>close</source>
        <translation>닫기</translation>
    </message>
    <message>
        <source>Without taking anything</source>
        <translation>아무것도 획득하지 않고</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>위치</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>소스</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>종류</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>이름</translation>
    </message>
    <message>
        <source>Owner</source>
        <translation>소유자</translation>
    </message>
    <message>
        <source>TTL</source>
        <translation>TTL</translation>
    </message>
    <message>
        <source>Wait</source>
        <translation>대기</translation>
    </message>
    <message>
        <source>Hold for</source>
        <translation>점유 기간</translation>
    </message>
    <message>
        <source>Name again</source>
        <translation>이름 다시</translation>
    </message>
    <message>
        <source>Acquire a lock</source>
        <translation>락 획득</translation>
    </message>
    <message>
        <source>made anew for each lock</source>
        <translation>락마다 새로 만듦</translation>
    </message>
    <message>
        <source>for example 30s</source>
        <translation>예: 30s</translation>
    </message>
    <message>
        <source>one try; or for example 3s</source>
        <translation>한 번 시도, 또는 예: 3s</translation>
    </message>
    <message>
        <source>until told; or for example 10m</source>
        <translation>해제할 때까지, 또는 예: 10m</translation>
    </message>
    <message>
        <source>needed in production</source>
        <translation>운영 환경에서 필요</translation>
    </message>
    <message>
        <source>for the audit log; may be empty</source>
        <translation>감사 기록용, 비워 둘 수 있음</translation>
    </message>
    <message>
        <source>The same from a shell</source>
        <translation>같은 작업의 명령줄</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>취소</translation>
    </message>
    <message>
        <source>Acquire</source>
        <translation>획득</translation>
    </message>
    <message>
        <source>its lock</source>
        <translation>해당 락</translation>
    </message>
    <message>
        <source>Among the locks</source>
        <translation>락 목록에서 보기</translation>
    </message>
    <message>
        <source>acknowledge</source>
        <translation>확인</translation>
    </message>
    <message>
        <source>Somebody knows; it stays in the list as long as it is so</source>
        <translation>누군가 알고 있음을 표시합니다. 그러한 동안 목록에 남습니다</translation>
    </message>
    <message>
        <source>snooze</source>
        <translation>미루기</translation>
    </message>
    <message>
        <source>Say nothing of this lock for an hour</source>
        <translation>이 락은 한 시간 동안 알리지 않습니다</translation>
    </message>
    <message>
        <source>No alert: nothing that was seen is what a rule asks for.</source>
        <translation>알림 없음: 확인된 것 중 규칙에 해당하는 것이 없습니다.</translation>
    </message>
    <message>
        <source>This is about the server, and no lock.</source>
        <translation>이것은 락이 아니라 서버에 관한 것입니다.</translation>
    </message>
    <message>
        <source>Of the chosen lock; what is over goes from the list</source>
        <translation>선택한 락을 해제합니다. 끝난 것은 목록에서 지웁니다</translation>
    </message>
    <message>
        <source>renew</source>
        <translation>갱신</translation>
    </message>
    <message>
        <source>Now, and not only at a third of its lease</source>
        <translation>점유 시간의 3분의 1을 기다리지 않고 지금</translation>
    </message>
    <message>
        <source>No lock is held from here: a on the page of locks takes one.</source>
        <translation>여기서 점유한 락이 없습니다. 락 화면에서 a로 획득합니다.</translation>
    </message>
    <message>
        <source>Whose lanes are shown</source>
        <translation>레인을 표시할 리더</translation>
    </message>
    <message>
        <source>time</source>
        <translation>시간</translation>
    </message>
    <message>
        <source>More or less of the past in the lanes</source>
        <translation>레인에 과거를 더 또는 덜</translation>
    </message>
    <message>
        <source>No lock that elects a leader is seen.</source>
        <translation>리더를 선출하는 락이 보이지 않습니다.</translation>
    </message>
    <message>
        <source>%1 ago</source>
        <translation>%1 전</translation>
    </message>
    <message>
        <source>now</source>
        <translation>지금</translation>
    </message>
    <message>
        <source>last vacant:</source>
        <translation>마지막 공석:</translation>
    </message>
    <message>
        <source>older, newer</source>
        <translation>이전, 이후</translation>
    </message>
    <message>
        <source>Look further up; the list goes on, and stands still for it</source>
        <translation>더 위를 봅니다. 목록은 계속되지만 화면은 멈춰 있습니다</translation>
    </message>
    <message>
        <source>newest</source>
        <translation>최신</translation>
    </message>
    <message>
        <source>Follow again</source>
        <translation>다시 따라가기</translation>
    </message>
    <message>
        <source>renewals</source>
        <translation>갱신</translation>
    </message>
    <message>
        <source>Whether renewals are listed</source>
        <translation>갱신을 표시할지 여부</translation>
    </message>
    <message>
        <source>Nothing has happened yet.</source>
        <translation>아직 이벤트가 없습니다.</translation>
    </message>
    <message>
        <source>%1 newer below: End follows</source>
        <translation>아래에 새 이벤트 %1개: End로 따라갑니다</translation>
    </message>
    <message>
        <source>read-only</source>
        <translation>읽기 전용</translation>
    </message>
    <message>
        <source>filter</source>
        <translation>필터</translation>
    </message>
    <message>
        <source>Show only what matches: part of a name or owner, or owner:web-3 state:held ttl&lt;5s; Tab completes</source>
        <translation>일치하는 것만 표시: 이름이나 소유자의 일부, 또는 owner:web-3 state:held ttl&lt;5s. Tab은 자동 완성</translation>
    </message>
    <message>
        <source>details</source>
        <translation>상세</translation>
    </message>
    <message>
        <source>All that is known of the chosen lock</source>
        <translation>선택한 락에 대해 알려진 모든 것</translation>
    </message>
    <message>
        <source>release</source>
        <translation>해제</translation>
    </message>
    <message>
        <source>Let go of the chosen lock: asks first, and compares</source>
        <translation>선택한 락을 해제합니다. 먼저 묻고 비교합니다</translation>
    </message>
    <message>
        <source>acquire</source>
        <translation>획득</translation>
    </message>
    <message>
        <source>Take a lock, like the chosen one or another</source>
        <translation>선택한 것과 같은 락이나 다른 락을 획득</translation>
    </message>
    <message>
        <source>sort</source>
        <translation>정렬</translation>
    </message>
    <message>
        <source>By the next column, and the other way round; first what is in trouble</source>
        <translation>다음 열로 정렬, 반대로 정렬. 처음에는 문제 있는 것부터</translation>
    </message>
    <message>
        <source>only this</source>
        <translation>이것만</translation>
    </message>
    <message>
        <source>Narrow to this name, owner or server; Esc shows all again</source>
        <translation>이 이름, 소유자, 서버로 좁힙니다. Esc는 모두 다시 표시</translation>
    </message>
    <message>
        <source>all locks</source>
        <translation>모든 락</translation>
    </message>
    <message>
        <source>Esc shows all again.</source>
        <translation>Esc: 모두 다시 표시</translation>
    </message>
    <message>
        <source>Nobody holds it: there is no owner to narrow to.</source>
        <translation>보유자가 없어 소유자로 좁힐 수 없습니다.</translation>
    </message>
    <message>
        <source>This one cannot be written as a filter.</source>
        <translation>이것은 필터로 쓸 수 없습니다.</translation>
    </message>
    <message>
        <source>Whether a box is checked, or which action it is</source>
        <translation>체크 여부 또는 작업 선택</translation>
    </message>
    <message>
        <source>scroll</source>
        <translation>스크롤</translation>
    </message>
    <message>
        <source>What does not fit</source>
        <translation>들어가지 않는 부분</translation>
    </message>
    <message>
        <source>Without doing anything more</source>
        <translation>아무것도 더 하지 않고</translation>
    </message>
    <message>
        <source>What is sent</source>
        <translation>보내는 명령</translation>
    </message>
    <message>
        <source>Action %1 of %2:</source>
        <translation>작업 %1/%2:</translation>
    </message>
    <message>
        <source>Release even though it is renewed</source>
        <translation>갱신되어도 해제</translation>
    </message>
    <message>
        <source>Its lease is always compared: nothing else tells one holder from the next.</source>
        <translation>점유 시간을 항상 비교합니다. 그 밖에는 보유자를 구별할 수 없습니다.</translation>
    </message>
    <message>
        <source>Release whoever holds it: nothing tells its holder from the next</source>
        <translation>누가 점유하든 해제: 보유자를 다음 보유자와 구별할 수 없습니다</translation>
    </message>
    <message>
        <source>Look again</source>
        <translation>다시 조회</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>닫기</translation>
    </message>
    <message>
        <source>Locks</source>
        <translation>락</translation>
    </message>
    <message>
        <source>Leaders</source>
        <translation>리더</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>이벤트</translation>
    </message>
    <message>
        <source>Alerts</source>
        <translation>알림</translation>
    </message>
    <message>
        <source>Servers</source>
        <translation>서버</translation>
    </message>
    <message>
        <source>Held</source>
        <translation>점유</translation>
    </message>
    <message>
        <source>pages</source>
        <translation>화면</translation>
    </message>
    <message>
        <source>Locks, leaders, events, alerts, servers, locks held from here; Tab goes on</source>
        <translation>락, 리더, 이벤트, 알림, 서버, 여기서 점유한 락. Tab은 다음으로</translation>
    </message>
    <message>
        <source>move</source>
        <translation>이동</translation>
    </message>
    <message>
        <source>Or k and j; PgUp, PgDn, Home and End as well</source>
        <translation>k와 j, PgUp, PgDn, Home, End도 됩니다</translation>
    </message>
    <message>
        <source>pause</source>
        <translation>일시 정지</translation>
    </message>
    <message>
        <source>Look no more; the data age and say so</source>
        <translation>조회를 멈춥니다. 데이터가 오래되면 표시됩니다</translation>
    </message>
    <message>
        <source>look now</source>
        <translation>지금 조회</translation>
    </message>
    <message>
        <source>At all servers, at once</source>
        <translation>모든 서버를 바로 조회</translation>
    </message>
    <message>
        <source>help</source>
        <translation>도움말</translation>
    </message>
    <message>
        <source>This; F1 does as well</source>
        <translation>이 도움말. F1도 같습니다</translation>
    </message>
    <message>
        <source>quit</source>
        <translation>종료</translation>
    </message>
    <message>
        <source>Esc closes what is open; Ctrl+C ends it from anywhere</source>
        <translation>Esc는 열린 것을 닫고, Ctrl+C는 어디서든 종료합니다</translation>
    </message>
    <message>
        <source>suspend</source>
        <translation>중단</translation>
    </message>
    <message>
        <source>Back to the shell until fg; Ctrl+L draws everything anew</source>
        <translation>fg까지 셸로 돌아갑니다. Ctrl+L은 화면을 새로 그립니다</translation>
    </message>
    <message>
        <source>back</source>
        <translation>뒤로</translation>
    </message>
    <message>
        <source>To the page below</source>
        <translation>아래 화면으로</translation>
    </message>
    <message>
        <source>next, before</source>
        <translation>다음, 이전</translation>
    </message>
    <message>
        <source>The same of the next lock, or of the one before</source>
        <translation>다음 락 또는 이전 락에 대해</translation>
    </message>
    <message>
        <source>%1 stays read-only: %2</source>
        <translation>%1은(는) 읽기 전용으로 남습니다: %2</translation>
    </message>
    <message>
        <source>Too small</source>
        <translation>너무 작음</translation>
    </message>
    <message>
        <source>PAUSED</source>
        <translation>일시 정지</translation>
    </message>
    <message>
        <source>Everywhere</source>
        <translation>어디서나</translation>
    </message>
    <message>
        <source>! before a name: two may believe to have it, it is stuck, or nobody leads. A dash: does not apply. A question mark: not known. Nothing is free or gone that was not seen to be.</source>
        <translation>이름 앞의 !: 둘이 가졌다고 믿을 수 있거나, 멈춰 있거나, 리더가 없습니다. 줄표: 해당 없음. 물음표: 알 수 없음. 확인되지 않은 것은 사용 가능하다거나 사라졌다고 하지 않습니다.</translation>
    </message>
    <message>
        <source>Looking at all servers ...</source>
        <translation>모든 서버를 조회하는 중…</translation>
    </message>
    <message>
        <source>There is nothing that can be done to this lock from here.</source>
        <translation>여기서 이 락에 할 수 있는 작업이 없습니다.</translation>
    </message>
    <message>
        <source>No lock can be taken on these servers from here.</source>
        <translation>여기서 이 서버들의 락을 획득할 수 없습니다.</translation>
    </message>
    <message>
        <source>LOST: you no longer hold %1.</source>
        <translation>잃음: %1을(를) 더 이상 점유하지 않습니다.</translation>
    </message>
    <message>
        <source>Locks held or waited for from here: %1. q again lets go of them and quits.</source>
        <translation>여기서 점유하거나 기다리는 락: %1개. q를 다시 누르면 해제하고 종료합니다.</translation>
    </message>
    <message>
        <source>There is too little room: make the terminal larger.</source>
        <translation>공간이 부족합니다. 터미널을 더 크게 하십시오.</translation>
    </message>
    <message>
        <source>Allow writes to %1 for 10 minutes</source>
        <translation>%1에 10분 동안 쓰기 허용</translation>
    </message>
    <message>
        <source>No rule is on, or alerts are off as a whole: see [alerts] in the profile.</source>
        <translation>켜진 규칙이 없거나 알림 전체가 꺼져 있습니다. 프로필의 [alerts]를 확인하십시오.</translation>
    </message>
    <message>
        <source>%1 is not listed any more.</source>
        <translation>%1은(는) 더 이상 목록에 없습니다.</translation>
    </message>
    <message>
        <source>Looking ...</source>
        <translation>조회 중…</translation>
    </message>
    <message>
        <source>There is too little room for what has to be seen before a release: make the terminal larger. Esc closes this.</source>
        <translation>해제하기 전에 보아야 할 내용을 표시할 공간이 부족합니다. 터미널을 더 크게 하십시오. Esc로 닫습니다.</translation>
    </message>
    <message>
        <source>end writes</source>
        <translation>쓰기 종료</translation>
    </message>
    <message>
        <source>Servers that may be written to for a while are read-only again</source>
        <translation>잠시 쓰기가 허용된 서버를 다시 읽기 전용으로 합니다</translation>
    </message>
    <message>
        <source>Looking at the servers ...</source>
        <translation>서버를 조회하는 중…</translation>
    </message>
    <message>
        <source>writes to %1 allowed for %2: W ends that</source>
        <translation>%1에 %2 동안 쓰기 허용됨: W로 끝냅니다</translation>
    </message>
    <message>
        <source>Changing the alert &apos;%1&apos; would cost comments or layout that this program does not understand.</source>
        <translation>알림 규칙 &apos;%1&apos;을(를) 바꾸면 이 프로그램이 이해하지 못하는 주석이나 배치를 잃습니다.</translation>
    </message>
    <message>
        <source>%1 new</source>
        <translation>새 알림 %1건</translation>
    </message>
    <message>
        <source>%1, %2 new</source>
        <translation>%1건, 새 알림 %2건</translation>
    </message>
    <message>
        <source>serious</source>
        <translation>심각</translation>
    </message>
    <message>
        <source>warning</source>
        <translation>경고</translation>
    </message>
    <message>
        <source>notice</source>
        <translation>참고</translation>
    </message>
    <message>
        <source>fold</source>
        <translation>접기</translation>
    </message>
    <message>
        <source>All that one rule found in one environment; Return as well</source>
        <translation>한 규칙이 한 환경에서 찾은 모든 것. Return도 됩니다</translation>
    </message>
    <message>
        <source>all of this kind</source>
        <translation>같은 종류 모두</translation>
    </message>
    <message>
        <source>Acknowledges all that its rule found in its environment</source>
        <translation>그 규칙이 그 환경에서 찾은 것을 모두 확인합니다</translation>
    </message>
    <message>
        <source>held for more than %1</source>
        <translation>%1 넘게 점유</translation>
    </message>
    <message>
        <source>held for more than %1, and longer than 99 of 100 holds before</source>
        <translation>%1 넘게, 그리고 이전 점유 100번 중 99번보다 오래 점유</translation>
    </message>
    <message>
        <source>held, and its lease ends within %1</source>
        <translation>점유 중이며 점유 시간이 %1 안에 끝남</translation>
    </message>
    <message>
        <source>expired for more than %1, and not taken</source>
        <translation>만료된 지 %1이(가) 넘도록 획득되지 않음</translation>
    </message>
    <message>
        <source>more than %1 wait</source>
        <translation>대기자가 %1명 초과</translation>
    </message>
    <message>
        <source>nobody has led for more than %1</source>
        <translation>%1 넘게 리더가 없음</translation>
    </message>
    <message>
        <source>the finding %1</source>
        <translation>진단 %1</translation>
    </message>
    <message>
        <source>the server does not answer</source>
        <translation>서버가 응답하지 않음</translation>
    </message>
    <message>
        <source>more than %1 wait behind one holder, directly or not</source>
        <translation>한 보유자 뒤에서 직접 또는 간접으로 %1개 넘게 대기 중</translation>
    </message>
    <message>
        <source>somebody has waited behind one holder for more than %1</source>
        <translation>한 보유자 뒤에서 %1 넘게 대기 중인 것이 있음</translation>
    </message>
    <message>
        <source>they wait for each other</source>
        <translation>서로를 기다림</translation>
    </message>
    <message>
        <source>not taken for more than %1</source>
        <translation>%1 넘게 획득되지 않음</translation>
    </message>
    <message>
        <source>not taken for more than twice as long as 99 of 100 times before</source>
        <translation>이전 100번 중 99번의 간격보다 두 배 넘게 획득되지 않음</translation>
    </message>
    <message>
        <source>nothing is taken, let go of or renewed for more than %1, though something is held</source>
        <translation>점유된 락이 있는데도 %1 넘게 획득, 해제, 갱신이 없음</translation>
    </message>
    <message>
        <source>held for more than %1, and the check of your own says its holder is gone</source>
        <translation>%1 넘게 점유, 직접 정한 확인 명령에 따르면 보유자가 사라짐</translation>
    </message>
    <message>
        <source>It is not there as it was planned, or could not be read.</source>
        <translation>계획한 그대로 있지 않거나 읽을 수 없었습니다.</translation>
    </message>
    <message>
        <source>It was renewed since, or nobody holds it.</source>
        <translation>그 뒤에 갱신되었거나 아무도 점유하지 않습니다.</translation>
    </message>
    <message>
        <source>Its holder is not known to be gone: nothing was sent. %1</source>
        <translation>보유자가 사라졌는지 알 수 없어 아무것도 보내지 않았습니다. %1</translation>
    </message>
    <message>
        <source>The rule %1 cannot tell of %2 locks whether they were not taken for too long: nobody looked at their servers for a while in between. A lockctl serve that never sleeps can.</source>
        <translation>규칙 %1은(는) 락 %2개가 너무 오래 획득되지 않았는지 알 수 없습니다. 그 사이에 한동안 아무도 서버를 조회하지 않았습니다. 절전하지 않는 lockctl serve는 알 수 있습니다.</translation>
    </message>
    <message>
        <source>maybe: %1</source>
        <translation>추정: %1</translation>
    </message>
    <message>
        <source>The alert that was chosen is over: nothing was done.</source>
        <translation>선택했던 알림이 끝났으므로 아무것도 하지 않았습니다.</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is not known and does nothing; a profile is made of [[backend]], [[lock]], [[owner]], [[names]], [[format]], [[alert]], [[view]], [alerts] and [history].</source>
        <translation>&apos;%1&apos; 항목은 알 수 없으며 아무 일도 하지 않습니다. 프로필은 [[backend]], [[lock]], [[owner]], [[names]], [[format]], [[alert]], [[view]], [alerts], [history]로 이루어집니다.</translation>
    </message>
    <message>
        <source>Another view is called &apos;%1&apos;.</source>
        <translation>다른 보기의 이름이 &apos;%1&apos;입니다.</translation>
    </message>
    <message>
        <source>The profile has no view &apos;%1&apos; that could be read.</source>
        <translation>프로필에 읽을 수 있는 &apos;%1&apos; 보기가 없습니다.</translation>
    </message>
    <message>
        <source>Changing the view &apos;%1&apos; would cost comments or layout that this program does not understand.</source>
        <translation>&apos;%1&apos; 보기를 바꾸면 이 프로그램이 이해하지 못하는 주석이나 배치가 사라집니다.</translation>
    </message>
    <message>
        <source>a name in quotes, at most %1 characters</source>
        <translation>따옴표 안의 이름, 많아야 %1자</translation>
    </message>
    <message>
        <source>a filter that can be read (%1)</source>
        <translation>읽을 수 있는 필터(%1)</translation>
    </message>
    <message>
        <source>a filter that can be seen: without hidden characters, and without %1 spaces in a row</source>
        <translation>보이는 필터: 숨은 문자가 없고, 공백이 잇달아 %1개 있지 않은 것</translation>
    </message>
    <message>
        <source>one of %1</source>
        <translation>다음 중 하나: %1</translation>
    </message>
    <message>
        <source>a list of columns, each once: %1</source>
        <translation>열의 목록, 각각 한 번씩: %1</translation>
    </message>
    <message>
        <source>A view needs a &apos;name&apos;.</source>
        <translation>보기에는 &apos;name&apos;이 필요합니다.</translation>
    </message>
    <message>
        <source>A view with a &apos;source&apos; needs the &apos;backend&apos; that it is of.</source>
        <translation>&apos;source&apos;가 있는 보기에는 그것이 속한 &apos;backend&apos;가 필요합니다.</translation>
    </message>
    <message>
        <source>The view &apos;%1&apos;: %2</source>
        <comment>2: a sentence</comment>
        <translation>&apos;%1&apos; 보기: %2</translation>
    </message>
    <message>
        <source>Views are written as [[view]], in two brackets.</source>
        <translation>보기는 [[view]]처럼 대괄호 두 개로 씁니다.</translation>
    </message>
    <message>
        <source>More than %1 views are not taken.</source>
        <translation>보기는 %1개까지만 받습니다.</translation>
    </message>
    <message>
        <source>Another view before it is called &apos;%1&apos; as well; give each a &apos;name&apos; of its own.</source>
        <translation>앞에 있는 다른 보기의 이름도 &apos;%1&apos;입니다. 각각 다른 &apos;name&apos;을 주십시오.</translation>
    </message>
    <message>
        <source>listed</source>
        <translation>목록에 있음</translation>
    </message>
    <message>
        <source>left out here</source>
        <translation>여기서는 빠짐</translation>
    </message>
    <message>
        <source>not held</source>
        <translation>점유되지 않음</translation>
    </message>
    <message>
        <source>In the recording, “%1” is not as it has to be.</source>
        <translation>기록에서 “%1” 항목이 있어야 할 모습이 아닙니다.</translation>
    </message>
    <message>
        <source>The recording is larger than 32 MiB.</source>
        <translation>기록이 32 MiB보다 큽니다.</translation>
    </message>
    <message>
        <source>This is no recording of the lab.</source>
        <translation>실험실의 기록이 아닙니다.</translation>
    </message>
    <message>
        <source>The recording is of a kind that is not understood here.</source>
        <translation>여기서 알지 못하는 종류의 기록입니다.</translation>
    </message>
    <message>
        <source>Open it with a newer Lockmaster.</source>
        <translation>더 새로운 Lockmaster로 여십시오.</translation>
    </message>
    <message>
        <source>The recording %1 cannot be read: %2.</source>
        <translation>기록 %1을(를) 읽을 수 없습니다: %2.</translation>
    </message>
    <message>
        <source>lives?</source>
        <translation>생존?</translation>
    </message>
    <message>
        <source>Ask the profile&apos;s alive_command whether its holder lives</source>
        <translation>프로필의 alive_command에 보유자가 살아 있는지 묻기</translation>
    </message>
    <message>
        <source>mouse</source>
        <translation>마우스</translation>
    </message>
    <message>
        <source>A click chooses, a second one opens; the wheel moves. Nothing is done to a lock by it</source>
        <translation>누르면 선택하고, 한 번 더 누르면 엽니다. 휠은 이동합니다. 마우스로는 락에 아무 일도 하지 않습니다</translation>
    </message>
    <message>
        <source>There is nobody to ask about, or no alive_command for %1 in the profile.</source>
        <translation>물어볼 보유자가 없거나, 프로필에 %1의 alive_command가 없습니다.</translation>
    </message>
    <message>
        <source>Asking whether the holder of %1 lives ...</source>
        <translation>%1의 보유자가 살아 있는지 묻는 중 ...</translation>
    </message>
    <message>
        <source>The mouse chooses; with Shift it selects text, as without m.</source>
        <translation>마우스로 선택합니다. Shift를 누르면 m을 끈 때처럼 글을 선택합니다.</translation>
    </message>
    <message>
        <source>The mouse is the terminal&apos;s again.</source>
        <translation>마우스는 다시 터미널의 것입니다.</translation>
    </message>
    <message>
        <source>It is not there any more: nothing was sent.</source>
        <translation>더는 없습니다. 아무것도 보내지 않았습니다.</translation>
    </message>
    <message numerus="yes">
        <source>%n more lines below</source>
        <translation>
            <numerusform>아래로 %n줄 더</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>the end; %n lines above</source>
        <translation>
            <numerusform>끝, 위로 %n줄</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln locks</source>
        <translation>
            <numerusform>락 %Ln개</numerusform>
        </translation>
    </message>
    <message>
        <source>Still shown: all locks.</source>
        <translation>아래는 아직 모든 락입니다.</translation>
    </message>
    <message>
        <source>Still shown: what matches %1.</source>
        <translation>아래는 아직 %1에 맞는 락입니다.</translation>
    </message>
    <message>
        <source>This needs a terminal, for input and for output; &apos;lockctl watch&apos; and &apos;lockctl list&apos; do not.</source>
        <translation>입력과 출력에 모두 터미널이 필요합니다. &apos;lockctl watch&apos;와 &apos;lockctl list&apos;에는 필요하지 않습니다.</translation>
    </message>
    <message>
        <source>Nothing can be drawn on a terminal of the type &apos;%1&apos;: set TERM to what it is, for example xterm.</source>
        <translation>&apos;%1&apos; 종류의 터미널에는 아무것도 그릴 수 없습니다. TERM을 실제 종류로 설정하십시오. 예: xterm.</translation>
    </message>
    <message>
        <source>A terminal of the type &apos;%1&apos; cannot be drawn on: set TERM to what it is, for example xterm.</source>
        <translation>&apos;%1&apos; 종류의 터미널에는 그릴 수 없습니다. TERM을 실제 종류로 설정하십시오. 예: xterm.</translation>
    </message>
    <message numerus="yes">
        <source>LOST: you no longer hold %n locks, the last %1.</source>
        <translation>
            <numerusform>잃음: 락 %n개를 더 이상 점유하지 않습니다. 마지막은 %1입니다.</numerusform>
        </translation>
    </message>
    <message>
        <source>A release is under way: waiting a moment for what comes of it.</source>
        <translation>해제가 진행 중입니다. 결과를 잠시 기다립니다.</translation>
    </message>
    <message>
        <source>What came of the release is not known: see &apos;lockctl audit&apos;, and look at the lock again.</source>
        <translation>해제의 결과를 알 수 없습니다. &apos;lockctl audit&apos;을 보고 락을 다시 조회하십시오.</translation>
    </message>
    <message>
        <source>Several keys came at once, as if pasted: nothing was done. Press that key again, by itself.</source>
        <translation>여러 키가 붙여넣기처럼 한꺼번에 와서 아무것도 하지 않았습니다. 그 키만 다시 누르십시오.</translation>
    </message>
    <message>
        <source>The profile has no alert &apos;%1&apos; that could be read.</source>
        <translation>프로필에 읽을 수 있는 알림 &apos;%1&apos;이(가) 없습니다.</translation>
    </message>
    <message>
        <source>The profile was changed meanwhile, and says something else of %1: %2.</source>
        <translation>그사이 프로필이 바뀌어 %1에 대해 다르게 적혀 있습니다: %2.</translation>
    </message>
    <message>
        <source>Put these as they are there by now, or close this and begin anew.</source>
        <translation>이 값들을 지금 프로필에 있는 대로 맞추거나, 닫고 다시 시작하십시오.</translation>
    </message>
    <message>
        <source>Where a shell would put something else in, such as a variable, nothing was filled in.</source>
        <translation>변수처럼 셸이 다른 것으로 바꿀 자리는 채우지 않았습니다.</translation>
    </message>
    <message>
        <source>Two words of it could be the database.</source>
        <translation>두 낱말이 데이터베이스일 수 있습니다.</translation>
    </message>
    <message>
        <source>A password stands right behind -p, without a space.</source>
        <translation>비밀번호는 -p 바로 뒤에 빈칸 없이 씁니다.</translation>
    </message>
    <message>
        <source>There is a URL in it among other words.</source>
        <translation>다른 낱말 사이에 URL이 있습니다.</translation>
    </message>
    <message>
        <source>Paste the URL alone.</source>
        <translation>URL만 붙여 넣으십시오.</translation>
    </message>
    <message>
        <source>%1 is not known here, and so it is not known whether what stands behind it belongs to it.</source>
        <translation>%1은(는) 여기서 알 수 없는 옵션이므로, 그 뒤의 낱말이 그 값인지도 알 수 없습니다.</translation>
    </message>
    <message>
        <source>Paste the line without it.</source>
        <translation>그것을 빼고 붙여 넣으십시오.</translation>
    </message>
    <message>
        <source>The URL behind -u is no Redis.</source>
        <translation>-u 뒤의 URL이 Redis가 아닙니다.</translation>
    </message>
    <message>
        <source>the container %1</source>
        <translation>컨테이너 %1</translation>
    </message>
    <message>
        <source>the pod %1</source>
        <translation>파드 %1</translation>
    </message>
    <message>
        <source>The server is inside of %1: give the host and the port at which it is reached from here.</source>
        <translation>서버가 %1 안에 있습니다. 여기서 연결할 수 있는 호스트와 포트를 입력하십시오.</translation>
    </message>
    <message>
        <source>Where it is does not stand in this line: give its host.</source>
        <translation>이 줄에는 서버의 위치가 없습니다. 호스트를 입력하십시오.</translation>
    </message>
    <message>
        <source>Inside of %1 it is called so. Look whether it is from here as well.</source>
        <translation>%1 안에서 쓰는 이름입니다. 여기서도 같은 이름인지 확인하십시오.</translation>
    </message>
    <message>
        <source>A quote in it does not end.</source>
        <translation>닫히지 않은 따옴표가 있습니다.</translation>
    </message>
    <message>
        <source>Paste all of the line.</source>
        <translation>줄 전체를 붙여 넣으십시오.</translation>
    </message>
    <message>
        <source>What stands behind “%1” was not read.</source>
        <translation>“%1” 뒤의 내용은 읽지 않았습니다.</translation>
    </message>
    <message>
        <source>user-level locks</source>
        <translation>사용자 레벨 락</translation>
    </message>
    <message>
        <source>plaintext</source>
        <translation>평문</translation>
    </message>
    <message>
        <source>unix socket</source>
        <translation>유닉스 소켓</translation>
    </message>
    <message>
        <source>%1 via %2</source>
        <translation>%1 (%2 경유)</translation>
    </message>
    <message>
        <source>connecting</source>
        <translation>연결 중</translation>
    </message>
    <message>
        <source>online</source>
        <translation>온라인</translation>
    </message>
    <message>
        <source>stale</source>
        <translation>지연</translation>
    </message>
    <message>
        <source>offline</source>
        <translation>오프라인</translation>
    </message>
    <message>
        <source>backend-lost</source>
        <translation>서버 응답 없음</translation>
    </message>
    <message>
        <source>leader-vacant</source>
        <translation>리더 공석</translation>
    </message>
    <message>
        <source>leader-flapping</source>
        <translation>잦은 리더 교체</translation>
    </message>
    <message>
        <source>two-leaders</source>
        <translation>리더 둘</translation>
    </message>
    <message>
        <source>held-long</source>
        <translation>오래 점유</translation>
    </message>
    <message>
        <source>held-unusual</source>
        <translation>평소보다 오래 점유</translation>
    </message>
    <message>
        <source>many-waiters</source>
        <translation>많은 대기자</translation>
    </message>
    <message>
        <source>no-expiry</source>
        <translation>만료 없음</translation>
    </message>
    <message>
        <source>sleeping-holder</source>
        <translation>잠든 보유자</translation>
    </message>
    <message>
        <source>wait-cycle</source>
        <translation>서로 대기</translation>
    </message>
    <message>
        <source>blocks-long</source>
        <translation>오래 기다리게 함</translation>
    </message>
    <message>
        <source>expired-not-taken</source>
        <translation>만료 후 미획득</translation>
    </message>
    <message>
        <source>jobs-stuck</source>
        <translation>멈춘 작업</translation>
    </message>
    <message>
        <source>not-taken</source>
        <translation>획득 없음</translation>
    </message>
    <message>
        <source> d</source>
        <comment>behind a number: days</comment>
        <translation>일</translation>
    </message>
    <message>
        <source> h</source>
        <comment>behind a number: hours</comment>
        <translation>시간</translation>
    </message>
    <message>
        <source> m</source>
        <comment>behind a number: minutes</comment>
        <translation>분</translation>
    </message>
    <message>
        <source> s</source>
        <comment>behind a number: seconds</comment>
        <translation>초</translation>
    </message>
    <message>
        <source>Cannot be known: nothing that was read shows whether it lives.</source>
        <translation>알 수 없음: 읽은 것으로는 생존 여부가 드러나지 않습니다.</translation>
    </message>
    <message>
        <source>The recording has more than %1 blocks to be drawn.</source>
        <translation>기록에 그릴 막대가 %1개보다 많습니다.</translation>
    </message>
    <message>
        <source>Open it with a newer Lockmaster: it was written by %1.</source>
        <translation>더 새로운 Lockmaster로 여십시오. %1이(가) 쓴 것입니다.</translation>
    </message>
    <message>
        <source>The recording has neither an election nor an experiment that is known here.</source>
        <translation>기록에 여기서 아는 선출도 실험도 없습니다.</translation>
    </message>
    <message>
        <source>In the recording, “%1” is “%2”, which is not known here.</source>
        <translation>기록에서 “%1” 항목이 “%2”인데, 여기서는 모르는 것입니다.</translation>
    </message>
    <message>
        <source>What can be played is written by Save run…, by lockctl lab --record, and by Leaders, which exports numbers (*.json).</source>
        <translation>재생할 수 있는 것은 실행 저장…, lockctl lab --record, 수치(*.json)를 내보내는 리더 페이지가 씁니다.</translation>
    </message>
    <message>
        <source>The file tells of %1 leader locks: one can be played.</source>
        <translation>파일이 리더 락 %1개를 알려 줍니다. 재생할 수 있는 것은 하나입니다.</translation>
    </message>
    <message>
        <source>Write it once more with one of them: lockctl leaders --json --filter name:…</source>
        <translation>그중 하나만 다시 쓰십시오: lockctl leaders --json --filter name:…</translation>
    </message>
    <message>
        <source>In the file of who led, “%1” is not as it has to be.</source>
        <translation>누가 리더였는지의 파일에서 “%1” 항목이 있어야 할 모습이 아닙니다.</translation>
    </message>
    <message>
        <source>What stands before the @ is the user. If it is a password, as some clients have it there, clear the user and type it as one.</source>
        <translation>@ 앞은 사용자입니다. 일부 클라이언트처럼 그것이 비밀번호라면 사용자를 지우고 비밀번호로 입력하십시오.</translation>
    </message>
    <message>
        <source>What stands behind the “?” is no option of a URL.</source>
        <translation>“?” 뒤의 내용은 URL의 옵션이 아닙니다.</translation>
    </message>
    <message>
        <source>Where it belongs to the password, write “?” in it as %3F.</source>
        <translation>비밀번호의 일부라면 “?”를 %3F로 쓰십시오.</translation>
    </message>
</context>
<context>
    <name>lockmaster::AboutBox</name>
    <message>
        <source>About Lockmaster</source>
        <translation>Lockmaster 정보</translation>
    </message>
    <message>
        <source>See every live lock of a system, who holds it, and let go of a stale one safely.</source>
        <translation>시스템의 모든 락과 보유자를 보고, 오래된 락을 안전하게 해제합니다.</translation>
    </message>
</context>
<context>
    <name>lockmaster::AcquireDialog</name>
    <message>
        <source>Acquire a lock</source>
        <translation>락 획득</translation>
    </message>
    <message>
        <source>The same on the command line</source>
        <translation>같은 작업의 명령줄</translation>
    </message>
    <message>
        <source>&amp;Server</source>
        <translation>서버(&amp;S)</translation>
    </message>
    <message>
        <source>S&amp;ystem</source>
        <translation>락 시스템(&amp;Y)</translation>
    </message>
    <message>
        <source>S&amp;ource</source>
        <translation>소스(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Kind</source>
        <translation>종류(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation>이름(&amp;N)</translation>
    </message>
    <message>
        <source>Owner</source>
        <translation>소유자</translation>
    </message>
    <message>
        <source>O&amp;wner</source>
        <translation>소유자(&amp;W)</translation>
    </message>
    <message>
        <source>TTL</source>
        <translation>유효 기간(TTL)</translation>
    </message>
    <message>
        <source>renewed at a third of it while held</source>
        <translation>점유하는 동안 3분의 1마다 갱신합니다</translation>
    </message>
    <message>
        <source>&amp;TTL</source>
        <translation>유효 기간(TTL)(&amp;T)</translation>
    </message>
    <message>
        <source>Wait at most</source>
        <translation>최대 대기</translation>
    </message>
    <message>
        <source>W&amp;ait at most</source>
        <translation>최대 대기(&amp;A)</translation>
    </message>
    <message>
        <source>for it to become free; 0s is one try</source>
        <translation>락이 풀리기를 기다리는 시간. 0s는 한 번만 시도</translation>
    </message>
    <message>
        <source>&amp;Hold</source>
        <translation>점유(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Reason</source>
        <translation>사유(&amp;R)</translation>
    </message>
    <message>
        <source>Name, to &amp;confirm</source>
        <translation>이름 확인(&amp;C)</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>이름</translation>
    </message>
    <message>
        <source>Type another</source>
        <translation>다른 이름 입력</translation>
    </message>
    <message>
        <source>until I let go</source>
        <translation>직접 해제할 때까지</translation>
    </message>
    <message>
        <source>for</source>
        <translation>다음 시간 동안</translation>
    </message>
    <message>
        <source>Hold it for</source>
        <translation>점유할 시간</translation>
    </message>
    <message>
        <source>Acquire</source>
        <translation>획득</translation>
    </message>
    <message>
        <source>None: this format has no place for an owner&apos;s text.</source>
        <translation>없음: 이 형식에는 소유자를 적을 자리가 없습니다.</translation>
    </message>
    <message>
        <source>None to choose: the session that holds it is its owner.</source>
        <translation>선택 없음: 점유한 세션이 소유자입니다.</translation>
    </message>
    <message>
        <source>The name holds bytes that cannot be typed. It is taken exactly as it is; here it is written out.</source>
        <translation>입력할 수 없는 바이트가 이름에 있습니다. 이름 그대로 획득하며, 여기에는 풀어서 표시합니다.</translation>
    </message>
    <message>
        <source>needed in production</source>
        <translation>운영에서는 필수</translation>
    </message>
    <message>
        <source>for the audit log; may be empty</source>
        <translation>감사 기록에 남습니다. 비워도 됩니다</translation>
    </message>
    <message>
        <source>No command line can hold this name.</source>
        <translation>이 이름은 명령줄에 적을 수 없습니다.</translation>
    </message>
    <message>
        <source>%1 is read-only</source>
        <translation>%1은(는) 읽기 전용입니다</translation>
    </message>
    <message>
        <source>To take a lock is to write. It can be allowed for a while, which is shown as long as it lasts and stands in the audit log.</source>
        <translation>락 획득은 쓰기입니다. 잠시 허용할 수 있으며, 허용하는 동안 표시되고 감사 기록에 남습니다.</translation>
    </message>
    <message>
        <source>Allow writes for 10 minutes…</source>
        <translation>10분 동안 쓰기 허용…</translation>
    </message>
    <message>
        <source>made anew for each lock</source>
        <translation>락마다 새로 만듭니다</translation>
    </message>
    <message>
        <source>For the audit log, and for others who watch: it stands behind the owner where the lock has room for it</source>
        <translation>감사 기록과 함께 보는 다른 사람들을 위한 것으로, 락에 자리가 있으면 소유자 뒤에 적힙니다</translation>
    </message>
</context>
<context>
    <name>lockmaster::AcquireDraft</name>
    <message>
        <source>Give the lock a name.</source>
        <translation>락 이름을 입력하십시오.</translation>
    </message>
    <message>
        <source>A name has at most %1 bytes here; this one has %2.</source>
        <translation>이름은 최대 %1바이트입니다. 입력한 이름은 %2바이트입니다.</translation>
    </message>
    <message>
        <source>Write a time like 500ms, 30s, 5m or 1h.</source>
        <translation>500ms, 30s, 5m, 1h처럼 입력하십시오.</translation>
    </message>
    <message>
        <source>Give a TTL, e.g. 30s.</source>
        <translation>유효 기간(TTL)을 입력하십시오. 예: 30s.</translation>
    </message>
    <message>
        <source>The TTL is not a time. %1</source>
        <translation>유효 기간(TTL)이 시간이 아닙니다. %1</translation>
    </message>
    <message>
        <source>A TTL of nothing would end at once.</source>
        <translation>유효 기간(TTL)이 0이면 바로 만료됩니다.</translation>
    </message>
    <message>
        <source>How long to wait is not a time. %1</source>
        <translation>대기 시간이 시간이 아닙니다. %1</translation>
    </message>
    <message>
        <source>Say how long to hold it, e.g. 10m.</source>
        <translation>점유할 시간을 입력하십시오. 예: 10m.</translation>
    </message>
    <message>
        <source>How long to hold it is not a time. %1</source>
        <translation>점유할 시간이 시간이 아닙니다. %1</translation>
    </message>
    <message>
        <source>None of the servers shown has locks that can be taken from here.</source>
        <translation>표시된 서버 중 여기서 락을 획득할 수 있는 서버가 없습니다.</translation>
    </message>
    <message>
        <source>%1 is read-only now.</source>
        <translation>%1은(는) 지금 읽기 전용입니다.</translation>
    </message>
    <message>
        <source>A production server wants a reason.</source>
        <translation>운영 서버에서는 사유가 필요합니다.</translation>
    </message>
    <message>
        <source>Type the lock&apos;s name once more to confirm.</source>
        <translation>확인을 위해 락 이름을 다시 입력하십시오.</translation>
    </message>
    <message>
        <source>Seen here, and held by nobody.</source>
        <translation>기록은 있으나 보유자가 없습니다.</translation>
    </message>
    <message>
        <source>Its lease by %1 is over: it can be taken.</source>
        <translation>%1의 점유 시간이 끝났습니다. 획득할 수 있습니다.</translation>
    </message>
    <message>
        <source>An open transaction has locked its row: nobody can take it now.</source>
        <translation>열린 트랜잭션이 행을 잠갔습니다. 지금은 아무도 획득할 수 없습니다.</translation>
    </message>
    <message>
        <source>Seen here before; nothing is known of it now.</source>
        <translation>이전에 보였으나 지금 상태는 알 수 없습니다.</translation>
    </message>
    <message>
        <source>without an expiry</source>
        <translation>만료 시간 없음</translation>
    </message>
    <message>
        <source>Held by %1 (%2): you would wait.</source>
        <translation>%1이(가) 점유 중입니다 (%2). 대기하게 됩니다.</translation>
    </message>
    <message>
        <source>Held by %1 (%2): you would not get it.</source>
        <translation>%1이(가) 점유 중입니다 (%2). 획득할 수 없습니다.</translation>
    </message>
</context>
<context>
    <name>lockmaster::AlertList</name>
    <message>
        <source>Alerts</source>
        <translation>알림</translation>
    </message>
    <message>
        <source>Show lock</source>
        <translation>락 보기</translation>
    </message>
    <message>
        <source>Show the lock of the selected alert (Enter)</source>
        <translation>선택한 알림의 락을 봅니다 (Enter)</translation>
    </message>
    <message>
        <source>Acknowledge</source>
        <translation>확인</translation>
    </message>
    <message>
        <source>Snooze 1 h</source>
        <translation>1시간 일시 정지</translation>
    </message>
    <message>
        <source>Say nothing new of the selected lock for an hour (S)</source>
        <translation>선택한 락의 새 알림을 1시간 알리지 않습니다 (S)</translation>
    </message>
    <message>
        <source>Snooze 8 h</source>
        <translation>8시간 일시 정지</translation>
    </message>
    <message>
        <source>Say nothing new of the selected lock for eight hours</source>
        <translation>선택한 락의 새 알림을 8시간 알리지 않습니다</translation>
    </message>
    <message>
        <source>Snooze no longer</source>
        <translation>일시 정지 해제</translation>
    </message>
    <message>
        <source>Say what is new of the selected lock at once</source>
        <translation>선택한 락의 새 알림을 바로 알립니다</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%2개 중 %1개</translation>
    </message>
    <message>
        <source>%1 more left out</source>
        <translation>%1개 더 있음</translation>
    </message>
    <message>
        <source>No alert: nothing that was seen is what a rule asks for.</source>
        <translation>알림 없음: 확인된 것 중 규칙에 해당하는 것이 없습니다.</translation>
    </message>
    <message>
        <source>I know of it: the selected alert, or all of the selected heading, is told no more (A)</source>
        <translation>알고 있음: 선택한 알림 또는 선택한 제목의 모든 알림을 더 알리지 않습니다 (A)</translation>
    </message>
    <message>
        <source>Acknowledge all of this kind</source>
        <translation>같은 종류 모두 확인</translation>
    </message>
    <message>
        <source>I know of all that this rule found in this environment (Shift+A)</source>
        <translation>이 규칙이 이 환경에서 찾은 것을 모두 알고 있습니다 (Shift+A)</translation>
    </message>
    <message>
        <source>%1 newer, listed once you leave</source>
        <translation>새 알림 %1, 목록을 벗어나면 표시</translation>
    </message>
</context>
<context>
    <name>lockmaster::AlertModel</name>
    <message>
        <source>State</source>
        <translation>상태</translation>
    </message>
    <message>
        <source>Lock</source>
        <translation>락</translation>
    </message>
    <message>
        <source>Rule</source>
        <translation>규칙</translation>
    </message>
    <message>
        <source>Since</source>
        <translation>지속</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>사유</translation>
    </message>
    <message>
        <source>acknowledged</source>
        <translation>확인됨</translation>
    </message>
    <message>
        <source>snoozed until %1</source>
        <translation>%1까지 일시 정지</translation>
    </message>
    <message>
        <source>out of sight</source>
        <translation>보이지 않음</translation>
    </message>
    <message>
        <source>new</source>
        <translation>새 알림</translation>
    </message>
    <message>
        <source>quiet</source>
        <translation>조용한 시간</translation>
    </message>
    <message>
        <source>(empty name)</source>
        <translation>(빈 이름)</translation>
    </message>
    <message>
        <source>Its server cannot be seen at the moment: it may be over.</source>
        <translation>지금 서버를 볼 수 없습니다. 이미 끝났을 수 있습니다.</translation>
    </message>
    <message>
        <source>It began in quiet hours, and is told when they are over.</source>
        <translation>조용한 시간에 시작되어 그 시간이 끝나면 알립니다.</translation>
    </message>
    <message>
        <source>Runbook: %1</source>
        <translation>런북: %1</translation>
    </message>
    <message>
        <source>over</source>
        <translation>끝남</translation>
    </message>
    <message>
        <source>folded</source>
        <translation>접힘</translation>
    </message>
    <message>
        <source>unfolded</source>
        <translation>펼침</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>서버</translation>
    </message>
</context>
<context>
    <name>lockmaster::AlertRulesBox</name>
    <message>
        <source>Limit</source>
        <translation>기준</translation>
    </message>
    <message>
        <source>For at least</source>
        <translation>최소 지속 시간</translation>
    </message>
    <message>
        <source>Save to &amp;profile</source>
        <translation>프로필에 저장(&amp;P)</translation>
    </message>
    <message>
        <source>Put &amp;back</source>
        <translation>되돌리기(&amp;B)</translation>
    </message>
    <message>
        <source>Rules</source>
        <translation>규칙</translation>
    </message>
    <message>
        <source>A rule as the profile has it</source>
        <translation>프로필 형식의 규칙</translation>
    </message>
    <message>
        <source>The text of the rule, to be read and copied</source>
        <translation>읽고 복사할 수 있는 규칙의 텍스트</translation>
    </message>
    <message>
        <source>More than</source>
        <translation>초과</translation>
    </message>
    <message>
        <source>Holds to go by</source>
        <translation>참고할 점유 횟수</translation>
    </message>
    <message>
        <source>Of a lock with fewer in the history nothing is said</source>
        <translation>이력에 그보다 적은 락은 판단하지 않습니다</translation>
    </message>
    <message>
        <source>&amp;Limit</source>
        <translation>기준(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;More than</source>
        <translation>초과(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Holds to go by</source>
        <translation>참고할 점유 횟수(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;For at least</source>
        <translation>최소 지속 시간(&amp;F)</translation>
    </message>
    <message>
        <source>A rule of your own …</source>
        <translation>직접 쓰는 규칙 …</translation>
    </message>
    <message>
        <source>%1, not saved</source>
        <translation>%1, 저장되지 않음</translation>
    </message>
    <message>
        <source>as its own rhythm says</source>
        <translation>락 자체의 주기에 따라</translation>
    </message>
    <message>
        <source>Tells when: %1.</source>
        <translation>알리는 조건: %1.</translation>
    </message>
    <message>
        <source>Of what the filter “%1” finds.</source>
        <translation>필터 “%1”에 해당하는 것만.</translation>
    </message>
    <message>
        <source>Write it as the profile has it; the guide lists under Alerts what there is.</source>
        <translation>프로필 형식으로 쓰십시오. 쓸 수 있는 항목은 안내서의 알림 장에 있습니다.</translation>
    </message>
    <message>
        <source>There is no [[alert]] in it that says something of its own.</source>
        <translation>고유한 내용이 있는 [[alert]]가 없습니다.</translation>
    </message>
    <message>
        <source>Saved: they count from now on.</source>
        <translation>저장했습니다. 지금부터 적용됩니다.</translation>
    </message>
    <message>
        <source>There is a rule called %1 already: give this one another name.</source>
        <translation>%1(이)라는 규칙이 이미 있습니다. 다른 이름을 주십시오.</translation>
    </message>
    <message>
        <source>There are several rules in it, which are all saved: the first one is tried.</source>
        <translation>규칙이 여럿 있으며 모두 저장됩니다. 시험하는 것은 첫 번째입니다.</translation>
    </message>
    <message>
        <source>Remo&amp;ve the rule</source>
        <translation>규칙 제거(&amp;V)</translation>
    </message>
    <message>
        <source>Changed in the profile meanwhile, and in the same as here: %1. It is not saved over that: put back, and change it anew.</source>
        <translation>그사이 프로필에서도 같은 것이 바뀌었습니다: %1. 그 위에 저장하지 않습니다. 되돌린 뒤 다시 바꾸십시오.</translation>
    </message>
    <message>
        <source>Changed in the profile meanwhile: %1. That stays, beside what you changed here.</source>
        <translation>그사이 프로필에서 바뀌었습니다: %1. 그 변경은 여기서 바꾼 것과 함께 남습니다.</translation>
    </message>
    <message>
        <source>Changed in the profile meanwhile, and so not as you had it here any more: %1.</source>
        <translation>그사이 프로필에서 바뀌어 여기서 바꾼 대로가 아닙니다: %1.</translation>
    </message>
    <message>
        <source>Out of the profile, once it is saved</source>
        <translation>저장하면 프로필에서 빠집니다</translation>
    </message>
    <message>
        <source>Only a rule of your own: what is built in can be switched off</source>
        <translation>직접 만든 규칙만 제거할 수 있습니다. 기본 규칙은 끌 수 있습니다</translation>
    </message>
    <message>
        <source>%1 is taken out once it is saved.</source>
        <translation>%1은(는) 저장하면 빠집니다.</translation>
    </message>
    <message>
        <source>Show as TOML</source>
        <translation>TOML로 보기</translation>
    </message>
    <message>
        <source>Rules as they stand in the profile</source>
        <translation>규칙을 프로필에 있는 대로</translation>
    </message>
    <message>
        <source>a rule of your own</source>
        <translation>직접 쓰는 규칙</translation>
    </message>
    <message>
        <source>Put rules back</source>
        <translation>규칙 되돌리기</translation>
    </message>
    <message>
        <source>Several rules are not as they stand in the profile.</source>
        <translation>여러 규칙이 프로필에 있는 것과 다릅니다.</translation>
    </message>
    <message>
        <source>Put the &amp;chosen one back</source>
        <translation>선택한 것만 되돌리기(&amp;C)</translation>
    </message>
    <message>
        <source>Put &amp;all back</source>
        <translation>모두 되돌리기(&amp;A)</translation>
    </message>
</context>
<context>
    <name>lockmaster::AlertTray</name>
    <message>
        <source>Show the alerts</source>
        <translation>알림 보기</translation>
    </message>
    <message numerus="yes">
        <source>Lockmaster: %Ln alerts</source>
        <translation>
            <numerusform>Lockmaster: 알림 %Ln개</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockmaster::AlertTrialBox</name>
    <message>
        <source>Would not have fired in %1.</source>
        <translation>%1 동안 한 번도 울리지 않았을 것입니다.</translation>
    </message>
    <message>
        <source>The history cannot tell.</source>
        <translation>이력으로는 알 수 없습니다.</translation>
    </message>
    <message>
        <source>Time to try it on</source>
        <translation>시험할 기간</translation>
    </message>
    <message>
        <source>the last day</source>
        <translation>지난 1일</translation>
    </message>
    <message>
        <source>the last week</source>
        <translation>지난 1주</translation>
    </message>
    <message>
        <source>the last 30 days</source>
        <translation>지난 30일</translation>
    </message>
    <message>
        <source>When it would have fired</source>
        <translation>울렸을 시각</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>취소(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Try on history</source>
        <translation>이력으로 시험(&amp;T)</translation>
    </message>
    <message>
        <source>Reading …</source>
        <translation>읽는 중 …</translation>
    </message>
    <message>
        <source>Nothing was recorded yet.</source>
        <translation>아직 기록된 것이 없습니다.</translation>
    </message>
    <message>
        <source>Why not exactly: %1.</source>
        <translation>정확하지 않은 이유: %1.</translation>
    </message>
    <message>
        <source>Nobody looked for %1 of that time, at least at one server; what happened then is not counted.</source>
        <translation>그 기간 중 %1 동안은 적어도 한 서버를 보고 있지 않았습니다. 그때 일어난 일은 세지 않습니다.</translation>
    </message>
    <message>
        <source>More was recorded than is looked at; the oldest is not counted.</source>
        <translation>기록이 너무 많아 가장 오래된 것은 세지 않습니다.</translation>
    </message>
    <message>
        <source>and %1 before</source>
        <translation>그 전에 %1번 더</translation>
    </message>
    <message numerus="yes">
        <source>Would have fired %Ln times in %1; locks or servers: %2.</source>
        <translation>
            <numerusform>%1 동안 %Ln번 울렸을 것입니다. 락 또는 서버: %2.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Would have fired about %Ln times in %1; locks or servers: %2.</source>
        <translation>
            <numerusform>%1 동안 약 %Ln번 울렸을 것입니다. 락 또는 서버: %2.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Would have fired at most %Ln times in %1; locks or servers: %2.</source>
        <translation>
            <numerusform>%1 동안 많아야 %Ln번 울렸을 것입니다. 락 또는 서버: %2.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockmaster::AliveController</name>
    <message>
        <source>Ask Whether It Lives</source>
        <translation>살아 있는지 확인</translation>
    </message>
    <message>
        <source>Runs the alive_command of the profile for its holder</source>
        <translation>보유자에 대해 프로필의 alive_command를 실행합니다</translation>
    </message>
</context>
<context>
    <name>lockmaster::AllowWritesDialog</name>
    <message>
        <source>Cancel</source>
        <translation>취소</translation>
    </message>
    <message>
        <source>Allow &amp;writes</source>
        <translation>쓰기 허용(&amp;W)</translation>
    </message>
    <message>
        <source>Allow writes</source>
        <translation>쓰기 허용</translation>
    </message>
    <message>
        <source>Allow writes to %1 for 10 minutes?</source>
        <translation>%1에 10분 동안 쓰기를 허용하시겠습니까?</translation>
    </message>
    <message>
        <source>It is read-only. Until the time is up, locks on it can be released and taken from this window. This is kept in the audit log.</source>
        <translation>이 서버는 읽기 전용입니다. 시간이 끝날 때까지 이 창에서 락을 해제하고 획득할 수 있습니다. 이 사실은 감사 기록에 남습니다.</translation>
    </message>
    <message>
        <source>Type “%1” to confirm</source>
        <translation>확인을 위해 “%1”을(를) 입력하십시오</translation>
    </message>
</context>
<context>
    <name>lockmaster::AuditDialog</name>
    <message>
        <source>&amp;Verify</source>
        <translation>검증(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Refresh</source>
        <translation>새로 고침(&amp;R)</translation>
    </message>
    <message>
        <source>Audit log</source>
        <translation>감사 기록</translation>
    </message>
    <message>
        <source>user, lock, reason, outcome …</source>
        <translation>사용자, 락, 사유, 결과 …</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>필터</translation>
    </message>
    <message>
        <source>&amp;Open folder</source>
        <translation>폴더 열기(&amp;O)</translation>
    </message>
    <message>
        <source>Check that no line was edited, inserted or removed</source>
        <translation>수정, 추가, 삭제된 줄이 없는지 확인합니다</translation>
    </message>
    <message>
        <source>Verifying …</source>
        <translation>검증하는 중 …</translation>
    </message>
    <message>
        <source>Reading …</source>
        <translation>읽는 중 …</translation>
    </message>
    <message>
        <source>Nothing was done to a lock yet.</source>
        <translation>아직 락에 한 작업이 없습니다.</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>The newest %1; older ones stand in the files.</source>
        <translation>최근 %1건입니다. 이전 기록은 파일에 있습니다.</translation>
    </message>
    <message>
        <source>Choose an entry to read all of it.</source>
        <translation>항목을 선택하면 전체 내용이 표시됩니다.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln entries</source>
        <translation>
            <numerusform>%Ln건</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockmaster::AuditModel</name>
    <message>
        <source>Time</source>
        <translation>시각</translation>
    </message>
    <message>
        <source>User</source>
        <translation>사용자</translation>
    </message>
    <message>
        <source>Lock</source>
        <translation>락</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>작업</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>사유</translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation>결과</translation>
    </message>
    <message>
        <source>Held by then</source>
        <translation>이후 보유자</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>서버</translation>
    </message>
</context>
<context>
    <name>lockmaster::AuditWords</name>
    <message>
        <source>released</source>
        <translation>해제됨</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>변경됨</translation>
    </message>
    <message>
        <source>busy</source>
        <translation>사용 중</translation>
    </message>
    <message>
        <source>denied</source>
        <translation>거부됨</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>알 수 없음</translation>
    </message>
    <message>
        <source>acquired</source>
        <translation>획득함</translation>
    </message>
    <message>
        <source>not acquired</source>
        <translation>획득하지 못함</translation>
    </message>
    <message>
        <source>lost</source>
        <translation>잃음</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>실패</translation>
    </message>
    <message>
        <source>renewed</source>
        <translation>갱신됨</translation>
    </message>
    <message>
        <source>gone</source>
        <translation>사라짐</translation>
    </message>
    <message>
        <source>Local time</source>
        <translation>현지 시각</translation>
    </message>
    <message>
        <source>UTC</source>
        <translation>UTC</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>줄</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>%1, even if renewed</source>
        <translation>%1, 갱신되어도</translation>
    </message>
    <message>
        <source>no outcome</source>
        <translation>결과 없음</translation>
    </message>
    <message>
        <source>nobody</source>
        <translation>없음</translation>
    </message>
    <message>
        <source>User</source>
        <translation>사용자</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>호스트</translation>
    </message>
    <message>
        <source>Process</source>
        <translation>프로세스</translation>
    </message>
    <message>
        <source>Id</source>
        <translation>ID</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>프로그램</translation>
    </message>
    <message>
        <source>Environment</source>
        <translation>환경</translation>
    </message>
    <message>
        <source>System</source>
        <translation>락 시스템</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>소스</translation>
    </message>
    <message>
        <source>Lock</source>
        <translation>락</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>작업</translation>
    </message>
    <message>
        <source>Owner</source>
        <translation>소유자</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>사유</translation>
    </message>
    <message>
        <source>Compared</source>
        <translation>비교</translation>
    </message>
    <message>
        <source>the instance only, even if renewed</source>
        <translation>보유자만 비교 (갱신되어도 해제)</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>명령</translation>
    </message>
    <message>
        <source>Witness</source>
        <translation>증거</translation>
    </message>
    <message>
        <source>Intent</source>
        <translation>의도</translation>
    </message>
    <message>
        <source>Its intent stands further back in the log.</source>
        <translation>의도는 감사 기록의 더 앞쪽에 있습니다.</translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation>결과</translation>
    </message>
    <message>
        <source>Detail</source>
        <translation>상세</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>메시지</translation>
    </message>
    <message>
        <source>Held by then</source>
        <translation>이후 보유자</translation>
    </message>
    <message>
        <source>No outcome: the program ended in between, or is at it now.</source>
        <translation>결과 없음: 프로그램이 도중에 끝났거나 지금 진행 중입니다.</translation>
    </message>
    <message>
        <source>There is nothing to verify yet.</source>
        <translation>아직 검증할 기록이 없습니다.</translation>
    </message>
    <message>
        <source>The chain is whole: lines %1, files %2.</source>
        <translation>해시 체인이 온전합니다: %1줄, 파일 %2개.</translation>
    </message>
    <message>
        <source>Without an outcome: %1.</source>
        <translation>결과 없음: %1건.</translation>
    </message>
    <message>
        <source>Verification</source>
        <translation>검증</translation>
    </message>
    <message>
        <source>Fault</source>
        <translation>이상</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>파일</translation>
    </message>
    <message>
        <source>Lines</source>
        <translation>줄</translation>
    </message>
    <message>
        <source>No outcome</source>
        <translation>결과 없음</translation>
    </message>
    <message>
        <source>What this proves</source>
        <translation>검증의 범위</translation>
    </message>
    <message>
        <source>Shown</source>
        <translation>드러남</translation>
    </message>
    <message>
        <source>a line that was edited, inserted or removed, and a tail that was cut</source>
        <translation>수정, 추가, 삭제된 줄과 잘려 나간 끝부분</translation>
    </message>
    <message>
        <source>Not shown</source>
        <translation>드러나지 않음</translation>
    </message>
    <message>
        <source>files rewritten whole by someone who may write them</source>
        <translation>쓰기 권한이 있는 사람이 통째로 다시 쓴 파일</translation>
    </message>
    <message numerus="yes">
        <source>The log was tampered with or damaged: %Ln faults.</source>
        <translation>
            <numerusform>감사 기록이 변조되었거나 손상되었습니다: 이상 %Ln건.</numerusform>
        </translation>
    </message>
    <message>
        <source>withdrawn</source>
        <translation>철회됨</translation>
    </message>
    <message>
        <source>acquire</source>
        <translation>획득</translation>
    </message>
    <message>
        <source>allow-writes</source>
        <translation>쓰기 허용</translation>
    </message>
    <message>
        <source>apply-plan</source>
        <translation>계획 적용</translation>
    </message>
    <message>
        <source>clean-up</source>
        <translation>정리</translation>
    </message>
    <message>
        <source>delete</source>
        <translation>삭제</translation>
    </message>
    <message>
        <source>expire</source>
        <translation>만료시킴</translation>
    </message>
    <message>
        <source>kill</source>
        <translation>연결 종료</translation>
    </message>
    <message>
        <source>kill-waiter</source>
        <translation>대기 취소</translation>
    </message>
    <message>
        <source>let-go</source>
        <translation>해제</translation>
    </message>
    <message>
        <source>read-all</source>
        <translation>읽기 보유자 모두 해제</translation>
    </message>
    <message>
        <source>read-one</source>
        <translation>읽기 보유자 해제</translation>
    </message>
    <message>
        <source>release</source>
        <translation>해제</translation>
    </message>
    <message>
        <source>step-down</source>
        <translation>리더 물러남</translation>
    </message>
    <message>
        <source>allowed</source>
        <translation>허용됨</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>서버</translation>
    </message>
</context>
<context>
    <name>lockmaster::BackendDialog</name>
    <message>
        <source>Add a server</source>
        <translation>서버 추가</translation>
    </message>
    <message>
        <source>Connection</source>
        <translation>연결</translation>
    </message>
    <message>
        <source>Security and timing</source>
        <translation>보안과 시간</translation>
    </message>
    <message>
        <source>What to watch</source>
        <translation>지켜볼 것</translation>
    </message>
    <message>
        <source>&amp;Test connection</source>
        <translation>연결 시험(&amp;T)</translation>
    </message>
    <message>
        <source>Edit %1</source>
        <translation>%1 편집</translation>
    </message>
    <message>
        <source>Give the server a name, e.g. billing-db.</source>
        <translation>서버의 이름을 정하십시오. 예: billing-db.</translation>
    </message>
    <message>
        <source>Another server is called %1 already.</source>
        <translation>이미 %1(이)라는 서버가 있습니다.</translation>
    </message>
    <message>
        <source>Cancelled.</source>
        <translation>취소했습니다.</translation>
    </message>
    <message>
        <source>Connecting to %1 …</source>
        <translation>%1에 연결하는 중 …</translation>
    </message>
    <message>
        <source>The name has line breaks or hidden characters: type it anew.</source>
        <translation>이름에 줄바꿈이나 숨은 문자가 있습니다. 다시 입력하십시오.</translation>
    </message>
    <message>
        <source>a URL, or a line such as mysql -h db1 -u app billing</source>
        <translation>URL 또는 mysql -h db1 -u app billing 같은 명령줄</translation>
    </message>
    <message>
        <source>Paste a URL or a client&apos;s command line</source>
        <translation>URL 또는 클라이언트 명령줄 붙여넣기</translation>
    </message>
    <message>
        <source>P&amp;aste</source>
        <translation>붙여넣기(&amp;A)</translation>
    </message>
    <message>
        <source>Filled in below.</source>
        <translation>아래에 채웠습니다.</translation>
    </message>
    <message>
        <source>Not taken over: %1</source>
        <translation>가져오지 않은 것: %1</translation>
    </message>
    <message>
        <source>Looking for locks …</source>
        <translation>락을 찾는 중 …</translation>
    </message>
    <message>
        <source>The test connects, lists what this account may see and what is missing, and shows which locks are held there.</source>
        <translation>시험은 연결하여 이 계정이 볼 수 있는 것과 모자란 것을 나열하고, 그곳에서 점유 중인 락을 보여 줍니다.</translation>
    </message>
    <message>
        <source>Cancel the &amp;test</source>
        <translation>시험 취소(&amp;T)</translation>
    </message>
    <message>
        <source>%1 is not in the profile any more.</source>
        <translation>%1은(는) 이제 프로필에 없습니다.</translation>
    </message>
    <message>
        <source>The profile was changed meanwhile: %1. That stays, and what you change here is written beside it.</source>
        <translation>그사이 프로필이 바뀌었습니다: %1. 그 변경은 남으며, 여기서 바꾼 것을 함께 씁니다.</translation>
    </message>
</context>
<context>
    <name>lockmaster::BackendMenu</name>
    <message>
        <source>Test connection</source>
        <translation>연결 시험</translation>
    </message>
    <message>
        <source>Make read-only now</source>
        <translation>지금 읽기 전용으로</translation>
    </message>
    <message>
        <source>Allow writes…</source>
        <translation>쓰기 허용…</translation>
    </message>
    <message>
        <source>Edit %1…</source>
        <translation>%1 편집…</translation>
    </message>
    <message>
        <source>Remove %1…</source>
        <translation>%1 제거…</translation>
    </message>
    <message>
        <source>Enter password…</source>
        <translation>비밀번호 입력…</translation>
    </message>
    <message>
        <source>Add a server…</source>
        <translation>서버 추가…</translation>
    </message>
    <message>
        <source>Import servers…</source>
        <translation>서버 가져오기…</translation>
    </message>
    <message>
        <source>Open the profile&apos;s file</source>
        <translation>프로필 파일 열기</translation>
    </message>
    <message>
        <source>Reload the profile</source>
        <translation>프로필 다시 읽기</translation>
    </message>
    <message>
        <source>Duplicate %1…</source>
        <translation>%1 복제…</translation>
    </message>
    <message>
        <source>Give it a window of its own</source>
        <translation>자기 창으로 열기</translation>
    </message>
    <message>
        <source>Copy its name</source>
        <translation>이름 복사</translation>
    </message>
</context>
<context>
    <name>lockmaster::BulkReleaseDialog</name>
    <message>
        <source>Release locks</source>
        <translation>락 해제</translation>
    </message>
    <message>
        <source>&amp;Look again</source>
        <translation>다시 조회(&amp;L)</translation>
    </message>
    <message>
        <source>Release &amp;even those that are renewed</source>
        <translation>갱신된 락도 해제(&amp;E)</translation>
    </message>
    <message>
        <source>Locks to release</source>
        <translation>해제할 락</translation>
    </message>
    <message>
        <source>&amp;Save report…</source>
        <translation>보고서 저장(&amp;S)…</translation>
    </message>
    <message>
        <source>JSON lines (*.jsonl)</source>
        <translation>JSON 줄 (*.jsonl)</translation>
    </message>
    <message>
        <source>Text (*.txt)</source>
        <translation>텍스트 (*.txt)</translation>
    </message>
    <message>
        <source>Save the report</source>
        <translation>보고서 저장</translation>
    </message>
    <message>
        <source>The report is in %1</source>
        <translation>보고서를 %1에 저장했습니다</translation>
    </message>
    <message>
        <source>The report could not be written</source>
        <translation>보고서를 쓸 수 없습니다</translation>
    </message>
    <message>
        <source>Too many servers to confirm at once.</source>
        <translation>한 번에 확인하기에는 서버가 너무 많습니다.</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>중지</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>닫기</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>취소</translation>
    </message>
    <message>
        <source>Some of these were looked at too long ago</source>
        <translation>일부는 조회한 지 너무 오래되었습니다</translation>
    </message>
    <message>
        <source>You looked at these more than ten minutes ago</source>
        <translation>조회한 지 10분이 지났습니다</translation>
    </message>
    <message>
        <source>Look again before you release them.</source>
        <translation>해제하기 전에 다시 조회하십시오.</translation>
    </message>
    <message>
        <source>%1 of %2 looked at</source>
        <translation>%2개 중 %1개 조회함</translation>
    </message>
    <message>
        <source>Each is compared with what you looked at, one after another.</source>
        <translation>하나씩 차례로, 조회한 내용과 비교한 뒤 해제합니다.</translation>
    </message>
    <message>
        <source>%1 released, %2 not, %3 left</source>
        <translation>해제 %1개, 해제 안 됨 %2개, 남음 %3개</translation>
    </message>
    <message>
        <source>The locks are being looked at …</source>
        <translation>락을 조회하는 중입니다 …</translation>
    </message>
    <message>
        <source>None of them can be released.</source>
        <translation>해제할 수 있는 락이 없습니다.</translation>
    </message>
    <message>
        <source>Save &amp;plan…</source>
        <translation>계획 저장(&amp;P)…</translation>
    </message>
    <message>
        <source>Writes down what would be let go of, for lockctl release --apply. Nothing is sent.</source>
        <translation>해제할 내용을 lockctl release --apply에서 쓸 수 있도록 파일로 기록합니다. 서버에는 아무것도 보내지 않습니다.</translation>
    </message>
    <message>
        <source>The plan is older than ten minutes</source>
        <translation>계획을 만든 지 10분이 지났습니다</translation>
    </message>
    <message>
        <source>Some of these were looked at too long ago, or on another server</source>
        <translation>일부는 확인한 지 너무 오래되었거나 다른 서버에서 확인한 것입니다</translation>
    </message>
    <message>
        <source>Plan them anew, from what holds them now.</source>
        <translation>지금의 점유 상태를 확인하고 계획을 새로 만드십시오.</translation>
    </message>
    <message>
        <source>Each is compared with what was planned, one after another.</source>
        <translation>하나씩 차례로, 계획한 내용과 비교한 뒤 해제합니다.</translation>
    </message>
    <message>
        <source>Release those whose holder is &amp;not known to be gone, too</source>
        <translation>사라졌는지 알 수 없는 보유자의 락도 해제(&amp;N)</translation>
    </message>
    <message numerus="yes">
        <source>Release %Ln locks?</source>
        <translation>
            <numerusform>락 %Ln개를 해제하시겠습니까?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Release %Ln</source>
        <translation>
            <numerusform>%Ln개 해제</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln cannot be released.</source>
        <translation>
            <numerusform>%Ln개는 해제할 수 없습니다.</numerusform>
        </translation>
    </message>
    <message>
        <source>Type “%1” to confirm</source>
        <translation>확인을 위해 “%1”을(를) 입력하십시오</translation>
    </message>
    <message>
        <source>For each of them: %1.</source>
        <translation>각 락에 할 작업: %1.</translation>
    </message>
    <message numerus="yes">
        <source>None of %Ln locks can be released</source>
        <translation>
            <numerusform>락 %Ln개 중 해제할 수 있는 것이 없습니다</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Release %1 of %Ln locks?</source>
        <translation>
            <numerusform>락 %Ln개 중 %1개를 해제하시겠습니까?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Releasing %Ln locks …</source>
        <translation>
            <numerusform>락 %Ln개를 해제하는 중 …</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Released %1 of %Ln locks</source>
        <translation>
            <numerusform>락 %Ln개 중 %1개를 해제했습니다</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockmaster::BulkReleaseModel</name>
    <message>
        <source>nothing can be done to it</source>
        <translation>할 수 있는 작업이 없음</translation>
    </message>
    <message>
        <source>Lock</source>
        <translation>락</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>서버</translation>
    </message>
    <message>
        <source>Owner</source>
        <translation>소유자</translation>
    </message>
    <message>
        <source>TTL</source>
        <translation>유효 기간(TTL)</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>작업</translation>
    </message>
    <message>
        <source>Compared</source>
        <translation>비교 대상</translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation>결과</translation>
    </message>
    <message>
        <source>owner</source>
        <translation>소유자</translation>
    </message>
    <message>
        <source>owner and lease</source>
        <translation>소유자와 점유 시간</translation>
    </message>
    <message>
        <source>being looked at …</source>
        <translation>조회하는 중 …</translation>
    </message>
    <message>
        <source>ready</source>
        <translation>준비됨</translation>
    </message>
    <message>
        <source>waiting for its turn</source>
        <translation>차례를 기다리는 중</translation>
    </message>
    <message>
        <source>left alone: stopped</source>
        <translation>중지되어 그대로 둠</translation>
    </message>
    <message>
        <source>ready: %1</source>
        <translation>준비됨: %1</translation>
    </message>
    <message>
        <source>renewed: its holder is alive</source>
        <translation>갱신됨: 보유자가 살아 있음</translation>
    </message>
    <message>
        <source>to be released by itself: nothing tells its holder from the next</source>
        <translation>따로 해제하십시오: 보유자를 다음 보유자와 구별할 수 없습니다</translation>
    </message>
    <message>
        <source>to be released by itself: it has to be seen in the same hands for longer</source>
        <translation>따로 해제해야 함: 같은 소유자에게 더 오래 있는 것이 확인되어야 함</translation>
    </message>
    <message>
        <source>renewed since it was planned: its holder is alive</source>
        <translation>계획한 뒤에 갱신됨: 보유자가 살아 있습니다</translation>
    </message>
</context>
<context>
    <name>lockmaster::CandidateList</name>
    <message>
        <source>Candidates</source>
        <translation>후보</translation>
    </message>
    <message>
        <source>Kill</source>
        <translation>강제 종료</translation>
    </message>
    <message>
        <source>End its process at once, as a crash would</source>
        <translation>장애처럼 프로세스를 즉시 끝냅니다</translation>
    </message>
    <message>
        <source>Freeze</source>
        <translation>멈추기</translation>
    </message>
    <message>
        <source>Let its process stand still, as a long pause would</source>
        <translation>긴 일시 정지처럼 프로세스를 멈춥니다</translation>
    </message>
    <message>
        <source>Freeze in transaction</source>
        <translation>트랜잭션 안에서 멈추기</translation>
    </message>
    <message>
        <source>Let it stand still while its transaction holds the row</source>
        <translation>트랜잭션이 행을 점유한 채로 멈춥니다</translation>
    </message>
    <message>
        <source>Thaw</source>
        <translation>다시 움직이기</translation>
    </message>
    <message>
        <source>Let it go on where it stood still</source>
        <translation>멈춘 곳에서 계속합니다</translation>
    </message>
    <message>
        <source>Restart</source>
        <translation>다시 시작</translation>
    </message>
    <message>
        <source>End its process and start another</source>
        <translation>프로세스를 끝내고 새로 시작합니다</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>정지</translation>
    </message>
    <message>
        <source>Ask it to end, as a shutdown would</source>
        <translation>정상 종료처럼 끝내라고 요청합니다</translation>
    </message>
    <message>
        <source>Cut connection</source>
        <translation>연결 끊기</translation>
    </message>
    <message>
        <source>End its session on the server</source>
        <translation>서버의 세션을 끝냅니다</translation>
    </message>
    <message>
        <source>Skew clock…</source>
        <translation>시계 어긋내기…</translation>
    </message>
    <message>
        <source>Set its clock wrong</source>
        <translation>시계를 틀리게 맞춥니다</translation>
    </message>
    <message>
        <source>Skew the clock</source>
        <translation>시계 어긋내기</translation>
    </message>
    <message>
        <source>Milliseconds that the clock is ahead; negative: behind</source>
        <translation>시계가 앞서는 밀리초, 음수는 뒤짐</translation>
    </message>
</context>
<context>
    <name>lockmaster::CandidateModel</name>
    <message>
        <source>Candidate</source>
        <translation>후보</translation>
    </message>
    <message>
        <source>State</source>
        <translation>상태</translation>
    </message>
    <message>
        <source>Process</source>
        <translation>프로세스</translation>
    </message>
    <message>
        <source>Clock</source>
        <translation>시계</translation>
    </message>
    <message>
        <source>believes that it leads</source>
        <translation>리더라고 믿음</translation>
    </message>
    <message>
        <source>works</source>
        <translation>작업 중</translation>
    </message>
</context>
<context>
    <name>lockmaster::ChainDrawing</name>
    <message numerus="yes">
        <source>%Ln more wait</source>
        <translation>
            <numerusform>%Ln개 더 대기</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockmaster::ChainPicture</name>
    <message>
        <source>Picture of who waits for whom</source>
        <translation>누가 누구를 기다리는지 보여 주는 그림</translation>
    </message>
    <message>
        <source>The tree below says the same in words.</source>
        <translation>아래 트리가 같은 내용을 글로 알려 줍니다.</translation>
    </message>
</context>
<context>
    <name>lockmaster::ChainTree</name>
    <message>
        <source>Who waits for whom</source>
        <translation>누가 누구를 기다리는가</translation>
    </message>
</context>
<context>
    <name>lockmaster::ChainsView</name>
    <message>
        <source>Chains</source>
        <translation>대기 사슬</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>내보내기…</translation>
    </message>
    <message>
        <source>Save the chains as picture, drawing or numbers</source>
        <translation>대기 사슬을 그림, 도면 또는 수치로 저장</translation>
    </message>
    <message>
        <source>More may wait on: %1</source>
        <translation>다음 서버에서 더 기다릴 수 있음: %1</translation>
    </message>
    <message>
        <source>Add a server to see who waits for whom.</source>
        <translation>누가 누구를 기다리는지 보려면 서버를 추가하십시오.</translation>
    </message>
    <message>
        <source>Nobody waits for a lock, as far as the servers tell.</source>
        <translation>서버가 알려 주는 한 락을 기다리는 것이 없습니다.</translation>
    </message>
    <message>
        <source>It is not known of: %1</source>
        <translation>다음 서버는 알 수 없음: %1</translation>
    </message>
    <message>
        <source>Who waits for whom</source>
        <translation>누가 누구를 기다리는가</translation>
    </message>
    <message>
        <source>Picture (*.png)</source>
        <translation>그림 (*.png)</translation>
    </message>
    <message>
        <source>Drawing (*.svg)</source>
        <translation>도면 (*.svg)</translation>
    </message>
    <message>
        <source>Numbers (*.json)</source>
        <translation>수치 (*.json)</translation>
    </message>
    <message>
        <source>Export the chains</source>
        <translation>대기 사슬 내보내기</translation>
    </message>
    <message>
        <source>The picture would be too large. A drawing (*.svg) has room for all of it.</source>
        <translation>그림이 너무 큽니다. 도면 (*.svg)에는 모두 담을 수 있습니다.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln wait</source>
        <translation>
            <numerusform>%Ln개 대기</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>held up by %Ln that do not wait</source>
        <translation>
            <numerusform>기다리지 않는 %Ln개 뒤에서</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>held up by %Ln that are not known</source>
        <translation>
            <numerusform>알 수 없는 %Ln개 뒤에서</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>in %Ln circles</source>
        <translation>
            <numerusform>순환 %Ln개</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln chains with fewer are not shown</source>
        <translation>
            <numerusform>더 적은 대기 사슬 %Ln개는 표시하지 않음</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockmaster::ColumnsMenu</name>
    <message>
        <source>Sort by</source>
        <translation>정렬 기준</translation>
    </message>
    <message>
        <source>Reset columns</source>
        <translation>열 초기화</translation>
    </message>
</context>
<context>
    <name>lockmaster::CommandBox</name>
    <message>
        <source>Copy</source>
        <translation>복사</translation>
    </message>
    <message>
        <source>Copy: %1</source>
        <translation>복사: %1</translation>
    </message>
</context>
<context>
    <name>lockmaster::ConfirmationTerms</name>
    <message>
        <source>Reason (kept in the audit log)</source>
        <translation>사유 (감사 기록에 남음)</translation>
    </message>
    <message>
        <source>Reason (optional; kept in the audit log)</source>
        <translation>사유 (선택, 감사 기록에 남음)</translation>
    </message>
    <message>
        <source>For example: pooled connection leaked the lock, OPS-311</source>
        <translation>예: 풀 연결이 락을 반납하지 않음, OPS-311</translation>
    </message>
    <message>
        <source>Give a reason.</source>
        <translation>사유를 입력하십시오.</translation>
    </message>
</context>
<context>
    <name>lockmaster::ConnectionPage</name>
    <message>
        <source>MySQL or MariaDB</source>
        <translation>MySQL 또는 MariaDB</translation>
    </message>
    <message>
        <source>Redis or Valkey</source>
        <translation>Redis 또는 Valkey</translation>
    </message>
    <message>
        <source>Unix socket</source>
        <translation>유닉스 소켓</translation>
    </message>
    <message>
        <source>instead of host and port</source>
        <translation>호스트와 포트 대신</translation>
    </message>
    <message>
        <source>A &amp;cluster: these hosts are some of its nodes</source>
        <translation>클러스터(&amp;C): 이 호스트들은 그 노드의 일부임</translation>
    </message>
    <message>
        <source>They tell of the others. Name several, so that one may be down: n1, n2, n3:7001.</source>
        <translation>이 노드들이 나머지를 알려 줍니다. 하나가 멈춰도 되도록 여럿을 지정하십시오: n1, n2, n3:7001.</translation>
    </message>
    <message>
        <source>Redloc&amp;k: locks are held where most of these hosts have them</source>
        <translation>&amp;Redlock: 이 호스트들의 과반에 있어야 락이 점유됨</translation>
    </message>
    <message>
        <source>They know nothing of each other. Name all of them: r1, r2, r3:6380.</source>
        <translation>서로를 모르는 서버들입니다. 모두 적으십시오: r1, r2, r3:6380.</translation>
    </message>
    <message>
        <source>&amp;Kind</source>
        <translation>종류(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation>이름(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Host</source>
        <translation>호스트(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Port</source>
        <translation>포트(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Socket</source>
        <translation>소켓(&amp;S)</translation>
    </message>
    <message>
        <source>what sentinels call it, where host and port are theirs</source>
        <translation>호스트와 포트가 센티널의 것일 때, 센티널이 부르는 이름</translation>
    </message>
    <message>
        <source>Sentinels are asked which server is the master, again and again. Name all of them as hosts: s1, s2, s3:26380.</source>
        <translation>어느 서버가 마스터인지 센티널에 계속 묻습니다. 모두를 호스트로 적으십시오: s1, s2, s3:26380.</translation>
    </message>
    <message>
        <source>of the sentinels, where they have one</source>
        <translation>센티널의 사용자(있는 경우)</translation>
    </message>
    <message>
        <source>Password file of the sentinels</source>
        <translation>센티널의 비밀번호 파일</translation>
    </message>
    <message>
        <source>a file that only you can read</source>
        <translation>자신만 읽을 수 있는 파일</translation>
    </message>
    <message>
        <source>a program that prints it, e.g. pass show sentinels</source>
        <translation>비밀번호를 출력하는 프로그램, 예: pass show sentinels</translation>
    </message>
    <message>
        <source>Sent&amp;inel master</source>
        <translation>센티널 마스터(&amp;I)</translation>
    </message>
    <message>
        <source>Sentinels&apos; user</source>
        <translation>센티널 사용자</translation>
    </message>
    <message>
        <source>Sentinels&apos; password file</source>
        <translation>센티널 비밀번호 파일</translation>
    </message>
    <message>
        <source>Sentinels&apos; password command</source>
        <translation>센티널 비밀번호 명령</translation>
    </message>
    <message>
        <source>a host of your ssh that leads there, e.g. bastion</source>
        <translation>그곳으로 이어지는 ssh 호스트, 예: bastion</translation>
    </message>
    <message>
        <source>Host and port, or the socket, are then as that host knows them. Your own ssh connects, with its configuration, keys and agent.</source>
        <translation>이때 호스트와 포트 또는 소켓은 그 호스트에서 본 것입니다. 사용자의 ssh가 자체 설정, 키, 에이전트로 연결합니다.</translation>
    </message>
    <message>
        <source>&amp;Database</source>
        <translation>데이터베이스(&amp;D)</translation>
    </message>
    <message>
        <source>Password file</source>
        <translation>비밀번호 파일</translation>
    </message>
    <message>
        <source>a program that prints it, e.g. pass show db</source>
        <translation>비밀번호를 출력하는 프로그램, 예: pass show db</translation>
    </message>
    <message>
        <source>Not said</source>
        <translation>지정 안 함</translation>
    </message>
    <message>
        <source>Development</source>
        <translation>개발</translation>
    </message>
    <message>
        <source>Staging</source>
        <translation>스테이징</translation>
    </message>
    <message>
        <source>Production</source>
        <translation>운영</translation>
    </message>
    <message>
        <source>Read &amp;only: never write to this server</source>
        <translation>읽기 전용(&amp;O): 이 서버에 아무것도 쓰지 않음</translation>
    </message>
    <message>
        <source>&amp;User</source>
        <translation>사용자(&amp;U)</translation>
    </message>
    <message>
        <source>Pass&amp;word</source>
        <translation>비밀번호(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;Environment</source>
        <translation>환경(&amp;E)</translation>
    </message>
    <message>
        <source>Throu&amp;gh ssh</source>
        <translation>ssh 경유(&amp;G)</translation>
    </message>
    <message>
        <source>Password &amp;file</source>
        <translation>비밀번호 파일(&amp;F)</translation>
    </message>
    <message>
        <source>Password co&amp;mmand</source>
        <translation>비밀번호 명령(&amp;M)</translation>
    </message>
    <message>
        <source>Where is it? Give a host or a socket.</source>
        <translation>어디에 있습니까? 호스트나 소켓을 지정하십시오.</translation>
    </message>
    <message>
        <source>A Redis database is a number, 0 or more.</source>
        <translation>Redis 데이터베이스는 0 이상의 숫자입니다.</translation>
    </message>
    <message>
        <source>Several hosts are sentinels, nodes of a cluster or servers of a Redlock: say what sentinels call the master, or which of the others they are.</source>
        <translation>호스트가 여럿이면 센티널, 클러스터의 노드 또는 Redlock의 서버입니다. 센티널이 부르는 마스터 이름을 적거나 나머지 중 무엇인지 고르십시오.</translation>
    </message>
    <message>
        <source>The name of the master has line breaks or hidden characters: type it anew.</source>
        <translation>마스터 이름에 줄바꿈이나 보이지 않는 문자가 있습니다. 다시 입력하십시오.</translation>
    </message>
    <message>
        <source>The servers of a group are reached by host and port: leave the socket empty.</source>
        <translation>그룹의 서버는 호스트와 포트로 접속합니다. 소켓은 비워 두십시오.</translation>
    </message>
    <message>
        <source>Where are its nodes? Write them as host1, host2, host3:7001.</source>
        <translation>노드가 어디에 있습니까? host1, host2, host3:7001처럼 쓰십시오.</translation>
    </message>
    <message>
        <source>Where are its servers? Write all as host1, host2, host3:6380.</source>
        <translation>서버들이 어디에 있습니까? host1, host2, host3:6380처럼 모두 적으십시오.</translation>
    </message>
    <message>
        <source>Where are the sentinels? Write them as host1, host2, host3:26380.</source>
        <translation>센티널은 어디에 있습니까? host1, host2, host3:26380처럼 쓰십시오.</translation>
    </message>
    <message>
        <source>A command leads to one server, and there are several in a cluster or behind sentinels; use ssh.</source>
        <translation>명령은 한 서버로만 이어지는데 클러스터나 센티널 뒤에는 여럿이 있습니다. ssh를 쓰십시오.</translation>
    </message>
    <message>
        <source>comes from the file or the command</source>
        <translation>파일이나 명령에서 옵니다</translation>
    </message>
    <message>
        <source>asked for once it is missing</source>
        <translation>없으면 그때 묻습니다</translation>
    </message>
    <message>
        <source>&amp;Database number</source>
        <translation>데이터베이스 번호(&amp;D)</translation>
    </message>
    <message>
        <source>usual: %1</source>
        <translation>기본값: %1</translation>
    </message>
</context>
<context>
    <name>lockmaster::ContentionMap</name>
    <message>
        <source>When the most wanted locks were waited for</source>
        <translation>대기 많은 락의 대기 시간대</translation>
    </message>
    <message>
        <source>Waited, in all, per %1:</source>
        <translation>%1당 전체 대기:</translation>
    </message>
    <message>
        <source>waited, how long is not told</source>
        <translation>대기 있음, 시간은 알 수 없음</translation>
    </message>
    <message>
        <source>held, who waits is not told</source>
        <translation>점유 중, 누가 대기하는지 알 수 없음</translation>
    </message>
    <message>
        <source>nobody looked, or not counted</source>
        <translation>관찰하지 않았거나 세지 않음</translation>
    </message>
    <message>
        <source>nobody looked</source>
        <translation>관찰하지 않음</translation>
    </message>
    <message>
        <source>waited, in all: %1 in the %2 that were looked at</source>
        <translation>전체 대기: 관찰한 %2 중 %1</translation>
    </message>
    <message>
        <source>up to %1 waited at once in a hold of that time, how long is not told</source>
        <translation>이때의 한 점유 동안 동시에 최대 %1명 대기, 얼마나 기다렸는지는 알 수 없음</translation>
    </message>
    <message>
        <source>held for %1, and who waited is not told</source>
        <translation>%1 점유, 누가 대기했는지는 알 수 없음</translation>
    </message>
    <message>
        <source>nobody was seen to wait in the %1 that were looked at</source>
        <translation>관찰한 %1 동안 대기가 보이지 않음</translation>
    </message>
    <message>
        <source>hand-overs: %1</source>
        <translation>소유자 교체: %1회</translation>
    </message>
    <message>
        <source>not known: not counted, or nobody looked, for %1</source>
        <translation>알 수 없음: %1 동안 세지 않았거나 관찰하지 않았습니다</translation>
    </message>
    <message>
        <source>not known: nobody looked for %1</source>
        <translation>알 수 없음: %1 동안 관찰하지 않았습니다</translation>
    </message>
    <message>
        <source>Waited for most: %1</source>
        <translation>가장 오래 대기: %1</translation>
    </message>
    <message>
        <source>Of nobody is known how long it waited.</source>
        <translation>얼마나 기다렸는지 알려진 대기가 없습니다.</translation>
    </message>
</context>
<context>
    <name>lockmaster::ContentionPanel</name>
    <message>
        <source>Experiments</source>
        <translation>실험</translation>
    </message>
    <message>
        <source>What should happen</source>
        <translation>일어나야 할 일</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>실행</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>취소</translation>
    </message>
    <message>
        <source>The experiment&apos;s progress</source>
        <translation>실험 진행</translation>
    </message>
    <message>
        <source>Its locks are in the lock table meanwhile: show Locks</source>
        <translation>그동안 락은 락 테이블에 보입니다: 락 보기</translation>
    </message>
    <message>
        <source>Another experiment runs.</source>
        <translation>다른 실험이 진행 중입니다.</translation>
    </message>
    <message numerus="yes">
        <source>Run all %n</source>
        <translation>
            <numerusform>%n가지 모두 실행</numerusform>
        </translation>
    </message>
    <message>
        <source>One after another, each with the number that stands above: so they can be compared</source>
        <translation>차례로 하나씩, 모두 위에 적힌 수로 실행합니다. 그래야 비교할 수 있습니다</translation>
    </message>
    <message>
        <source>in the sandbox</source>
        <translation>샌드박스에서</translation>
    </message>
</context>
<context>
    <name>lockmaster::ContentionResult</name>
    <message>
        <source>What happened when</source>
        <translation>언제 무슨 일이 있었는지</translation>
    </message>
    <message>
        <source>What happened</source>
        <translation>일어난 일</translation>
    </message>
    <message numerus="yes">
        <source>locks lost</source>
        <translation>
            <numerusform>잃은 락</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>violations of the rule</source>
        <translation>
            <numerusform>규칙 위반</numerusform>
        </translation>
    </message>
    <message>
        <source>as expected</source>
        <translation>예상대로</translation>
    </message>
    <message>
        <source>not as expected</source>
        <translation>예상과 다름</translation>
    </message>
</context>
<context>
    <name>lockmaster::CourseExportButton</name>
    <message>
        <source>Export…</source>
        <translation>내보내기…</translation>
    </message>
    <message>
        <source>Save what is drawn as picture or drawing</source>
        <translation>그려진 것을 그림이나 도면으로 저장</translation>
    </message>
    <message>
        <source>Export the runs</source>
        <translation>실행 내보내기</translation>
    </message>
    <message>
        <source>Picture (*.png)</source>
        <translation>그림 (*.png)</translation>
    </message>
    <message>
        <source>Drawing (*.svg)</source>
        <translation>도면 (*.svg)</translation>
    </message>
</context>
<context>
    <name>lockmaster::CourseRow</name>
    <message>
        <source>A line: waits. A block: at work in what the lock is for; red: it should not have been. ●: a card. ✕: no lock, or a release of what is not its own.</source>
        <translation>선: 대기. 막대: 락으로 보호할 구간에서 작업 중, 빨간색이면 작업해서는 안 되었습니다. ●: 카드 발급. ✕: 락을 얻지 못함, 또는 자기 것이 아닌 락의 해제.</translation>
    </message>
    <message>
        <source>A block: granted one lock after another; red: they are not at the new master. ✕: refused. Grey: there is no master; pale red: two of them grant locks.</source>
        <translation>막대: 락을 이어서 얻음. 빨간색: 새 마스터에 없음. ✕: 거절됨. 회색: 마스터가 없음. 옅은 빨간색: 둘이 락을 내줌.</translation>
    </message>
</context>
<context>
    <name>lockmaster::CourseView</name>
    <message>
        <source>issues a card too many</source>
        <translation>한도를 넘겨 카드를 발급</translation>
    </message>
    <message>
        <source>issues a card</source>
        <translation>카드를 발급</translation>
    </message>
    <message>
        <source>does not get the lock</source>
        <translation>락을 얻지 못함</translation>
    </message>
    <message>
        <source>releases what is not its own</source>
        <translation>자기 것이 아닌 락을 해제</translation>
    </message>
    <message>
        <source>releases</source>
        <translation>해제</translation>
    </message>
    <message>
        <source>waits</source>
        <translation>대기</translation>
    </message>
    <message>
        <source>works although another did</source>
        <translation>다른 쪽이 작업했는데도 작업</translation>
    </message>
    <message>
        <source>works</source>
        <translation>작업</translation>
    </message>
    <message>
        <source>Not run yet</source>
        <translation>아직 실행하지 않음</translation>
    </message>
    <message numerus="yes">
        <source>%n violations</source>
        <translation>
            <numerusform>위반 %n건</numerusform>
        </translation>
    </message>
    <message>
        <source>nothing wrong</source>
        <translation>위반 없음</translation>
    </message>
    <message>
        <source>Number %1</source>
        <translation>%1번</translation>
    </message>
    <message>
        <source>several at work at once</source>
        <translation>동시에 여럿이 작업 중</translation>
    </message>
    <message numerus="yes">
        <source>%n locks by server %1</source>
        <translation>
            <numerusform>서버 %1의 락 %n개</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: lost</source>
        <translation>%1: 잃음</translation>
    </message>
    <message numerus="yes">
        <source>%n of %1 locks lost</source>
        <translation>
            <numerusform>락 %1개 중 %n개 잃음</numerusform>
        </translation>
    </message>
    <message>
        <source>no lock lost</source>
        <translation>잃은 락 없음</translation>
    </message>
    <message>
        <source>two masters for %1</source>
        <translation>%1 동안 마스터가 둘</translation>
    </message>
    <message>
        <source>no master for %1</source>
        <translation>%1 동안 마스터 없음</translation>
    </message>
    <message>
        <source>two masters</source>
        <translation>마스터가 둘</translation>
    </message>
    <message>
        <source>no master</source>
        <translation>마스터 없음</translation>
    </message>
    <message numerus="yes">
        <source>%n locks, none seen lost so far</source>
        <translation>
            <numerusform>락 %n개, 지금까지 잃은 것이 보이지 않음</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n locks, not looked for yet</source>
        <translation>
            <numerusform>락 %n개, 아직 찾아보지 않음</numerusform>
        </translation>
    </message>
    <message>
        <source>nothing wrong so far</source>
        <translation>지금까지 위반 없음</translation>
    </message>
</context>
<context>
    <name>lockmaster::DesktopNotifier</name>
    <message>
        <source>Over: %1</source>
        <translation>끝남: %1</translation>
    </message>
    <message>
        <source>%1: the lock is not there any more</source>
        <translation>%1: 락이 더 이상 없습니다</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>보기</translation>
    </message>
    <message>
        <source>Snooze 1 h</source>
        <translation>1시간 일시 정지</translation>
    </message>
    <message>
        <source>Lockmaster</source>
        <translation>Lockmaster</translation>
    </message>
    <message>
        <source>This desktop shows no notifications: %1</source>
        <translation>이 데스크톱은 알림을 표시하지 않습니다: %1</translation>
    </message>
    <message>
        <source>This desktop shows no notifications: it has no session bus.</source>
        <translation>이 데스크톱은 알림을 표시하지 않습니다: 세션 버스가 없습니다.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln alerts are over</source>
        <translation>
            <numerusform>알림 %Ln개가 끝났습니다</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln alerts at once</source>
        <translation>
            <numerusform>알림 %Ln개가 한꺼번에 시작되었습니다</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockmaster::DetailRows</name>
    <message>
        <source>Gone: this is what was last seen of it.</source>
        <translation>사라짐: 마지막으로 본 모습입니다.</translation>
    </message>
    <message>
        <source>gone</source>
        <translation>사라짐</translation>
    </message>
    <message>
        <source>State</source>
        <translation>상태</translation>
    </message>
    <message>
        <source>Same owner</source>
        <translation>같은 소유자</translation>
    </message>
    <message>
        <source>Owner</source>
        <translation>소유자</translation>
    </message>
    <message>
        <source>Connection</source>
        <translation>연결</translation>
    </message>
    <message>
        <source>User</source>
        <translation>사용자</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>호스트</translation>
    </message>
    <message>
        <source>Process</source>
        <translation>프로세스</translation>
    </message>
    <message>
        <source>Thread</source>
        <translation>스레드</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>프로그램</translation>
    </message>
    <message>
        <source>Idle for</source>
        <translation>유휴 시간</translation>
    </message>
    <message>
        <source>Hold count</source>
        <translation>점유 횟수</translation>
    </message>
    <message>
        <source>Also held by</source>
        <translation>함께 점유</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>∞ none: only its holder ends it</source>
        <translation>∞ 없음: 보유자만 끝냄</translation>
    </message>
    <message>
        <source>TTL</source>
        <translation>유효 기간(TTL)</translation>
    </message>
    <message>
        <source>Expires</source>
        <translation>만료 시간</translation>
    </message>
    <message>
        <source>Held for</source>
        <translation>점유한 지</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>대기</translation>
    </message>
    <message>
        <source>cannot be seen for this lock</source>
        <translation>이 락은 볼 수 없음</translation>
    </message>
    <message>
        <source>Raw record</source>
        <translation>원본 레코드</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>이름</translation>
    </message>
    <message>
        <source>the first %1 of %2 bytes</source>
        <translation>%2바이트 가운데 처음 %1바이트</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>노드</translation>
    </message>
    <message>
        <source>Pattern</source>
        <translation>패턴</translation>
    </message>
    <message>
        <source>Witness</source>
        <translation>증거</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>데이터</translation>
    </message>
    <message>
        <source>never read</source>
        <translation>읽은 적 없음</translation>
    </message>
    <message>
        <source>%1 old</source>
        <translation>%1 전</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>서버</translation>
    </message>
    <message>
        <source>Transport</source>
        <translation>전송</translation>
    </message>
    <message>
        <source>Client</source>
        <translation>클라이언트</translation>
    </message>
    <message>
        <source>Role</source>
        <translation>역할</translation>
    </message>
    <message>
        <source>Clock offset</source>
        <translation>시계 차이</translation>
    </message>
    <message>
        <source>Access</source>
        <translation>접근</translation>
    </message>
    <message>
        <source>read-only</source>
        <translation>읽기 전용</translation>
    </message>
    <message>
        <source>Poll</source>
        <translation>조회</translation>
    </message>
    <message>
        <source>every %1</source>
        <translation>%1마다</translation>
    </message>
    <message>
        <source>Latency</source>
        <translation>응답 시간</translation>
    </message>
    <message>
        <source>Systems</source>
        <translation>시스템</translation>
    </message>
    <message>
        <source>Locks</source>
        <translation>락</translation>
    </message>
    <message>
        <source>not read completely</source>
        <translation>다 읽지 못함</translation>
    </message>
    <message>
        <source>Not decoded</source>
        <translation>해석 못함</translation>
    </message>
    <message>
        <source>Read in</source>
        <translation>읽은 시간</translation>
    </message>
    <message>
        <source>Problem</source>
        <translation>문제</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>메모</translation>
    </message>
    <message>
        <source>Runbook</source>
        <translation>런북</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>Recognised</source>
        <translation>인식</translation>
    </message>
    <message>
        <source>at least %1: the server does not tell</source>
        <translation>%1 이상: 서버가 알려 주지 않습니다</translation>
    </message>
    <message>
        <source>Not looked at</source>
        <translation>조회하지 않음</translation>
    </message>
    <message>
        <source>A lock by your pattern. That %1 wrote it is likely, by the shape of its value.</source>
        <translation>지정한 패턴에 따라 락입니다. 값의 모양으로 보아 %1의 것으로 추정됩니다.</translation>
    </message>
    <message>
        <source>On %1 of %2 servers, and it takes %3</source>
        <translation>서버 %2대 중 %1대에 있음, %3대 필요</translation>
    </message>
    <message>
        <source>somebody else: %1</source>
        <translation>다른 쪽: %1</translation>
    </message>
    <message>
        <source>not there</source>
        <translation>없음</translation>
    </message>
    <message>
        <source>did not answer; last seen: %1</source>
        <translation>응답 없음, 마지막으로 본 것: %1</translation>
    </message>
    <message>
        <source>did not answer</source>
        <translation>응답 없음</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>사유</translation>
    </message>
    <message>
        <source>What else tells of its holder</source>
        <translation>보유자에 대해 더 알려 주는 것</translation>
    </message>
    <message>
        <source>Changes</source>
        <translation>변경</translation>
    </message>
</context>
<context>
    <name>lockmaster::DetailsPane</name>
    <message>
        <source>Details</source>
        <translation>자세히</translation>
    </message>
    <message>
        <source>Choose a lock to see its owner, its lease and what is wrong with it.</source>
        <translation>락을 고르면 소유자, 점유 시간, 문제를 보여 줍니다.</translation>
    </message>
    <message>
        <source>Show: %1</source>
        <translation>펼치기: %1</translation>
    </message>
    <message>
        <source>Hide: %1</source>
        <translation>접기: %1</translation>
    </message>
</context>
<context>
    <name>lockmaster::Dock</name>
    <message>
        <source>Lists</source>
        <translation>목록</translation>
    </message>
    <message>
        <source>Put the lists away</source>
        <translation>목록 치우기</translation>
    </message>
    <message>
        <source>Put the lists away: Ctrl+Shift+J brings them back</source>
        <translation>목록 치우기: Ctrl+Shift+J로 다시 표시</translation>
    </message>
    <message>
        <source>Unfold the lists</source>
        <translation>목록 펼치기</translation>
    </message>
    <message>
        <source>Fold the lists</source>
        <translation>목록 접기</translation>
    </message>
</context>
<context>
    <name>lockmaster::DurationEdit</name>
    <message>
        <source>%1: unit</source>
        <translation>%1: 단위</translation>
    </message>
    <message>
        <source>ms</source>
        <translation>ms</translation>
    </message>
    <message>
        <source>seconds</source>
        <translation>초</translation>
    </message>
    <message>
        <source>minutes</source>
        <translation>분</translation>
    </message>
    <message>
        <source>hours</source>
        <translation>시간</translation>
    </message>
    <message>
        <source>days</source>
        <translation>일</translation>
    </message>
</context>
<context>
    <name>lockmaster::ElectionDraft</name>
    <message>
        <source>%1: write a duration such as 500ms or 1.2s.</source>
        <translation>%1: 500ms 또는 1.2s처럼 기간을 쓰십시오.</translation>
    </message>
    <message>
        <source>Clock skews: “%1” is none; write 0, +500ms or -2s.</source>
        <translation>시계 차이: “%1”은(는) 맞지 않습니다. 0, +500ms 또는 -2s처럼 쓰십시오.</translation>
    </message>
    <message>
        <source>Period</source>
        <translation>주기</translation>
    </message>
    <message>
        <source>Lease</source>
        <translation>점유 시간</translation>
    </message>
    <message>
        <source>Work</source>
        <translation>작업</translation>
    </message>
</context>
<context>
    <name>lockmaster::ElectionPanel</name>
    <message>
        <source>Who leads</source>
        <translation>누가 리더인가</translation>
    </message>
    <message>
        <source>Last time without a leader</source>
        <translation>마지막으로 리더 없던 시간</translation>
    </message>
    <message>
        <source>Show in Leaders</source>
        <translation>리더에서 보기</translation>
    </message>
    <message>
        <source>Kill the leader  (K)</source>
        <translation>리더 강제 종료  (K)</translation>
    </message>
    <message>
        <source>End the process that believes to lead, as a crash would</source>
        <translation>리더라고 믿는 프로세스를 장애처럼 끝냅니다</translation>
    </message>
    <message>
        <source>End</source>
        <translation>끝내기</translation>
    </message>
    <message>
        <source>End all candidates and remove their table (Ctrl+E)</source>
        <translation>모든 후보를 끝내고 테이블을 지웁니다(Ctrl+E)</translation>
    </message>
    <message>
        <source>Who led when: the table, and each candidate&apos;s own report</source>
        <translation>누가 언제 리더였는지: 테이블과 후보 각자의 보고</translation>
    </message>
    <message>
        <source>Ending…</source>
        <translation>끝내는 중…</translation>
    </message>
    <message>
        <source>The candidates are starting</source>
        <translation>후보가 시작하는 중입니다</translation>
    </message>
    <message>
        <source>no failover yet</source>
        <translation>아직 페일오버 없음</translation>
    </message>
    <message>
        <source>election in the lab, %1</source>
        <translation>실험실의 선출, %1</translation>
    </message>
    <message>
        <source>recording of an election in the lab, %1</source>
        <translation>실험실 선출의 기록, %1</translation>
    </message>
    <message>
        <source>%1, watched as “%2”</source>
        <translation>%1, “%2”(으)로 관찰</translation>
    </message>
</context>
<context>
    <name>lockmaster::ElectionSetupPage</name>
    <message>
        <source>As described: 1.2 s</source>
        <translation>설명대로: 1.2초</translation>
    </message>
    <message>
        <source>As coded: 1.002 s</source>
        <translation>코드대로: 1.002초</translation>
    </message>
    <message>
        <source>Hardly longer than the period: a renewal that is a moment late has lost the lead.</source>
        <translation>주기와 거의 같습니다. 갱신이 조금만 늦어도 리더를 잃습니다.</translation>
    </message>
    <message>
        <source>Healthy</source>
        <translation>건강함</translation>
    </message>
    <message>
        <source>Five periods long, counted in milliseconds: the leader stays, and a killed one is replaced when its lease is over.</source>
        <translation>주기의 다섯 배를 밀리초로 셉니다. 리더가 유지되고, 강제 종료된 리더는 점유 시간이 끝나면 교체됩니다.</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>시작</translation>
    </message>
    <message>
        <source>More…</source>
        <translation>더 보기…</translation>
    </message>
    <message>
        <source>Kill a leader and see who takes over</source>
        <translation>리더를 강제 종료하고 누가 이어받는지 봅니다</translation>
    </message>
    <message>
        <source>Processes of their own stand for election in a table. Start them, kill the one that leads, and see how long nobody does.</source>
        <translation>별도의 프로세스들이 테이블에서 리더 선출에 나섭니다. 시작하고, 리더를 강제 종료하고, 얼마나 리더가 없는지 보십시오.</translation>
    </message>
    <message>
        <source>Sandbox</source>
        <translation>샌드박스</translation>
    </message>
    <message>
        <source>How to begin</source>
        <translation>시작 방법</translation>
    </message>
    <message>
        <source>a round every %1, lease %2, %3</source>
        <translation>라운드 %1마다, 점유 시간 %2, %3</translation>
    </message>
    <message>
        <source>Start the candidates (Enter)</source>
        <translation>후보 시작(Enter)</translation>
    </message>
    <message>
        <source>Where the experiment runs</source>
        <translation>실험하는 곳</translation>
    </message>
    <message>
        <source>Starting</source>
        <translation>시작 중</translation>
    </message>
    <message>
        <source>each its own</source>
        <translation>각자 다름</translation>
    </message>
    <message>
        <source>the first two share a host name</source>
        <translation>처음 둘이 같은 호스트 이름</translation>
    </message>
    <message>
        <source>Period</source>
        <translation>주기</translation>
    </message>
    <message>
        <source>Lease</source>
        <translation>점유 시간</translation>
    </message>
    <message>
        <source>Work</source>
        <translation>작업</translation>
    </message>
    <message>
        <source>Clock skews</source>
        <translation>시계 차이</translation>
    </message>
    <message>
        <source>&amp;Candidates</source>
        <translation>후보(&amp;C)</translation>
    </message>
    <message>
        <source>2 to 50</source>
        <translation>2~50</translation>
    </message>
    <message>
        <source>&amp;Period</source>
        <translation>주기(&amp;P)</translation>
    </message>
    <message>
        <source>of everybody&apos;s rounds</source>
        <translation>모두의 라운드</translation>
    </message>
    <message>
        <source>&amp;Lease</source>
        <translation>점유 시간(&amp;L)</translation>
    </message>
    <message>
        <source>how long a heartbeat holds</source>
        <translation>하트비트가 유효한 시간</translation>
    </message>
    <message>
        <source>C&amp;olumn</source>
        <translation>열(&amp;O)</translation>
    </message>
    <message>
        <source>what it keeps of a heartbeat&apos;s time</source>
        <translation>하트비트 시각의 저장 단위</translation>
    </message>
    <message>
        <source>&amp;Work</source>
        <translation>작업(&amp;W)</translation>
    </message>
    <message>
        <source>what the leader does after each round, holding nothing</source>
        <translation>라운드마다 리더가 아무것도 점유하지 않고 하는 일</translation>
    </message>
    <message>
        <source>&amp;Identity</source>
        <translation>이름(&amp;I)</translation>
    </message>
    <message>
        <source>what is written into the row</source>
        <translation>행에 쓰는 이름</translation>
    </message>
    <message>
        <source>Clock s&amp;kews</source>
        <translation>시계 차이(&amp;K)</translation>
    </message>
    <message>
        <source>of candidate 1, 2, 3 …; those that are missing: none</source>
        <translation>후보 1, 2, 3 … 순서, 빠진 것은 없음</translation>
    </message>
    <message>
        <source>The column keeps whole seconds, so the lease may be over after 0.2 s: another may take the lead although nobody died.</source>
        <translation>열이 초 단위라 점유 시간이 0.2초 만에 끝날 수 있습니다. 아무도 죽지 않아도 다른 후보가 리더가 될 수 있습니다.</translation>
    </message>
    <message>
        <source>I&amp;n</source>
        <translation>위치(&amp;N)</translation>
    </message>
    <message>
        <source>Candidates</source>
        <translation>후보</translation>
    </message>
    <message>
        <source>Column</source>
        <translation>열</translation>
    </message>
    <message>
        <source>Identity</source>
        <translation>이름</translation>
    </message>
</context>
<context>
    <name>lockmaster::EmptyState</name>
    <message>
        <source>Look in all servers</source>
        <translation>모든 서버에서 찾기</translation>
    </message>
    <message>
        <source>Show all locks</source>
        <translation>모든 락 표시</translation>
    </message>
    <message>
        <source>One elsewhere matches it.</source>
        <translation>다른 곳에 일치하는 락이 1개 있습니다.</translation>
    </message>
    <message>
        <source>%1 elsewhere match it.</source>
        <translation>다른 곳에 일치하는 락이 %1개 있습니다.</translation>
    </message>
    <message>
        <source>The filter matches none of the locks (%1).</source>
        <translation>필터와 일치하는 락이 없습니다(%1개 중).</translation>
    </message>
    <message>
        <source>The filter matches none of the locks %2 (%1).</source>
        <comment>2: on a server, …</comment>
        <translation>%2 락 중 필터와 일치하는 것이 없습니다(%1개 중).</translation>
    </message>
    <message>
        <source>The filter matches none of the locks that were read (%1).</source>
        <translation>읽은 락 중 필터와 일치하는 것이 없습니다(%1개 중).</translation>
    </message>
    <message>
        <source>What you look for may be there.</source>
        <translation>찾는 락이 그곳에 있을 수 있습니다.</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>다시 시도</translation>
    </message>
    <message>
        <source>Clear filter</source>
        <translation>필터 지우기</translation>
    </message>
    <message>
        <source>Connecting to %1 …</source>
        <translation>%1에 연결하는 중 …</translation>
    </message>
    <message>
        <source>Nothing was recognised as a lock.</source>
        <translation>락으로 인식된 것이 없습니다.</translation>
    </message>
    <message>
        <source>Nothing %1 was recognised as a lock.</source>
        <comment>1: on a server, …</comment>
        <translation>%1 락으로 인식된 것이 없습니다.</translation>
    </message>
    <message>
        <source>If that is a lock, a pattern in the server&apos;s settings tells how to read it.</source>
        <translation>그것이 락이라면 서버 설정의 패턴으로 읽는 방법을 지정할 수 있습니다.</translation>
    </message>
    <message>
        <source>Nothing was held at the last look.</source>
        <translation>마지막으로 확인했을 때 점유 중인 락이 없었습니다.</translation>
    </message>
    <message>
        <source>Nothing %1 was held at the last look.</source>
        <comment>1: on a server, …</comment>
        <translation>마지막으로 확인했을 때 %1 점유 중인 락이 없었습니다.</translation>
    </message>
    <message>
        <source>Not looked at since, or late: %1.</source>
        <translation>그 후 확인하지 않았거나 늦어진 서버: %1.</translation>
    </message>
    <message>
        <source>Nothing %1 is held right now.</source>
        <comment>1: on a server, …</comment>
        <translation>지금은 %1 점유 중인 락이 없습니다.</translation>
    </message>
    <message>
        <source>What this is narrowed to is not watched (%1): locks there would not be seen.</source>
        <comment>1: on a server, …</comment>
        <translation>여기서 고른 범위(%1 락)는 감시하지 않습니다. 거기에 락이 있어도 보이지 않습니다.</translation>
    </message>
    <message>
        <source>Nothing is held right now: every source was read, and no lock is there.</source>
        <translation>지금은 점유 중인 락이 없습니다. 모든 소스를 읽었고 락이 없었습니다.</translation>
    </message>
    <message>
        <source>Add a server to see who holds its locks.</source>
        <translation>서버를 추가하면 누가 락을 점유하는지 볼 수 있습니다.</translation>
    </message>
    <message>
        <source>Add a server…</source>
        <translation>서버 추가…</translation>
    </message>
    <message>
        <source>Refresh</source>
        <translation>새로 고침</translation>
    </message>
    <message>
        <source>%1 lock found on %2: %3</source>
        <comment>1: a library; 3: a table</comment>
        <translation>%2에서 %1 락을 찾음: %3</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>그 밖에 %1개</translation>
    </message>
    <message>
        <source>Watch it</source>
        <translation>지켜보기</translation>
    </message>
    <message>
        <source>Watch them</source>
        <translation>모두 지켜보기</translation>
    </message>
    <message numerus="yes">
        <source>%Ln keys on %1 look like locks (%2). Only such keys are looked at there once they are watched.</source>
        <translation>
            <numerusform>%1의 키 %Ln개가 락으로 보입니다(%2). 지켜보기 시작하면 그곳에서는 이런 키만 확인합니다.</numerusform>
        </translation>
    </message>
    <message>
        <source>Watch %1</source>
        <translation>%1 지켜보기</translation>
    </message>
    <message>
        <source>Import servers…</source>
        <translation>서버 가져오기…</translation>
    </message>
</context>
<context>
    <name>lockmaster::EventModel</name>
    <message>
        <source>%1 more left out: too many at once</source>
        <translation>%1개는 생략: 한 번에 너무 많습니다</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>server: what happened</comment>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>not written</source>
        <translation>기록되지 않음</translation>
    </message>
</context>
<context>
    <name>lockmaster::EventStrip</name>
    <message>
        <source>Renewals</source>
        <translation>갱신</translation>
    </message>
    <message>
        <source>List renewals too</source>
        <translation>갱신도 표시</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>이벤트</translation>
    </message>
    <message>
        <source>Newest</source>
        <translation>최신</translation>
    </message>
    <message>
        <source>Follow the newest events again (End)</source>
        <translation>최신 이벤트를 다시 따라갑니다 (End)</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>일시 정지</translation>
    </message>
    <message>
        <source>paused, %1 newer</source>
        <translation>일시 정지, 새 이벤트 %1</translation>
    </message>
    <message>
        <source>Nothing happened yet: what becomes of a lock from now on stands here.</source>
        <translation>아직 일어난 일이 없습니다. 이제부터 락에 일어나는 일이 여기에 나타납니다.</translation>
    </message>
</context>
<context>
    <name>lockmaster::EventText</name>
    <message>
        <source>%1 does not answer: %2</source>
        <translation>%1이(가) 응답하지 않습니다: %2</translation>
    </message>
    <message>
        <source>%1 answers again</source>
        <translation>%1이(가) 다시 응답합니다</translation>
    </message>
    <message>
        <source>%1 of %2 expired</source>
        <translation>%2의 %1 만료됨</translation>
    </message>
    <message>
        <source>%1 blocked: an open transaction locks its row</source>
        <translation>%1 차단됨: 열린 트랜잭션이 행을 잠갔습니다</translation>
    </message>
    <message>
        <source>%1 not blocked any more</source>
        <translation>%1 차단 해제됨</translation>
    </message>
    <message>
        <source>%1 appeared, %2</source>
        <translation>%1 나타남, %2</translation>
    </message>
    <message>
        <source>%1 acquired by %2, %3</source>
        <translation>%1: %2이(가) 획득, %3</translation>
    </message>
    <message>
        <source>no expiry</source>
        <translation>만료 없음</translation>
    </message>
    <message>
        <source>%1 renewed by %2, %3 left</source>
        <translation>%2이(가) %1 갱신, %3 남음</translation>
    </message>
    <message>
        <source>%1: %2 → %3</source>
        <translation>%1: %2 → %3</translation>
    </message>
    <message>
        <source>%1 of %2 is gone</source>
        <translation>%2의 %1 사라짐</translation>
    </message>
    <message>
        <source>%1 of %2 is gone after %3</source>
        <translation>%2의 %1, %3 만에 사라짐</translation>
    </message>
    <message>
        <source>%1 of %2 was released from here and is held by %3 now (audit log: %4)</source>
        <translation>%2의 %1을(를) 여기서 해제했고 지금은 %3이(가) 점유합니다(감사 기록: %4)</translation>
    </message>
    <message>
        <source>%1 of %2 was released from here (audit log: %3)</source>
        <translation>%2의 %1을(를) 여기서 해제했습니다(감사 기록: %3)</translation>
    </message>
    <message>
        <source>%1 of %2 was released from here after %3 (audit log: %4)</source>
        <translation>%2의 %1을(를) %3 뒤에 여기서 해제했습니다(감사 기록: %4)</translation>
    </message>
    <message>
        <source>%1 of %2 was let go of</source>
        <translation>%2의 %1 해제됨</translation>
    </message>
    <message>
        <source>%1 of %2 was let go of after %3</source>
        <translation>%2의 %1, %3 만에 해제됨</translation>
    </message>
    <message>
        <source>%1 of %2 is gone after %3, not known how</source>
        <translation>%2의 %1, %3 만에 사라짐 (이유 알 수 없음)</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1 of %2 vanished in a failover after %3; its holder may not know</source>
        <translation>%2의 %1이(가) %3 만에 페일오버에서 사라졌으며 보유자는 모를 수 있음</translation>
    </message>
</context>
<context>
    <name>lockmaster::ExaminationView</name>
    <message>
        <source>%1 round trip</source>
        <translation>왕복 %1</translation>
    </message>
    <message>
        <source>clock %1 from ours</source>
        <translation>시계 차이 %1</translation>
    </message>
    <message>
        <source>Result of the connection test</source>
        <translation>연결 시험 결과</translation>
    </message>
    <message>
        <source>Problem</source>
        <translation>문제</translation>
    </message>
    <message>
        <source>Problem: %1</source>
        <translation>문제: %1</translation>
    </message>
    <message>
        <source>✓ %1</source>
        <translation>✓ %1</translation>
    </message>
    <message>
        <source>✗ %1</source>
        <translation>✗ %1</translation>
    </message>
    <message>
        <source>Available: %1</source>
        <translation>가능: %1</translation>
    </message>
    <message>
        <source>Missing: %1</source>
        <translation>없음: %1</translation>
    </message>
    <message>
        <source>Accept for %1: %2</source>
        <translation>%1의 인증서로 승인: %2</translation>
    </message>
    <message>
        <source>Compare the fingerprint with the server&apos;s own first. Once accepted, the server at %1 is the one with this certificate, whatever its name and its authority; where it shows another, it is refused.</source>
        <translation>먼저 지문을 서버의 것과 비교하십시오. 승인하면 이름과 인증 기관에 관계없이 이 인증서를 가진 서버만 %1의 서버로 봅니다. 다른 인증서를 제시하면 거부합니다.</translation>
    </message>
    <message>
        <source>&amp;Accept certificate</source>
        <translation>인증서 승인(&amp;A)</translation>
    </message>
    <message>
        <source>%1 lock found: %2</source>
        <comment>1: a library; 2: a table</comment>
        <translation>%1 락을 찾음: %2</translation>
    </message>
    <message>
        <source>Watch it</source>
        <translation>지켜보기</translation>
    </message>
    <message>
        <source>Watch %1</source>
        <comment>1: a table</comment>
        <translation>%1 지켜보기</translation>
    </message>
    <message>
        <source>Watched</source>
        <translation>지켜보는 중</translation>
    </message>
    <message>
        <source>Watch %1</source>
        <comment>1: a pattern of keys</comment>
        <translation>%1 지켜보기</translation>
    </message>
    <message numerus="yes">
        <source>%Ln keys match %1 and are not shown.</source>
        <translation>
            <numerusform>%1에 맞는 키 %Ln개는 표시하지 않습니다.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockmaster::ExitQuestion</name>
    <message>
        <source>&amp;Release and quit</source>
        <translation>해제하고 종료(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Quit when released</source>
        <translation>해제되면 종료(&amp;Q)</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>종료</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>그 외 %1개</translation>
    </message>
    <message numerus="yes">
        <source>%n locks are held by you.</source>
        <translation>
            <numerusform>점유한 락이 %n개 있습니다.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n locks are held by you or waited for.</source>
        <translation>
            <numerusform>점유하거나 대기 중인 락이 %n개 있습니다.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 on %2: held by you</source>
        <translation>%2의 %1: 내가 점유 중</translation>
    </message>
    <message>
        <source>%1 on %2: waited for</source>
        <translation>%2의 %1: 대기 중</translation>
    </message>
</context>
<context>
    <name>lockmaster::FailoverModel</name>
    <message>
        <source>#</source>
        <translation>#</translation>
    </message>
    <message>
        <source>Killed at</source>
        <translation>강제 종료 시각</translation>
    </message>
    <message>
        <source>Lead</source>
        <translation>리더</translation>
    </message>
    <message>
        <source>No leader</source>
        <translation>리더 없음</translation>
    </message>
    <message>
        <source>As watched</source>
        <translation>관찰 값</translation>
    </message>
    <message>
        <source>%1 → %1 again</source>
        <translation>%1 → 다시 %1</translation>
    </message>
</context>
<context>
    <name>lockmaster::FailoverPanel</name>
    <message>
        <source>Measure</source>
        <translation>측정</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>취소</translation>
    </message>
    <message>
        <source>Measured failovers</source>
        <translation>측정한 페일오버</translation>
    </message>
    <message>
        <source>Copy as JSON</source>
        <translation>JSON으로 복사</translation>
    </message>
    <message>
        <source>Copy as CSV</source>
        <translation>CSV로 복사</translation>
    </message>
    <message>
        <source>Kill the leader </source>
        <translation>리더 강제 종료 </translation>
    </message>
    <message>
        <source> times</source>
        <translation>번</translation>
    </message>
    <message>
        <source>How often the leader is killed</source>
        <translation>리더를 강제 종료하는 횟수</translation>
    </message>
    <message>
        <source>Kill the leader so often, each time at a random moment</source>
        <translation>무작위 순간에 리더를 그 횟수만큼 강제 종료합니다</translation>
    </message>
    <message>
        <source>%v of %m</source>
        <translation>%v / %m</translation>
    </message>
    <message>
        <source>Leaders killed so far</source>
        <translation>지금까지 강제 종료한 리더</translation>
    </message>
    <message>
        <source>Median</source>
        <translation>중앙값</translation>
    </message>
    <message>
        <source>95th percentile</source>
        <translation>95백분위</translation>
    </message>
    <message>
        <source>Longest</source>
        <translation>최대</translation>
    </message>
    <message>
        <source>Each time at a random moment of its round; who was killed is restarted.</source>
        <translation>매번 라운드의 무작위 순간에 강제 종료하고, 강제 종료된 후보는 다시 시작합니다.</translation>
    </message>
    <message>
        <source>Cancelled after %1 of %2 (seed %3).</source>
        <translation>%2번 중 %1번 뒤 취소됨(시드 %3).</translation>
    </message>
    <message numerus="yes">
        <source>%n leaders killed (seed %1).</source>
        <translation>
            <numerusform>리더를 %n번 강제 종료했습니다(시드 %1).</numerusform>
        </translation>
    </message>
    <message>
        <source>No failover was measured.</source>
        <translation>측정한 페일오버가 없습니다.</translation>
    </message>
</context>
<context>
    <name>lockmaster::FileField</name>
    <message>
        <source>Choose: %1</source>
        <translation>선택: %1</translation>
    </message>
</context>
<context>
    <name>lockmaster::FilterEdit</name>
    <message>
        <source>Filter: owner:web-3 state:held ttl&lt;5s finding:no-expiry</source>
        <translation>필터: owner:web-3 state:held ttl&lt;5s finding:no-expiry</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>필터</translation>
    </message>
    <message>
        <source>Words are looked for in names and owners; name=x is the lock of this very name. Ctrl+F comes here.</source>
        <translation>단어는 이름과 소유자에서 찾습니다. name=x는 정확히 그 이름의 락입니다. Ctrl+F로 이곳에 옵니다.</translation>
    </message>
</context>
<context>
    <name>lockmaster::FindingCards</name>
    <message>
        <source>Next</source>
        <translation>다음</translation>
    </message>
    <message>
        <source>The next finding</source>
        <translation>다음 진단</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
</context>
<context>
    <name>lockmaster::FirstHints</name>
    <message>
        <source>Hint</source>
        <translation>안내</translation>
    </message>
    <message>
        <source>No more hints</source>
        <translation>안내 그만 보기</translation>
    </message>
    <message>
        <source>Each row is a lock that is held right now, those with trouble first. Its bar drains as the lease runs out. Choose a row with the mouse or the arrow keys.</source>
        <translation>행마다 지금 점유 중인 락이며, 문제가 있는 것이 먼저 나옵니다. 점유 시간이 흐르면 막대가 줄어듭니다. 마우스나 화살표 키로 행을 고르십시오.</translation>
    </message>
    <message>
        <source>Here stands who holds it, whether that one still lives, and who waits. Del lets go of a lock that is stuck: it shows first what would be sent, and takes nothing from whoever got it meanwhile.</source>
        <translation>누가 점유하는지, 아직 살아 있는지, 누가 기다리는지 여기에 나옵니다. Del은 멈춘 락을 해제합니다. 무엇을 보낼지 먼저 보여 주고, 그사이 다른 쪽이 얻었으면 빼앗지 않습니다.</translation>
    </message>
    <message>
        <source>In the lab you kill a leader and watch who takes over. ≡ has the rest: servers of your own, and the guide (F1).</source>
        <translation>실험실에서는 리더를 강제 종료하고 누가 이어받는지 봅니다. 나머지는 ≡에 있습니다: 자신의 서버, 그리고 안내서(F1).</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>&amp;Next</source>
        <translation>다음(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Done</source>
        <translation>완료(&amp;D)</translation>
    </message>
</context>
<context>
    <name>lockmaster::FormatsPage</name>
    <message>
        <source>Formats</source>
        <translation>형식</translation>
    </message>
    <message>
        <source>What it would send</source>
        <translation>보내는 내용</translation>
    </message>
    <message>
        <source>trusted</source>
        <translation>신뢰함</translation>
    </message>
    <message>
        <source>looked at only</source>
        <translation>보기만 함</translation>
    </message>
    <message>
        <source>&amp;Look only from now on</source>
        <translation>이제부터 보기만(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Trust on this machine</source>
        <translation>이 컴퓨터에서 신뢰(&amp;T)</translation>
    </message>
    <message>
        <source>Formats of your own teach Lockmaster locks that it does not know. They stand in %1, or in the profile as [[format]].</source>
        <translation>직접 만든 형식으로 Lockmaster가 모르는 락을 가르칠 수 있습니다. %1에 두거나 프로필에 [[format]]으로 씁니다.</translation>
    </message>
    <message>
        <source>not run</source>
        <translation>실행 안 함</translation>
    </message>
    <message>
        <source>These formats and commands did not come with Lockmaster. It only looks at the locks of such a format and runs no such command, until you trust it on this machine.</source>
        <translation>이 형식과 명령은 Lockmaster와 함께 오지 않았습니다. 이 컴퓨터에서 신뢰할 때까지 이런 형식의 락은 보기만 하고 이런 명령은 실행하지 않습니다.</translation>
    </message>
    <message>
        <source>&amp;Trust no more</source>
        <translation>더 이상 신뢰하지 않음(&amp;T)</translation>
    </message>
</context>
<context>
    <name>lockmaster::GoBox</name>
    <message>
        <source>Go anywhere</source>
        <translation>어디로든 이동</translation>
    </message>
    <message>
        <source>A lock, an owner, a server, a page, an action</source>
        <translation>락, 소유자, 서버, 페이지, 동작</translation>
    </message>
    <message>
        <source>What to go to, or to do</source>
        <translation>이동할 곳 또는 할 일</translation>
    </message>
    <message>
        <source>What fits</source>
        <translation>맞는 항목</translation>
    </message>
</context>
<context>
    <name>lockmaster::GoController</name>
    <message>
        <source>does not answer</source>
        <translation>응답 없음</translation>
    </message>
    <message>
        <source>not read yet</source>
        <translation>아직 읽지 않음</translation>
    </message>
    <message numerus="yes">
        <source>%Ln locks</source>
        <translation>
            <numerusform>락 %Ln개</numerusform>
        </translation>
    </message>
    <message>
        <source>Go anywhere…</source>
        <translation>어디로든 이동…</translation>
    </message>
    <message>
        <source>Ctrl+K</source>
        <translation>Ctrl+K</translation>
    </message>
    <message>
        <source>Return goes there, Esc goes back.</source>
        <translation>Return으로 이동하고 Esc로 돌아갑니다.</translation>
    </message>
    <message>
        <source>No page and no action is called so, and no server has been read yet.</source>
        <translation>그런 이름의 페이지나 동작이 없고, 아직 읽은 서버가 없습니다.</translation>
    </message>
    <message>
        <source>Nothing is called so.</source>
        <translation>그런 이름은 없습니다.</translation>
    </message>
    <message>
        <source>In what could be read, nothing is called so.</source>
        <translation>읽을 수 있었던 것 가운데 그런 이름은 없습니다.</translation>
    </message>
    <message>
        <source>Searched: %1, %2, %3.</source>
        <comment>1: 37 locks; 2: 12 owners; 3: 4 servers</comment>
        <translation>찾은 범위: %1, %2, %3.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln owners</source>
        <translation>
            <numerusform>소유자 %Ln개</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln servers</source>
        <translation>
            <numerusform>서버 %Ln개</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 fit; these are the first %2.</source>
        <translation>%1개가 맞으며, 처음 %2개를 표시합니다.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln more owners were not searched.</source>
        <translation>
            <numerusform>소유자 %Ln개는 더 있으나 찾지 않았습니다.</numerusform>
        </translation>
    </message>
    <message>
        <source>holds %1</source>
        <translation>점유 %1</translation>
    </message>
</context>
<context>
    <name>lockmaster::GoModel</name>
    <message>
        <source>Name</source>
        <translation>이름</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>위치</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>키</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>종류</translation>
    </message>
    <message>
        <source>Page</source>
        <translation>페이지</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>동작</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>서버</translation>
    </message>
    <message>
        <source>Owner</source>
        <translation>소유자</translation>
    </message>
    <message>
        <source>Lock</source>
        <translation>락</translation>
    </message>
    <message>
        <source>View</source>
        <translation>보기</translation>
    </message>
</context>
<context>
    <name>lockmaster::GuidePages</name>
    <message>
        <source>(none)</source>
        <comment>a folder&apos;s name</comment>
        <extracomment>The folder of the guide in this language; empty: it is not written in it.</extracomment>
        <translation>ko</translation>
    </message>
</context>
<context>
    <name>lockmaster::GuideView</name>
    <message>
        <source>The guide</source>
        <translation>안내서</translation>
    </message>
</context>
<context>
    <name>lockmaster::HeatMapPage</name>
    <message>
        <source>Export…</source>
        <translation>내보내기…</translation>
    </message>
    <message>
        <source>Picture (*.png)</source>
        <translation>그림 (*.png)</translation>
    </message>
</context>
<context>
    <name>lockmaster::HeldList</name>
    <message>
        <source>You hold no lock. Ctrl+N acquires one.</source>
        <translation>점유한 락이 없습니다. Ctrl+N으로 획득합니다.</translation>
    </message>
    <message>
        <source>Held by you</source>
        <translation>내가 점유한 락</translation>
    </message>
    <message>
        <source>Renew now</source>
        <translation>지금 갱신</translation>
    </message>
    <message>
        <source>Give the selected lock its whole lease again</source>
        <translation>선택한 락의 점유 시간을 처음부터 다시 시작합니다</translation>
    </message>
    <message>
        <source>Release</source>
        <translation>해제</translation>
    </message>
    <message>
        <source>Let go of the selected lock, or stop waiting (Del)</source>
        <translation>선택한 락을 해제하거나 대기를 중단합니다 (Del)</translation>
    </message>
    <message>
        <source>Release all</source>
        <translation>모두 해제</translation>
    </message>
    <message>
        <source>Let go of every lock here, and stop every wait</source>
        <translation>여기의 모든 락을 해제하고 모든 대기를 중단합니다</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>지우기</translation>
    </message>
    <message>
        <source>Take what is over off this list</source>
        <translation>끝난 항목을 목록에서 지웁니다</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Stop waiting</source>
        <translation>대기 중단</translation>
    </message>
</context>
<context>
    <name>lockmaster::HeldModel</name>
    <message>
        <source>waiting</source>
        <translation>대기 중</translation>
    </message>
    <message>
        <source>held</source>
        <translation>점유 중</translation>
    </message>
    <message>
        <source>letting go</source>
        <translation>해제하는 중</translation>
    </message>
    <message>
        <source>let go</source>
        <translation>해제함</translation>
    </message>
    <message>
        <source>not acquired</source>
        <translation>획득하지 못함</translation>
    </message>
    <message>
        <source>lost</source>
        <translation>잃음</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>실패</translation>
    </message>
    <message>
        <source>unsure</source>
        <translation>확인되지 않음</translation>
    </message>
    <message>
        <source>Lock</source>
        <translation>락</translation>
    </message>
    <message>
        <source>Owner</source>
        <translation>소유자</translation>
    </message>
    <message>
        <source>TTL</source>
        <translation>유효 기간(TTL)</translation>
    </message>
    <message>
        <source>Renewals</source>
        <translation>갱신</translation>
    </message>
    <message>
        <source>State</source>
        <translation>상태</translation>
    </message>
    <message>
        <source>(empty name)</source>
        <translation>(빈 이름)</translation>
    </message>
    <message>
        <source>&lt; 0.1 s</source>
        <translation>&lt; 0.1초</translation>
    </message>
    <message>
        <source>∞ none</source>
        <translation>∞ 없음</translation>
    </message>
    <message>
        <source>For %1</source>
        <translation>%1 동안</translation>
    </message>
    <message>
        <source>Renewed by itself at a third of its TTL of %1.</source>
        <translation>유효 기간(TTL) %1의 3분의 1마다 자동으로 갱신합니다.</translation>
    </message>
    <message>
        <source>Fencing token %1</source>
        <translation>펜싱 토큰 %1</translation>
    </message>
    <message>
        <source>Let go of by itself after %1.</source>
        <translation>%1 뒤에 자동으로 해제합니다.</translation>
    </message>
    <message>
        <source>For</source>
        <translation>기간</translation>
    </message>
    <message>
        <source>How long it has been in this state.</source>
        <translation>이 상태가 된 뒤로 지난 시간입니다.</translation>
    </message>
    <message>
        <source>for %1</source>
        <comment>a time</comment>
        <translation>%1째</translation>
    </message>
    <message numerus="yes">
        <source>%Ln renewals</source>
        <translation>
            <numerusform>갱신 %Ln회</numerusform>
        </translation>
    </message>
    <message>
        <source>Server</source>
        <translation>서버</translation>
    </message>
</context>
<context>
    <name>lockmaster::HelpWindow</name>
    <message>
        <source>The guide to Lockmaster</source>
        <translation>Lockmaster 안내서</translation>
    </message>
    <message>
        <source>&amp;Back</source>
        <translation>뒤로(&amp;B)</translation>
    </message>
    <message>
        <source>&amp;Forward</source>
        <translation>앞으로(&amp;F)</translation>
    </message>
    <message>
        <source>Find in the guide (Ctrl+F)</source>
        <translation>안내서에서 찾기 (Ctrl+F)</translation>
    </message>
    <message>
        <source>Find in the guide</source>
        <translation>안내서에서 찾기</translation>
    </message>
    <message>
        <source>Pages of the guide</source>
        <translation>안내서의 페이지</translation>
    </message>
    <message>
        <source>Not in this guide: %1</source>
        <translation>이 안내서에 없습니다: %1</translation>
    </message>
    <message>
        <source>Nothing in the guide reads %1.</source>
        <translation>안내서에 %1(이)라는 글이 없습니다.</translation>
    </message>
    <message>
        <source>%1 (in English)</source>
        <comment>a page of the guide</comment>
        <translation>%1 (영어)</translation>
    </message>
</context>
<context>
    <name>lockmaster::HistoryController</name>
    <message>
        <source>Show in History</source>
        <translation>이력에서 보기</translation>
    </message>
    <message>
        <source>Copy as report of 24 hours</source>
        <translation>최근 24시간 보고서로 복사</translation>
    </message>
</context>
<context>
    <name>lockmaster::HistoryModel</name>
    <message>
        <source>Lock</source>
        <translation>락</translation>
    </message>
    <message>
        <source>Owner</source>
        <translation>소유자</translation>
    </message>
    <message>
        <source>Since</source>
        <translation>시작</translation>
    </message>
    <message>
        <source>Until</source>
        <translation>끝</translation>
    </message>
    <message>
        <source>For</source>
        <translation>기간</translation>
    </message>
    <message>
        <source>How it ended</source>
        <translation>끝난 까닭</translation>
    </message>
    <message>
        <source>Renewed</source>
        <translation>갱신</translation>
    </message>
    <message>
        <source>Waiters</source>
        <translation>대기자</translation>
    </message>
    <message>
        <source>When it was taken. ≤: it was held already when it was first seen.</source>
        <translation>획득한 시각입니다. ≤: 처음 보았을 때 이미 점유되어 있었습니다.</translation>
    </message>
    <message>
        <source>When it ended. ≥: it was still held when it was last seen.</source>
        <translation>끝난 시각입니다. ≥: 마지막으로 보았을 때 아직 점유되어 있었습니다.</translation>
    </message>
    <message>
        <source>How long it was held. ≥: at least so long, as its begin or its end was not seen.</source>
        <translation>점유한 시간입니다. ≥: 시작이나 끝을 보지 못해 적어도 그만큼입니다.</translation>
    </message>
    <message>
        <source>How often it was seen to be renewed.</source>
        <translation>갱신되는 것을 본 횟수입니다.</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>서버</translation>
    </message>
</context>
<context>
    <name>lockmaster::HistoryPictures</name>
    <message>
        <source>Pictures of the history</source>
        <translation>이력 그림</translation>
    </message>
    <message>
        <source>Over time</source>
        <translation>시간순</translation>
    </message>
    <message>
        <source>Hours of days</source>
        <translation>날짜별 시간대</translation>
    </message>
    <message>
        <source>Most wanted</source>
        <translation>대기 많은 락</translation>
    </message>
    <message>
        <source>Locks by how much they are waited for</source>
        <translation>대기가 많은 순서의 락</translation>
    </message>
    <message>
        <source>Nothing is known of it.</source>
        <translation>알려진 것이 없습니다.</translation>
    </message>
    <message>
        <source>This picture is of one lock: narrow the search, or press Enter on a hold.</source>
        <translation>이 그림은 락 하나를 보여 줍니다. 검색을 좁히거나 점유를 선택하고 Enter를 누르십시오.</translation>
    </message>
    <message>
        <source>All locks of these servers, by what began in that time: %1.</source>
        <translation>이 서버들의 모든 락, 그 기간에 시작된 것 기준: %1개.</translation>
    </message>
    <message>
        <source>Reading …</source>
        <translation>읽는 중 …</translation>
    </message>
    <message>
        <source>%1 on %2, %3 – %4: the stronger the colour, the more of the hour it was held. Hatched: nobody looked.</source>
        <translation>%2의 %1, %3 – %4: 그 시간 가운데 오래 점유될수록 색이 강합니다. 빗금: 관찰하지 않음.</translation>
    </message>
    <message>
        <source>Held by anybody: the owner does not narrow this picture.</source>
        <translation>누가 점유했든 모두의 것입니다. 소유자는 이 그림을 좁히지 않습니다.</translation>
    </message>
    <message>
        <source>It is the lock of the newest holds; others may fit, too.</source>
        <translation>가장 최근 점유들의 락입니다. 다른 락도 해당할 수 있습니다.</translation>
    </message>
    <message>
        <source>How long</source>
        <translation>걸린 시간</translation>
    </message>
    <message>
        <source>Save the hours as a picture</source>
        <translation>시간대를 그림으로 저장</translation>
    </message>
    <message>
        <source>Export the hours</source>
        <translation>시간대 내보내기</translation>
    </message>
    <message>
        <source>A dash: nobody was seen to wait. A question mark: who waits is not told.</source>
        <translation>줄표: 대기가 관찰되지 않았습니다. 물음표: 누가 대기하는지 알려 주지 않습니다.</translation>
    </message>
    <message>
        <source>There was more than can be counted: all of it since %1, and of what was before not all. The order may be another.</source>
        <translation>셀 수 있는 것보다 많습니다. %1 이후는 모두 세었고 그전은 전부 세지 않았습니다. 순서가 다를 수 있습니다.</translation>
    </message>
    <message>
        <source>Save this as a picture</source>
        <translation>이것을 그림으로 저장</translation>
    </message>
    <message>
        <source>Export when locks were wanted</source>
        <translation>락별 대기 시간대 내보내기</translation>
    </message>
    <message>
        <source>When wanted</source>
        <translation>락별 대기 시간대</translation>
    </message>
    <message>
        <source>No hold and no wait that began in that time was seen on these servers.</source>
        <translation>이 서버들에서 그 기간에 시작된 점유도 대기도 관찰되지 않았습니다.</translation>
    </message>
    <message>
        <source>The %1 most wanted of %2 locks, by what began in that time. A cell is %3.</source>
        <translation>락 %2개 중 대기가 가장 많은 %1개, 그 기간에 시작된 것 기준. 한 칸은 %3입니다.</translation>
    </message>
    <message>
        <source>The %1 most wanted of %2 locks</source>
        <translation>락 %2개 중 대기가 가장 많은 %1개</translation>
    </message>
    <message>
        <source>Of all locks of these servers: lock and owner do not narrow this picture.</source>
        <translation>이 서버들의 모든 락입니다. 락과 소유자는 이 그림을 좁히지 않습니다.</translation>
    </message>
</context>
<context>
    <name>lockmaster::HistorySearch</name>
    <message>
        <source>Lock</source>
        <translation>락</translation>
    </message>
    <message>
        <source>Lock: part of its name</source>
        <translation>락: 이름의 일부</translation>
    </message>
    <message>
        <source>Owner</source>
        <translation>소유자</translation>
    </message>
    <message>
        <source>Owner: part of the name</source>
        <translation>소유자: 이름의 일부</translation>
    </message>
    <message>
        <source>Held at a moment</source>
        <translation>특정 시각에 점유</translation>
    </message>
    <message>
        <source>Held at: 03:00</source>
        <translation>점유 시각: 03:00</translation>
    </message>
    <message>
        <source>From</source>
        <translation>부터</translation>
    </message>
    <message>
        <source>From: 2h, 03:00</source>
        <translation>시작: 2h, 03:00</translation>
    </message>
    <message>
        <source>Until</source>
        <translation>끝</translation>
    </message>
    <message>
        <source>Until: now</source>
        <translation>끝: 지금</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>검색</translation>
    </message>
    <message>
        <source>Stretch of time</source>
        <translation>시간 구간</translation>
    </message>
    <message>
        <source>Last hour</source>
        <translation>지난 1시간</translation>
    </message>
    <message>
        <source>Last day</source>
        <translation>지난 1일</translation>
    </message>
    <message>
        <source>Last week</source>
        <translation>지난 1주</translation>
    </message>
    <message>
        <source>Last 30 days</source>
        <translation>지난 30일</translation>
    </message>
    <message>
        <source>All time</source>
        <translation>전체 시간</translation>
    </message>
    <message>
        <source>From … until …</source>
        <translation>기간 지정…</translation>
    </message>
    <message>
        <source>A time as 03:00, 2026-03-01 03:00, or so long ago as 2h. On this machine&apos;s clock.</source>
        <translation>03:00, 2026-03-01 03:00 같은 시각이나 2h처럼 얼마 전인지를 씁니다. 이 컴퓨터의 시계 기준입니다.</translation>
    </message>
    <message>
        <source>“%1” is no time that has been: type 03:00, 2026-03-01 03:00 or 2h.</source>
        <translation>“%1”은(는) 지나간 시각이 아닙니다. 03:00, 2026-03-01 03:00 또는 2h처럼 입력하십시오.</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>서버</translation>
    </message>
    <message>
        <source>All servers</source>
        <translation>모든 서버</translation>
    </message>
</context>
<context>
    <name>lockmaster::HistoryTable</name>
    <message>
        <source>Holds</source>
        <translation>점유 기록</translation>
    </message>
    <message>
        <source>Only this lock</source>
        <translation>이 락만</translation>
    </message>
    <message>
        <source>Everything of this owner</source>
        <translation>이 소유자의 모든 기록</translation>
    </message>
    <message>
        <source>Copy as report</source>
        <translation>보고서로 복사</translation>
    </message>
    <message>
        <source>Save report…</source>
        <translation>보고서 저장…</translation>
    </message>
    <message>
        <source>Live locks</source>
        <translation>지금 있는 락</translation>
    </message>
</context>
<context>
    <name>lockmaster::HistoryText</name>
    <message>
        <source>%1 (%2 UTC)</source>
        <translation>%1 (UTC %2)</translation>
    </message>
    <message>
        <source>Waiters</source>
        <translation>대기자</translation>
    </message>
    <message>
        <source>not told by this system</source>
        <translation>이 방식은 알려 주지 않습니다</translation>
    </message>
    <message>
        <source>Most waiters of a hold</source>
        <translation>한 점유의 최대 대기자</translation>
    </message>
    <message>
        <source>median %1, 95th percentile %2</source>
        <translation>중앙값 %1, 95백분위 %2</translation>
    </message>
    <message>
        <source>All locks</source>
        <translation>모든 락</translation>
    </message>
    <message>
        <source>%1 could not be read as a whole</source>
        <translation>%1을(를) 전부 읽지 못했습니다</translation>
    </message>
    <message>
        <source>nobody looked at %1 from %2 to %3</source>
        <translation>%2부터 %3까지 %1을(를) 관찰하지 않았습니다</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>그 밖에 %1건</translation>
    </message>
    <message>
        <source>Not known: %1.</source>
        <translation>알 수 없음: %1.</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>알 수 없음</translation>
    </message>
    <message>
        <source>owner: %1</source>
        <translation>소유자: %1</translation>
    </message>
    <message>
        <source>It was held already when it was looked at first.</source>
        <translation>처음 관찰했을 때 이미 점유 중이었습니다.</translation>
    </message>
    <message>
        <source>Since when is what the server says.</source>
        <translation>시작 시각은 서버가 알려 준 것입니다.</translation>
    </message>
    <message>
        <source>renewed: %1</source>
        <translation>갱신: %1회</translation>
    </message>
    <message>
        <source>waited at once, at most: %1</source>
        <translation>동시 대기자 최대: %1</translation>
    </message>
    <message>
        <source>%1 on %2</source>
        <translation>%2의 %1</translation>
    </message>
    <message>
        <source>since: %1</source>
        <translation>시작: %1</translation>
    </message>
    <message>
        <source>not yet at: %1</source>
        <translation>아직 아니던 때: %1</translation>
    </message>
    <message>
        <source>until: %1</source>
        <translation>끝: %1</translation>
    </message>
    <message>
        <source>seen last: %1</source>
        <translation>마지막 관찰: %1</translation>
    </message>
    <message>
        <source>holds: %1 · locks: %2 · owners: %3</source>
        <translation>점유 %1 · 락 %2 · 소유자 %3</translation>
    </message>
    <message>
        <source>Held at %1</source>
        <translation>%1에 점유</translation>
    </message>
    <message>
        <source>Known to be held</source>
        <translation>점유 확인됨</translation>
    </message>
    <message>
        <source>Perhaps held</source>
        <translation>점유 추정</translation>
    </message>
    <message>
        <source>nobody looked then</source>
        <translation>그때는 관찰하지 않았습니다</translation>
    </message>
    <message>
        <source>History of</source>
        <translation>이력</translation>
    </message>
    <message>
        <source>Held, median</source>
        <translation>점유 기간 중앙값</translation>
    </message>
    <message>
        <source>of %1 seen whole</source>
        <translation>전체를 관찰한 %1건 기준</translation>
    </message>
    <message>
        <source>none was seen whole</source>
        <translation>전체를 관찰한 것이 없습니다</translation>
    </message>
    <message>
        <source>There are more; narrow the search.</source>
        <translation>더 있습니다. 검색을 좁히십시오.</translation>
    </message>
    <message>
        <source>There are more: of those that began before %1 only what was still held then is listed.</source>
        <translation>더 있습니다. %1 이전에 시작한 것은 그때도 점유 중이던 것만 표시합니다.</translation>
    </message>
    <message>
        <source>Lanes are drawn for the newest; %1 more stand in the table alone.</source>
        <translation>레인은 최근 것만 그립니다. %1개는 표에만 있습니다.</translation>
    </message>
    <message>
        <source>What ended before %1 was cleared away.</source>
        <translation>%1 이전에 끝난 것은 지워졌습니다.</translation>
    </message>
    <message>
        <source>It is not known what was held then.</source>
        <translation>그때 무엇이 점유되었는지 알 수 없습니다.</translation>
    </message>
    <message>
        <source>%1 (median of %2), 95 % within %3</source>
        <translation>%1 (%2건의 중앙값), 95 %는 %3 이내</translation>
    </message>
    <message>
        <source>not asked for</source>
        <translation>묻지 않은 구간</translation>
    </message>
    <message>
        <source>not recorded yet</source>
        <translation>아직 기록 없음</translation>
    </message>
    <message>
        <source>cleared away</source>
        <translation>지워짐</translation>
    </message>
    <message>
        <source>not all are listed</source>
        <translation>일부만 표시</translation>
    </message>
    <message>
        <source>holds it now</source>
        <translation>지금 점유 중</translation>
    </message>
    <message>
        <source>%1 held by %2 for</source>
        <translation>%1: %2이(가) 점유,</translation>
    </message>
    <message>
        <source>row locked</source>
        <translation>행 잠김</translation>
    </message>
    <message>
        <source>row free again</source>
        <translation>행 잠금 풀림</translation>
    </message>
    <message>
        <source>Longest wait</source>
        <translation>최장 대기</translation>
    </message>
    <message>
        <source>Waited, median</source>
        <translation>대기 시간 중앙값</translation>
    </message>
    <message>
        <source>of %1 seen</source>
        <translation>관찰한 %1건 기준</translation>
    </message>
    <message>
        <source>95 % waited within</source>
        <translation>대기의 95 % 이내</translation>
    </message>
    <message>
        <source>95 % held within</source>
        <translation>점유의 95 % 이내</translation>
    </message>
    <message>
        <source>Longest hold</source>
        <translation>최장 점유</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>대기 중</translation>
    </message>
    <message>
        <source>at most %1</source>
        <translation>최대 %1</translation>
    </message>
    <message>
        <source>nobody has looked at %1 since %2</source>
        <translation>%2부터 %1을(를) 관찰하지 않았습니다</translation>
    </message>
    <message>
        <source>nobody looked at %1 before %2</source>
        <translation>%2 전에는 %1을(를) 관찰하지 않았습니다</translation>
    </message>
    <message>
        <source>nobody ever looked at %1</source>
        <translation>%1을(를) 한 번도 관찰하지 않았습니다</translation>
    </message>
    <message>
        <source>locks with “%1”</source>
        <translation>이름에 “%1”이(가) 있는 락</translation>
    </message>
    <message>
        <source>owners with “%1”</source>
        <translation>이름에 “%1”이(가) 있는 소유자</translation>
    </message>
    <message>
        <source>No such hold was seen.</source>
        <translation>그런 점유를 보지 못했습니다.</translation>
    </message>
    <message>
        <source>No such lock was held then.</source>
        <translation>그때 그런 락은 점유되어 있지 않았습니다.</translation>
    </message>
</context>
<context>
    <name>lockmaster::HistoryView</name>
    <message>
        <source>History</source>
        <translation>이력</translation>
    </message>
    <message>
        <source>Reading …</source>
        <translation>읽는 중 …</translation>
    </message>
    <message>
        <source>Who held what when</source>
        <translation>누가 언제 무엇을 점유했는지</translation>
    </message>
    <message>
        <source>Whole stretch</source>
        <translation>전체 구간</translation>
    </message>
    <message>
        <source>Show all of the time that was asked for</source>
        <translation>물어본 시간 전체를 표시합니다</translation>
    </message>
    <message>
        <source>Nothing was recorded yet: what Lockmaster sees of locks is written down while it runs.</source>
        <translation>아직 기록이 없습니다. Lockmaster는 실행 중에 관찰한 락을 기록합니다.</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>다시 시도</translation>
    </message>
    <message>
        <source>Show everything</source>
        <translation>모두 표시</translation>
    </message>
    <message numerus="yes">
        <source>and %Ln more</source>
        <translation>
            <numerusform>외 %Ln개</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockmaster::HoldHistogram</name>
    <message>
        <source>Most: %1</source>
        <translation>가장 많음: %1</translation>
    </message>
    <message>
        <source>%1 below %2</source>
        <translation>%2 미만 %1건</translation>
    </message>
    <message>
        <source>%1 from %2 to %3</source>
        <translation>%2 이상 %3 미만 %1건</translation>
    </message>
    <message>
        <source>How long holds took</source>
        <translation>점유 기간 분포</translation>
    </message>
    <message>
        <source>How long waits took</source>
        <translation>대기 시간 분포</translation>
    </message>
    <message>
        <source>this one: %1</source>
        <translation>이 점유: %1</translation>
    </message>
    <message>
        <source>Holds, by how long they took</source>
        <translation>점유 기간별 점유 수</translation>
    </message>
    <message>
        <source>Waits, by how long they took</source>
        <translation>대기 시간별 대기 수</translation>
    </message>
    <message>
        <source>No hold was seen from its begin to its end.</source>
        <translation>시작부터 끝까지 본 점유가 없습니다.</translation>
    </message>
    <message>
        <source>No wait was seen from its begin to its end.</source>
        <translation>시작부터 끝까지 본 대기가 없습니다.</translation>
    </message>
</context>
<context>
    <name>lockmaster::Holding</name>
    <message>
        <source>Show</source>
        <translation>보기</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>지우기</translation>
    </message>
    <message>
        <source>Lost: you no longer hold %1 on %2.</source>
        <translation>잃음: %2의 %1을(를) 더 이상 점유하지 않습니다.</translation>
    </message>
    <message numerus="yes">
        <source>Lost: you no longer hold %n locks, the last %1 on %2.</source>
        <translation>
            <numerusform>잃음: 락 %n개를 더 이상 점유하지 않습니다. 마지막은 %2의 %1입니다.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockmaster::HourMap</name>
    <message>
        <source>How much of each hour it was held</source>
        <translation>시간대별 점유 정도</translation>
    </message>
    <message>
        <source>held for %1 of %2 (%3 %)</source>
        <translation>%2 중 %1 점유 (%3 %)</translation>
    </message>
    <message>
        <source>holds that began: %1</source>
        <translation>시작된 점유: %1건</translation>
    </message>
    <message>
        <source>not known: nobody looked for %1</source>
        <translation>알 수 없음: %1 동안 관찰하지 않았습니다</translation>
    </message>
    <message>
        <source>Held most: %1</source>
        <translation>가장 오래 점유: %1</translation>
    </message>
</context>
<context>
    <name>lockmaster::ImportDialog</name>
    <message>
        <source>%1: watched as %2</source>
        <translation>%1: %2(으)로 지켜보는 중</translation>
    </message>
    <message>
        <source>&amp;Keep their passwords in the keychain</source>
        <translation>비밀번호를 키체인에 보관(&amp;K)</translation>
    </message>
    <message>
        <source>Import servers</source>
        <translation>서버 가져오기</translation>
    </message>
    <message>
        <source>Servers that were found</source>
        <translation>찾은 서버</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>이름</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>서버</translation>
    </message>
    <message>
        <source>Found in</source>
        <translation>찾은 곳</translation>
    </message>
    <message>
        <source>&amp;Open a file…</source>
        <translation>파일 열기(&amp;O)…</translation>
    </message>
    <message>
        <source>A my.cnf, DBeaver&apos;s data-sources.json, an export of Redis Insight or Another Redis Desktop Manager, a .env</source>
        <translation>my.cnf, DBeaver의 data-sources.json, Redis Insight나 Another Redis Desktop Manager의 내보내기, .env</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>취소</translation>
    </message>
    <message>
        <source>without a name</source>
        <translation>이름 없음</translation>
    </message>
    <message>
        <source>Nothing was found in ~/.my.cnf, DBeaver&apos;s own files, DATABASE_URL or REDIS_URL. Open a file that another program has exported.</source>
        <translation>~/.my.cnf, DBeaver의 파일, DATABASE_URL, REDIS_URL에서 아무것도 찾지 못했습니다. 다른 프로그램이 내보낸 파일을 여십시오.</translation>
    </message>
    <message>
        <source>Other programs have these servers written down. Those that you choose are added to the profile, without their passwords.</source>
        <translation>다른 프로그램에 적혀 있는 서버입니다. 고른 것을 비밀번호 없이 프로필에 추가합니다.</translation>
    </message>
    <message>
        <source>&amp;Import</source>
        <translation>가져오기(&amp;I)</translation>
    </message>
    <message numerus="yes">
        <source>&amp;Import %n servers</source>
        <translation>
            <numerusform>서버 %n개 가져오기(&amp;I)</numerusform>
        </translation>
    </message>
    <message>
        <source>It is production: it will be read-only.</source>
        <translation>운영 서버이므로 읽기 전용이 됩니다.</translation>
    </message>
    <message>
        <source>Importing it lets Lockmaster connect through %1.</source>
        <translation>가져오면 Lockmaster가 %1을(를) 거쳐 연결할 수 있게 됩니다.</translation>
    </message>
    <message>
        <source>The servers were added. Their passwords were not kept:</source>
        <translation>서버는 추가되었지만 비밀번호는 보관하지 못했습니다:</translation>
    </message>
    <message>
        <source>cannot be watched: %1</source>
        <translation>지켜볼 수 없음: %1</translation>
    </message>
</context>
<context>
    <name>lockmaster::LabArchive</name>
    <message>
        <source>Save the run</source>
        <translation>실행 기록 저장</translation>
    </message>
    <message>
        <source>Recordings of the lab (*.%1)</source>
        <translation>실험실 기록 (*.%1)</translation>
    </message>
    <message>
        <source>Open a run</source>
        <translation>실행 기록 열기</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>모든 파일 (*)</translation>
    </message>
    <message>
        <source>Saved: %1</source>
        <translation>저장됨: %1</translation>
    </message>
    <message>
        <source>Not saved</source>
        <translation>저장하지 못함</translation>
    </message>
    <message>
        <source>%1 could not be written.</source>
        <translation>%1에 쓸 수 없습니다.</translation>
    </message>
    <message>
        <source>Not opened</source>
        <translation>열지 못함</translation>
    </message>
    <message>
        <source>%1 cannot be played.</source>
        <translation>%1을(를) 재생할 수 없습니다.</translation>
    </message>
    <message>
        <source>Numbers of who led, as Leaders exports them (*.json)</source>
        <translation>리더 페이지가 내보낸 수치 (*.json)</translation>
    </message>
</context>
<context>
    <name>lockmaster::LabController</name>
    <message>
        <source>Starting</source>
        <translation>시작 중</translation>
    </message>
    <message>
        <source>Starting the candidates</source>
        <translation>후보 시작 중</translation>
    </message>
    <message>
        <source>Sandbox</source>
        <translation>샌드박스</translation>
    </message>
    <message>
        <source>A scratch table in %1</source>
        <translation>%1의 임시 테이블</translation>
    </message>
    <message>
        <source>a scratch table in %1</source>
        <translation>%1의 임시 테이블</translation>
    </message>
    <message>
        <source>in the sandbox</source>
        <translation>샌드박스에서</translation>
    </message>
    <message>
        <source>The lab shows no run of an election or an experiment.</source>
        <translation>실험실에 선출이나 실험의 실행이 없습니다.</translation>
    </message>
</context>
<context>
    <name>lockmaster::LabView</name>
    <message>
        <source>Experiments of the lab</source>
        <translation>실험실의 실험</translation>
    </message>
    <message>
        <source>Leader &amp;election</source>
        <translation>리더 선출(&amp;E)</translation>
    </message>
    <message>
        <source>Locks &amp;under contention</source>
        <translation>락 경합(&amp;U)</translation>
    </message>
    <message>
        <source>Open run…</source>
        <translation>실행 기록 열기…</translation>
    </message>
    <message>
        <source>Save run…</source>
        <translation>실행 기록 저장…</translation>
    </message>
    <message>
        <source>Play what was saved of an election or an experiment; no server is needed for it (Ctrl+O)</source>
        <translation>저장한 선출이나 실험을 재생합니다. 서버가 필요 없습니다 (Ctrl+O)</translation>
    </message>
    <message>
        <source>Save what is shown here in a file that can be played anywhere (Ctrl+S)</source>
        <translation>여기 보이는 것을 어디서나 재생할 수 있는 파일로 저장합니다 (Ctrl+S)</translation>
    </message>
</context>
<context>
    <name>lockmaster::LabWords</name>
    <message>
        <source>Candidate %1</source>
        <translation>후보 %1</translation>
    </message>
    <message>
        <source>for %1</source>
        <translation>%1 동안</translation>
    </message>
    <message>
        <source>The candidates are starting</source>
        <translation>후보가 시작하는 중입니다</translation>
    </message>
    <message>
        <source>Nobody is left to lead</source>
        <translation>리더가 될 후보가 없습니다</translation>
    </message>
    <message>
        <source>restart one with R</source>
        <translation>R로 다시 시작하십시오</translation>
    </message>
    <message>
        <source>Nobody leads</source>
        <translation>리더 없음</translation>
    </message>
    <message>
        <source>%1 and %2 both believe that they lead</source>
        <translation>%1와(과) %2이(가) 둘 다 리더라고 믿습니다</translation>
    </message>
    <message>
        <source>process %1</source>
        <translation>프로세스 %1</translation>
    </message>
    <message>
        <source>%1 leads</source>
        <translation>리더: %1</translation>
    </message>
    <message>
        <source>%1 believes that it leads</source>
        <translation>%1이(가) 리더라고 믿습니다</translation>
    </message>
    <message>
        <source>a round every %1</source>
        <translation>%1마다 라운드</translation>
    </message>
    <message>
        <source>lease %1</source>
        <translation>점유 시간 %1</translation>
    </message>
    <message>
        <source>work %1</source>
        <translation>작업 %1</translation>
    </message>
    <message>
        <source>1 and 2 share an identity</source>
        <translation>1과 2가 같은 이름</translation>
    </message>
    <message>
        <source>skewed clocks</source>
        <translation>어긋난 시계</translation>
    </message>
    <message>
        <source>%1 again</source>
        <translation>다시 %1</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 → %2</translation>
    </message>
    <message>
        <source>starting</source>
        <translation>시작 중</translation>
    </message>
    <message>
        <source>waits</source>
        <translation>대기</translation>
    </message>
    <message>
        <source>leads</source>
        <translation>리더</translation>
    </message>
    <message>
        <source>frozen</source>
        <translation>멈춤</translation>
    </message>
    <message>
        <source>frozen in its transaction</source>
        <translation>트랜잭션 안에서 멈춤</translation>
    </message>
    <message>
        <source>disconnected</source>
        <translation>연결 끊김</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>정지됨</translation>
    </message>
    <message>
        <source>killed</source>
        <translation>강제 종료됨</translation>
    </message>
    <message>
        <source>the table says nobody</source>
        <translation>테이블에는 리더 없음</translation>
    </message>
    <message numerus="yes">
        <source>%n candidates believe that they lead</source>
        <translation>
            <numerusform>후보 %n명이 리더라고 믿습니다</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n candidates</source>
        <translation>
            <numerusform>후보 %n명</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockmaster::LaneText</name>
    <message>
        <source>pid %1</source>
        <translation>프로세스 %1</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>테이블</translation>
    </message>
    <message>
        <source>nobody</source>
        <translation>없음</translation>
    </message>
    <message>
        <source>believes it leads</source>
        <translation>리더라고 믿음</translation>
    </message>
    <message>
        <source>leads now</source>
        <translation>현재 리더</translation>
    </message>
    <message>
        <source>%1 without a leader</source>
        <translation>%1 동안 리더 없음</translation>
    </message>
    <message>
        <source>%1 · %2 without a leader</source>
        <translation>%1 · %2 동안 리더 없음</translation>
    </message>
    <message>
        <source>two leaders · %1</source>
        <translation>리더 둘 · %1</translation>
    </message>
    <message>
        <source>two · %1</source>
        <translation>둘 · %1</translation>
    </message>
    <message>
        <source>took over</source>
        <translation>이어받음</translation>
    </message>
    <message>
        <source>lease ran out</source>
        <translation>점유 시간 만료</translation>
    </message>
    <message>
        <source>stepped down</source>
        <translation>물러남</translation>
    </message>
    <message>
        <source>killed</source>
        <translation>강제 종료됨</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>정지됨</translation>
    </message>
    <message>
        <source>frozen</source>
        <translation>멈춤</translation>
    </message>
    <message>
        <source>thawed</source>
        <translation>다시 움직임</translation>
    </message>
    <message>
        <source>connection cut</source>
        <translation>연결 끊김</translation>
    </message>
    <message>
        <source>clock skewed</source>
        <translation>시계 어긋남</translation>
    </message>
    <message>
        <source>restarted</source>
        <translation>다시 시작됨</translation>
    </message>
    <message>
        <source>finding</source>
        <translation>진단</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1부터 %2까지</translation>
    </message>
    <message>
        <source>since %1</source>
        <translation>%1부터</translation>
    </message>
    <message>
        <source>led</source>
        <translation>리더였던 시간</translation>
    </message>
    <message>
        <source>believed to lead for</source>
        <translation>리더라고 믿은 시간</translation>
    </message>
    <message>
        <source>stood still for</source>
        <translation>멈춰 있던 시간</translation>
    </message>
    <message>
        <source>worked for</source>
        <translation>작업한 시간</translation>
    </message>
    <message>
        <source>heartbeat %1 before, at %2</source>
        <translation>%1 전 하트비트, %2</translation>
    </message>
    <message>
        <source>next heartbeat %1 after, at %2</source>
        <translation>%1 뒤 하트비트, %2</translation>
    </message>
    <message>
        <source>interval %1</source>
        <translation>간격 %1</translation>
    </message>
    <message>
        <source>without a leader for</source>
        <translation>리더 없던 시간</translation>
    </message>
    <message>
        <source>known to within ±%1</source>
        <translation>오차 ±%1</translation>
    </message>
    <message>
        <source>because: %1</source>
        <translation>원인: %1</translation>
    </message>
    <message>
        <source>%1 and %2 both led, or believed to, for</source>
        <translation>%1와(과) %2이(가) 둘 다 리더였거나 그렇게 믿은 시간</translation>
    </message>
    <message>
        <source>not known: the server did not answer for</source>
        <translation>알 수 없음: 서버가 응답하지 않은 시간</translation>
    </message>
    <message>
        <source>and more; zoom in</source>
        <translation>더 있습니다. 확대하십시오</translation>
    </message>
    <message>
        <source>%1 leads for %2</source>
        <translation>%1: %2 동안 리더</translation>
    </message>
    <message>
        <source>%1 believes to lead for %2</source>
        <translation>%1: %2 동안 리더라고 믿음</translation>
    </message>
    <message>
        <source>%1 and %2: %3</source>
        <translation>%1, %2: %3</translation>
    </message>
    <message>
        <source>Nobody leads now.</source>
        <translation>지금은 리더가 없습니다.</translation>
    </message>
    <message>
        <source>%1 leads now.</source>
        <translation>지금 리더는 %1입니다.</translation>
    </message>
    <message>
        <source>Lanes: %1.</source>
        <translation>레인: %1.</translation>
    </message>
    <message>
        <source>Times without a leader: %1; the last: %2.</source>
        <translation>리더 없던 횟수: %1, 마지막: %2.</translation>
    </message>
    <message>
        <source>Times two led at once, or may have: %1.</source>
        <translation>동시에 둘이 리더였거나 그랬을 수 있는 횟수: %1.</translation>
    </message>
    <message>
        <source>Nothing seen yet: lanes appear with the first heartbeat.</source>
        <translation>아직 본 것이 없습니다. 첫 하트비트와 함께 레인이 나타납니다.</translation>
    </message>
    <message>
        <source>not watched yet</source>
        <translation>아직 관찰 전</translation>
    </message>
    <message>
        <source>not known: nobody looked for</source>
        <translation>알 수 없음(관찰하지 않음):</translation>
    </message>
    <message>
        <source>held for at least</source>
        <translation>최소 점유 기간</translation>
    </message>
    <message>
        <source>held for</source>
        <translation>점유 기간</translation>
    </message>
    <message>
        <source>Holds: %1; held now: %2.</source>
        <translation>점유 %1건, 지금 점유 중 %2건.</translation>
    </message>
    <message>
        <source>Marks: %1; the last: %2.</source>
        <translation>표시 %1개, 마지막: %2.</translation>
    </message>
    <message>
        <source>under %1</source>
        <translation>%1 미만</translation>
    </message>
    <message>
        <source>nobody leads for at least %1</source>
        <translation>%1 이상 리더 없음</translation>
    </message>
    <message>
        <source>nobody leads for %1</source>
        <translation>%1째 리더 없음</translation>
    </message>
    <message>
        <source>at most %1 waited at once, within</source>
        <translation>동시에 최대 %1명 대기, 기간</translation>
    </message>
    <message>
        <source>waiting: %1, for</source>
        <translation>대기 %1명, 기간</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>알 수 없음</translation>
    </message>
    <message>
        <source>led when last seen</source>
        <translation>마지막으로 봤을 때 리더</translation>
    </message>
    <message>
        <source>%1 led when last seen, %2 ago</source>
        <translation>마지막으로 본 %2 전의 리더: %1</translation>
    </message>
    <message>
        <source>nobody led when last looked at, %1 ago</source>
        <translation>마지막으로 조회한 %1 전에 리더 없음</translation>
    </message>
    <message>
        <source>last looked at %1 ago</source>
        <translation>%1 전에 마지막으로 조회함</translation>
    </message>
    <message>
        <source>how it went on is not known: nobody looked any more</source>
        <translation>그 뒤는 알 수 없음: 더는 관찰하지 않았습니다</translation>
    </message>
    <message>
        <source>at most %1 waited at once</source>
        <translation>동시에 최대 %1명 대기</translation>
    </message>
    <message>
        <source>waiting: %1</source>
        <translation>대기 %1명</translation>
    </message>
    <message>
        <source>nobody waits any more</source>
        <translation>더는 기다리는 쪽이 없음</translation>
    </message>
    <message>
        <source>Who leads has not been known since %1.</source>
        <translation>%1부터 누가 리더인지 알 수 없습니다.</translation>
    </message>
    <message>
        <source>%1 led when last seen.</source>
        <translation>마지막으로 봤을 때 리더는 %1입니다.</translation>
    </message>
    <message>
        <source>Nobody led when last looked at.</source>
        <translation>마지막으로 조회했을 때 리더가 없었습니다.</translation>
    </message>
</context>
<context>
    <name>lockmaster::LanesExport</name>
    <message>
        <source>Picture of what is visible (*.png)</source>
        <translation>보이는 부분의 그림 (*.png)</translation>
    </message>
    <message>
        <source>Picture of all of it (*.png)</source>
        <translation>전체의 그림 (*.png)</translation>
    </message>
    <message>
        <source>Drawing of what is visible (*.svg)</source>
        <translation>보이는 부분의 도면 (*.svg)</translation>
    </message>
    <message>
        <source>Drawing of all of it (*.svg)</source>
        <translation>전체의 도면 (*.svg)</translation>
    </message>
    <message>
        <source>Table of everything (*.csv)</source>
        <translation>전체의 표 (*.csv)</translation>
    </message>
    <message>
        <source>Numbers (*.json)</source>
        <translation>수치 (*.json)</translation>
    </message>
    <message>
        <source>Export the lanes</source>
        <translation>레인 내보내기</translation>
    </message>
    <message>
        <source>Table of who waited (*.csv)</source>
        <translation>대기한 쪽의 표 (*.csv)</translation>
    </message>
</context>
<context>
    <name>lockmaster::LanesExportButton</name>
    <message>
        <source>Export…</source>
        <translation>내보내기…</translation>
    </message>
    <message>
        <source>Save the lanes as picture, drawing, table or numbers</source>
        <translation>레인을 그림, 도면, 표, 수치로 저장</translation>
    </message>
</context>
<context>
    <name>lockmaster::LanesView</name>
    <message>
        <source>Lanes</source>
        <translation>레인</translation>
    </message>
    <message>
        <source>No later event.</source>
        <translation>이후 이벤트가 없습니다.</translation>
    </message>
    <message>
        <source>No earlier event.</source>
        <translation>이전 이벤트가 없습니다.</translation>
    </message>
</context>
<context>
    <name>lockmaster::LeaderActions</name>
    <message>
        <source>Show in Leaders</source>
        <translation>리더에서 보기</translation>
    </message>
    <message>
        <source>Stop watching as leader</source>
        <translation>리더로 관찰 중지</translation>
    </message>
    <message>
        <source>Watch as leader</source>
        <translation>리더로 관찰</translation>
    </message>
    <message>
        <source>A lock that elects a leader has its place in Leaders</source>
        <translation>리더를 뽑는 락은 리더 화면에 나타납니다</translation>
    </message>
    <message>
        <source>At most %1 locks are watched as leaders.</source>
        <translation>리더로 관찰하는 락은 최대 %1개입니다.</translation>
    </message>
</context>
<context>
    <name>lockmaster::LeaderTable</name>
    <message>
        <source>Leaders</source>
        <translation>리더</translation>
    </message>
</context>
<context>
    <name>lockmaster::LeaderText</name>
    <message>
        <source>leads</source>
        <translation>리더 있음</translation>
    </message>
    <message>
        <source>vacant</source>
        <translation>공석</translation>
    </message>
    <message>
        <source>blocked</source>
        <translation>차단됨</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>알 수 없음</translation>
    </message>
    <message>
        <source>nobody</source>
        <translation>없음</translation>
    </message>
    <message>
        <source>watched for %1</source>
        <translation>%1 동안 관찰</translation>
    </message>
    <message>
        <source>vacant for at least %1</source>
        <translation>최소 %1 동안 공석</translation>
    </message>
    <message>
        <source>vacant for %1</source>
        <translation>%1 동안 공석</translation>
    </message>
    <message>
        <source>Leader of %1</source>
        <translation>%1의 리더</translation>
    </message>
    <message>
        <source>last seen %1 ago</source>
        <translation>%1 전에 마지막으로 봄</translation>
    </message>
    <message>
        <source>never read</source>
        <translation>읽은 적 없음</translation>
    </message>
    <message>
        <source>the row is locked</source>
        <translation>행이 잠겨 있음</translation>
    </message>
    <message>
        <source>leads for %1</source>
        <translation>%1 동안 리더</translation>
    </message>
    <message>
        <source>Heartbeat / lease</source>
        <translation>하트비트 / 점유 시간</translation>
    </message>
    <message>
        <source>kept to %1</source>
        <translation>%1 단위 저장</translation>
    </message>
    <message>
        <source>Renewed every</source>
        <translation>갱신 주기</translation>
    </message>
    <message>
        <source>not seen yet</source>
        <translation>아직 보지 못함</translation>
    </message>
    <message>
        <source>at most</source>
        <translation>이하</translation>
    </message>
    <message>
        <source>as observed</source>
        <translation>관찰 값</translation>
    </message>
    <message>
        <source>Last failover</source>
        <translation>마지막 페일오버</translation>
    </message>
    <message>
        <source>none seen</source>
        <translation>본 것 없음</translation>
    </message>
    <message>
        <source>%1 ago</source>
        <translation>%1 전</translation>
    </message>
    <message>
        <source>± %1, %2</source>
        <translation>± %1, %2</translation>
    </message>
    <message>
        <source>Changes this hour</source>
        <translation>최근 1시간 변경</translation>
    </message>
    <message>
        <source>Without a leader</source>
        <translation>리더 없던 시간</translation>
    </message>
    <message>
        <source>now; %1 this hour</source>
        <translation>지금, 최근 1시간 %1</translation>
    </message>
    <message>
        <source>this hour</source>
        <translation>최근 1시간</translation>
    </message>
</context>
<context>
    <name>lockmaster::LeadersModel</name>
    <message>
        <source>Service</source>
        <translation>서비스</translation>
    </message>
    <message>
        <source>Leader</source>
        <translation>리더</translation>
    </message>
    <message>
        <source>Heartbeat / lease</source>
        <translation>하트비트 / 점유 시간</translation>
    </message>
    <message>
        <source>Changes this hour</source>
        <translation>최근 1시간 변경</translation>
    </message>
    <message>
        <source>State</source>
        <translation>상태</translation>
    </message>
    <message>
        <source>Who leads by what is stored. A dash: nobody.</source>
        <translation>저장된 내용에 따른 리더입니다. 줄표: 없습니다.</translation>
    </message>
    <message>
        <source>How old its last heartbeat is, of how long one holds.</source>
        <translation>마지막 하트비트가 지난 시간과 하트비트 하나가 유효한 시간입니다.</translation>
    </message>
    <message>
        <source>How often another one led than before, in the last hour, as far as it was seen.</source>
        <translation>최근 한 시간 동안 리더가 바뀐 것을 본 횟수입니다.</translation>
    </message>
    <message>
        <source>Whether somebody leads by what is stored. Vacant: nobody. Blocked: a transaction has its row locked, and nobody can renew or take over. Unknown: it was not read. A triangle: there are findings.</source>
        <translation>저장된 내용에 따라 리더가 있는지입니다. 공석: 없습니다. 차단됨: 트랜잭션이 행을 잠가 아무도 갱신하거나 이어받을 수 없습니다. 알 수 없음: 읽지 못했습니다. 삼각형: 진단이 있습니다.</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>서버</translation>
    </message>
</context>
<context>
    <name>lockmaster::LeadersView</name>
    <message>
        <source>Step down…</source>
        <translation>물러나게 하기…</translation>
    </message>
    <message>
        <source>Follow live</source>
        <translation>실시간 따라가기</translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation>확대</translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation>축소</translation>
    </message>
    <message>
        <source>Leaders</source>
        <translation>리더</translation>
    </message>
    <message>
        <source>Who led when</source>
        <translation>누가 언제 리더였는지</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>진단</translation>
    </message>
    <message>
        <source>Keep what happens now in sight</source>
        <translation>지금 일어나는 일을 계속 봅니다</translation>
    </message>
    <message>
        <source>Add a server to see who leads.</source>
        <translation>서버를 추가하면 누가 리더인지 보입니다.</translation>
    </message>
    <message>
        <source>Add a server…</source>
        <translation>서버 추가…</translation>
    </message>
    <message>
        <source>Nothing has been read yet.</source>
        <translation>아직 읽은 것이 없습니다.</translation>
    </message>
    <message>
        <source>None of these servers has a leader table: choose a lock that elects a leader, and “Watch as leader” in its menu.</source>
        <translation>이 서버들에는 리더 테이블이 없습니다. 리더를 뽑는 락을 고르고 그 메뉴에서 “리더로 관찰”을 선택하십시오.</translation>
    </message>
    <message>
        <source>Choose a lock</source>
        <translation>락 선택</translation>
    </message>
    <message>
        <source>Make the leader let go; another may take over</source>
        <translation>리더가 해제하게 합니다. 다른 후보가 이어받을 수 있습니다</translation>
    </message>
    <message>
        <source>Nobody is known to lead who could be made to let go</source>
        <translation>해제하게 할 수 있는 리더를 알 수 없습니다</translation>
    </message>
    <message>
        <source>No leader table was found where it could be read: choose a lock that elects a leader, and “Watch as leader” in its menu.</source>
        <translation>읽을 수 있는 곳에는 리더 테이블이 없습니다. 리더를 뽑는 락을 선택하고 메뉴에서 “리더로 관찰”을 선택하십시오.</translation>
    </message>
</context>
<context>
    <name>lockmaster::LiftStrip</name>
    <message>
        <source>Make read-only now</source>
        <translation>지금 읽기 전용으로 되돌리기</translation>
    </message>
    <message>
        <source>Writes to %1 allowed for %2</source>
        <translation>%1 쓰기 허용 중, 남은 시간 %2</translation>
    </message>
</context>
<context>
    <name>lockmaster::ListSaver</name>
    <message>
        <source>Save the list</source>
        <translation>목록 저장</translation>
    </message>
    <message>
        <source>Table for a spreadsheet (*.csv)</source>
        <translation>스프레드시트용 표 (*.csv)</translation>
    </message>
    <message>
        <source>JSON (*.json)</source>
        <translation>JSON (*.json)</translation>
    </message>
</context>
<context>
    <name>lockmaster::LockActions</name>
    <message>
        <source>Copy as text</source>
        <translation>글로 복사</translation>
    </message>
    <message>
        <source>Copy as JSON</source>
        <translation>JSON으로 복사</translation>
    </message>
    <message>
        <source>Ctrl+Shift+C</source>
        <translation>Ctrl+Shift+C</translation>
    </message>
    <message>
        <source>Copy as lockctl command</source>
        <translation>lockctl 명령으로 복사</translation>
    </message>
    <message>
        <source>Release…</source>
        <translation>해제…</translation>
    </message>
    <message>
        <source>Copy as lockctl release command</source>
        <translation>lockctl 해제 명령으로 복사</translation>
    </message>
    <message>
        <source>Release the selected locks (Del)</source>
        <translation>선택한 락 해제 (Del)</translation>
    </message>
    <message>
        <source>Select the lock to release.</source>
        <translation>해제할 락을 선택하십시오.</translation>
    </message>
    <message>
        <source>None of the selected locks can be released.</source>
        <translation>선택한 락 중 해제할 수 있는 것이 없습니다.</translation>
    </message>
    <message>
        <source>How this lock stands is not known.</source>
        <translation>이 락의 상태를 알 수 없습니다.</translation>
    </message>
    <message>
        <source>Nobody holds this lock.</source>
        <translation>이 락을 점유한 쪽이 없습니다.</translation>
    </message>
    <message>
        <source>Locks of this system cannot be released from here.</source>
        <translation>이 종류의 락은 여기서 해제할 수 없습니다.</translation>
    </message>
    <message>
        <source>Copy name</source>
        <translation>이름 복사</translation>
    </message>
    <message>
        <source>Copy owner</source>
        <translation>소유자 복사</translation>
    </message>
    <message>
        <source>Copy as SQL or redis-cli</source>
        <translation>SQL 또는 redis-cli 명령으로 복사</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>고정</translation>
    </message>
    <message>
        <source>Ctrl+P</source>
        <translation>Ctrl+P</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>고정 해제</translation>
    </message>
    <message>
        <source>Select the lock to pin.</source>
        <translation>고정할 락을 선택하십시오.</translation>
    </message>
    <message>
        <source>A pinned lock stands first, whatever the order</source>
        <translation>고정한 락은 정렬과 상관없이 맨 앞에 있습니다</translation>
    </message>
    <message>
        <source>At most %1 locks are pinned.</source>
        <translation>락은 %1개까지 고정할 수 있습니다.</translation>
    </message>
</context>
<context>
    <name>lockmaster::LockPast</name>
    <message>
        <source>%1: %2, %3 %4</source>
        <translation>%1: %2, %4 %3</translation>
    </message>
    <message>
        <source>Usually</source>
        <translation>평소</translation>
    </message>
    <message>
        <source>%1; this one: %2</source>
        <translation>%1; 이번: %2</translation>
    </message>
    <message>
        <source>History</source>
        <translation>이력</translation>
    </message>
    <message>
        <source>Not known</source>
        <translation>알 수 없음</translation>
    </message>
    <message>
        <source>Held since</source>
        <translation>점유 시작</translation>
    </message>
    <message>
        <source>Held before</source>
        <translation>이전 보유자</translation>
    </message>
    <message numerus="yes">
        <source>%1, renewed %Ln times</source>
        <translation>
            <numerusform>%1, %Ln회 갱신</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockmaster::LockTable</name>
    <message>
        <source>Locks</source>
        <translation>락</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>열</translation>
    </message>
</context>
<context>
    <name>lockmaster::LockTableModel</name>
    <message>
        <source>Lock</source>
        <translation>락</translation>
    </message>
    <message>
        <source>System</source>
        <translation>시스템</translation>
    </message>
    <message>
        <source>Owner</source>
        <translation>소유자</translation>
    </message>
    <message>
        <source>TTL</source>
        <translation>유효 기간(TTL)</translation>
    </message>
    <message>
        <source>Held for</source>
        <translation>점유한 지</translation>
    </message>
    <message>
        <source>Waiters</source>
        <translation>대기자</translation>
    </message>
    <message>
        <source>State</source>
        <translation>상태</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>gone</source>
        <translation>사라짐</translation>
    </message>
    <message>
        <source>%1, %2 ago</source>
        <translation>%1, %2 전</translation>
    </message>
    <message>
        <source>%1, findings: %2</source>
        <translation>%1, 진단: %2</translation>
    </message>
    <message>
        <source>cannot be seen</source>
        <translation>볼 수 없음</translation>
    </message>
    <message>
        <source>%1, production</source>
        <translation>%1, 운영</translation>
    </message>
    <message>
        <source>%1?</source>
        <translation>%1?</translation>
    </message>
    <message>
        <source>%1, likely</source>
        <translation>%1, 추정</translation>
    </message>
    <message>
        <source>Its name, as it is stored.</source>
        <translation>저장된 그대로의 이름입니다.</translation>
    </message>
    <message>
        <source>How it is stored, and by which library where that can be told. A question mark: likely, by its shape.</source>
        <translation>저장 방식과, 알 수 있으면 어느 라이브러리의 것인지입니다. 물음표: 모양으로 보아 추정한 것입니다.</translation>
    </message>
    <message>
        <source>The server that it is on, by its name in the profile.</source>
        <translation>락이 있는 서버로, 프로필에 적힌 이름입니다.</translation>
    </message>
    <message>
        <source>Who holds it, as far as what is stored tells. ×2: entered twice. A dash: nobody.</source>
        <translation>저장된 내용으로 알 수 있는 보유자입니다. ×2: 두 번 획득했습니다. 줄표: 없습니다.</translation>
    </message>
    <message>
        <source>How long until it ends by itself, by its server&apos;s clock; the bar is how much of its lease is left. ∞: never. A question mark: not known.</source>
        <translation>서버 시계로 저절로 끝날 때까지 남은 시간이며, 막대는 점유 시간 가운데 남은 몫입니다. ∞: 끝나지 않습니다. 물음표: 알 수 없습니다.</translation>
    </message>
    <message>
        <source>How long its holder has had it. ≥: seen for so long, and perhaps held before. A question mark: not known. A dash: nobody holds it.</source>
        <translation>보유자가 점유한 시간입니다. ≥: 본 지 그만큼이며 그전부터 점유했을 수 있습니다. 물음표: 알 수 없습니다. 줄표: 아무도 점유하지 않습니다.</translation>
    </message>
    <message>
        <source>How many wait for it. A dash: that cannot be seen for this kind of lock.</source>
        <translation>기다리는 수입니다. 줄표: 이런 락은 누가 기다리는지 볼 수 없습니다.</translation>
    </message>
    <message>
        <source>%1, pinned</source>
        <translation>%1, 고정됨</translation>
    </message>
    <message>
        <source>Changes/min</source>
        <translation>변경/분</translation>
    </message>
    <message>
        <source>How often it was taken, handed over, let go of, expired or blocked within the last minute, as far as it was seen, without renewals. It is counted while this is shown. ≥: not all of that minute was seen. A dash: none of it.</source>
        <translation>지난 1분 동안 몇 번 획득, 넘겨줌, 해제, 만료, 차단되었는지, 본 만큼입니다. 갱신은 세지 않습니다. 이 열이 보이는 동안 셉니다. ≥: 그 1분을 전부 보지는 못했습니다. 줄표: 전혀 보지 못했습니다.</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>서버</translation>
    </message>
    <message>
        <source>How it stood when it was last read, and how many findings there are. Sorted by this, what is in trouble comes first, also what an alert tells of.</source>
        <translation>마지막으로 읽었을 때의 상태와 진단의 수입니다. 이 열로 정렬하면 문제가 있는 것이 먼저 오며, 알림이 말하는 것도 그렇습니다.</translation>
    </message>
    <message>
        <source>%1 · alert</source>
        <comment>a lock&apos;s state; an alert of it is open</comment>
        <translation>%1 · 알림</translation>
    </message>
    <message>
        <source>An alert of it waits for somebody.</source>
        <translation>이 락의 알림이 누군가를 기다립니다.</translation>
    </message>
</context>
<context>
    <name>lockmaster::LockText</name>
    <message>
        <source>(empty name)</source>
        <translation>(빈 이름)</translation>
    </message>
    <message>
        <source>(vacant)</source>
        <translation>(공석)</translation>
    </message>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <translation>
            <numerusform>%1 외 %n개</numerusform>
        </translation>
    </message>
    <message>
        <source>∞ none</source>
        <translation>∞ 없음</translation>
    </message>
    <message>
        <source>held</source>
        <translation>점유 중</translation>
    </message>
    <message>
        <source>expired</source>
        <translation>만료됨</translation>
    </message>
    <message>
        <source>vacant</source>
        <translation>공석</translation>
    </message>
    <message>
        <source>free</source>
        <translation>사용 가능</translation>
    </message>
    <message>
        <source>blocked</source>
        <translation>차단됨</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>알 수 없음</translation>
    </message>
    <message>
        <source>%1 local</source>
        <translation>%1 현지 시각</translation>
    </message>
    <message>
        <source>The last look failed or was incomplete: nothing is known.</source>
        <translation>마지막 조회가 실패했거나 불완전하여 아무것도 알 수 없습니다.</translation>
    </message>
    <message>
        <source>Held by nobody.</source>
        <translation>아무도 점유하지 않습니다.</translation>
    </message>
    <message>
        <source>No expiry: only its holder ends this lock.</source>
        <translation>만료 없음: 보유자만 이 락을 끝냅니다.</translation>
    </message>
    <message>
        <source>It has an expiry, but the time is not known.</source>
        <translation>만료가 있지만 시각을 알 수 없습니다.</translation>
    </message>
    <message>
        <source>Expires in %1</source>
        <translation>%1 뒤 만료</translation>
    </message>
    <message>
        <source>Its lease ended %1 ago</source>
        <translation>점유 시간이 %1 전에 끝남</translation>
    </message>
    <message>
        <source>Lease: %1</source>
        <translation>점유 시간: %1</translation>
    </message>
    <message>
        <source>The server keeps it to %1.</source>
        <translation>서버는 %1 단위로 보관합니다.</translation>
    </message>
    <message>
        <source>the server says so</source>
        <translation>서버가 알려 줌</translation>
    </message>
    <message>
        <source>at least: since it was first seen here</source>
        <translation>적어도: 여기서 처음 본 때부터</translation>
    </message>
    <message>
        <source>No expiry</source>
        <translation>만료 없음</translation>
    </message>
    <message>
        <source>Unsigned owner</source>
        <translation>서명 없는 소유자</translation>
    </message>
    <message>
        <source>Expired, not taken</source>
        <translation>만료 후 미획득</translation>
    </message>
    <message>
        <source>Sleeping holder</source>
        <translation>잠든 보유자</translation>
    </message>
    <message>
        <source>Zero lease</source>
        <translation>점유 시간 0</translation>
    </message>
    <message>
        <source>Clock mismatch</source>
        <translation>시계 불일치</translation>
    </message>
    <message>
        <source>Name cut</source>
        <translation>이름 잘림</translation>
    </message>
    <message>
        <source>Row lock suspected</source>
        <translation>행 잠금 의심</translation>
    </message>
    <message>
        <source>&lt; 0.1 s</source>
        <translation>&lt; 0.1초</translation>
    </message>
    <message>
        <source>Lease too close to the renewal</source>
        <translation>갱신에 너무 가까운 점유 시간</translation>
    </message>
    <message>
        <source>Leader flapping</source>
        <translation>잦은 리더 교체</translation>
    </message>
    <message>
        <source>Vacant too long</source>
        <translation>너무 긴 공석</translation>
    </message>
    <message>
        <source>Renewed too fast</source>
        <translation>너무 빠른 갱신</translation>
    </message>
    <message>
        <source>Heartbeats from several hosts</source>
        <translation>여러 호스트의 하트비트</translation>
    </message>
    <message>
        <source>Two leaders</source>
        <translation>리더 둘</translation>
    </message>
    <message>
        <source>none</source>
        <translation>없음</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>알 수 없음</translation>
    </message>
    <message>
        <source>No valid time</source>
        <translation>올바른 시각 없음</translation>
    </message>
    <message>
        <source>Name in several rows</source>
        <translation>여러 행에 같은 이름</translation>
    </message>
    <message>
        <source>Likely a lock: its value is shaped like one, and so may be other things. If it is one, a pattern of the server that matches its name settles it.</source>
        <translation>락으로 추정됩니다. 값의 모양이 락과 같지만 다른 것일 수도 있습니다. 락이 맞으면 이름에 맞는 패턴을 서버에 지정하면 확정됩니다.</translation>
    </message>
    <message>
        <source>production</source>
        <translation>운영</translation>
    </message>
    <message>
        <source>staging</source>
        <translation>스테이징</translation>
    </message>
    <message>
        <source>development</source>
        <translation>개발</translation>
    </message>
    <message>
        <source>Odd count</source>
        <translation>이상한 수</translation>
    </message>
    <message>
        <source>Rows left behind</source>
        <translation>남은 행</translation>
    </message>
    <message>
        <source>Lost in a failover</source>
        <translation>페일오버에서 사라짐</translation>
    </message>
    <message>
        <source>On too few servers</source>
        <translation>너무 적은 서버에 있음</translation>
    </message>
    <message>
        <source>Two holders</source>
        <translation>보유자 둘</translation>
    </message>
    <message>
        <source>Cannot be known: what was seen contradicts itself</source>
        <translation>알 수 없음: 관찰한 것들이 서로 모순됨</translation>
    </message>
    <message>
        <source>no environment</source>
        <translation>환경 없음</translation>
    </message>
    <message>
        <source>Its lease is over: nobody holds it any more.</source>
        <translation>점유 시간이 끝나 이제 아무도 점유하지 않습니다.</translation>
    </message>
    <message>
        <source>Since when it is held does not stand in it, and its begin was not seen.</source>
        <translation>언제부터 점유했는지 적혀 있지 않고 시작도 보지 못했습니다.</translation>
    </message>
    <message>
        <source>Who waits cannot be seen for this lock.</source>
        <translation>이 락을 누가 기다리는지 볼 수 없습니다.</translation>
    </message>
    <message>
        <source>Nobody saw its changes within the last minute.</source>
        <translation>지난 1분 동안 이 락의 변경을 본 사람이 없습니다.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln changes within the last minute that is over</source>
        <translation>
            <numerusform>지난 1분 동안 변경 %Ln건</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, or more: not all of it was seen</source>
        <translation>%1 또는 그 이상. 전부를 보지는 못했습니다</translation>
    </message>
    <message>
        <source>Its server is looked at every %1: what happens between two looks is not seen.</source>
        <translation>서버를 %1마다 조회하며, 두 번의 조회 사이에 일어난 일은 볼 수 없습니다.</translation>
    </message>
    <message>
        <source>It is held and has no expiry: only its holder ends it.</source>
        <translation>점유 중이고 만료가 없습니다. 보유자만 끝냅니다.</translation>
    </message>
    <message>
        <source>Its value does not tell one holder from the next: it is empty, or a word that all of them write.</source>
        <translation>값으로 보유자를 구별할 수 없습니다. 비어 있거나 모두가 쓰는 낱말입니다.</translation>
    </message>
    <message>
        <source>Its lease ended a while ago, and nobody took it over.</source>
        <translation>점유 시간이 끝난 지 한참 되었지만 아무도 이어받지 않았습니다.</translation>
    </message>
    <message>
        <source>The session that holds it has run nothing for a while.</source>
        <translation>점유한 세션이 한동안 아무것도 실행하지 않았습니다.</translation>
    </message>
    <message>
        <source>Its lease was granted for no time at all.</source>
        <translation>점유 시간이 0으로 주어졌습니다.</translation>
    </message>
    <message>
        <source>Its times contradict the clock that the profile names, or no clock is known.</source>
        <translation>시각이 프로필에 적힌 시계와 모순되거나 시계를 알 수 없습니다.</translation>
    </message>
    <message>
        <source>The server shows only the beginning of its name.</source>
        <translation>서버가 이름의 앞부분만 보여 줍니다.</translation>
    </message>
    <message>
        <source>An open transaction has its table locked, perhaps its row.</source>
        <translation>열린 트랜잭션이 그 테이블을, 어쩌면 그 행을 잠그고 있습니다.</translation>
    </message>
    <message>
        <source>Its shortest lease is hardly longer than the time between two heartbeats.</source>
        <translation>가장 짧은 점유 시간이 하트비트 간격과 거의 같습니다.</translation>
    </message>
    <message>
        <source>The lead changed hands several times within a minute.</source>
        <translation>1분 안에 리더가 여러 번 바뀌었습니다.</translation>
    </message>
    <message>
        <source>Nobody leads, for longer than another lease would have lasted.</source>
        <translation>점유 시간이 한 번 더 지날 만큼 리더가 없습니다.</translation>
    </message>
    <message>
        <source>Heartbeats of one name come as if two processes had it.</source>
        <translation>한 이름의 하트비트가 두 프로세스가 쓰는 것처럼 옵니다.</translation>
    </message>
    <message>
        <source>Heartbeats of one name come from several hosts in turn.</source>
        <translation>한 이름의 하트비트가 여러 호스트에서 번갈아 옵니다.</translation>
    </message>
    <message>
        <source>Two wrote heartbeats while the lease of one still ran.</source>
        <translation>한쪽의 점유 시간이 끝나기 전에 둘이 하트비트를 썼습니다.</translation>
    </message>
    <message>
        <source>The time in its row is none that exists.</source>
        <translation>행의 시각이 존재하지 않는 시각입니다.</translation>
    </message>
    <message>
        <source>A number in its row is one that its library never writes.</source>
        <translation>행에 라이브러리가 결코 쓰지 않는 수가 있습니다.</translation>
    </message>
    <message>
        <source>Its node or holder has gone, and rows of it stand in another table.</source>
        <translation>노드나 보유자는 사라졌고 그 행이 다른 테이블에 남아 있습니다.</translation>
    </message>
    <message>
        <source>Several rows of its table have this name.</source>
        <translation>테이블의 여러 행에 이 이름이 있습니다.</translation>
    </message>
    <message>
        <source>It was held on the master before, and the one that took over does not have it.</source>
        <translation>이전 마스터에서 점유되었으나 이어받은 마스터에는 없습니다.</translation>
    </message>
    <message>
        <source>Fewer servers have it than it takes to hold it.</source>
        <translation>점유에 필요한 것보다 적은 서버에 있습니다.</translation>
    </message>
    <message>
        <source>Another one holds it than before, whose lease is not over yet.</source>
        <translation>이전 보유자의 점유 시간이 끝나지 않았는데 다른 쪽이 점유하고 있습니다.</translation>
    </message>
</context>
<context>
    <name>lockmaster::LocksPreview</name>
    <message>
        <source>%1 left</source>
        <comment>1: a duration</comment>
        <translation>%1 남음</translation>
    </message>
    <message>
        <source>No lock is held there at the moment.</source>
        <translation>지금 그곳에 점유 중인 락이 없습니다.</translation>
    </message>
    <message>
        <source>No lock was seen there, and not all could be read.</source>
        <translation>그곳에서 락을 보지 못했고, 전부 읽지는 못했습니다.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln locks are held there at the moment: %1.</source>
        <translation>
            <numerusform>지금 그곳에 락 %Ln개가 점유 중입니다: %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>At least %Ln locks are held there at the moment: %1.</source>
        <translation>
            <numerusform>지금 그곳에 락이 적어도 %Ln개 점유 중입니다: %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Of %Ln others it is not known.</source>
        <translation>
            <numerusform>다른 %Ln개는 알 수 없습니다.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %Ln more</source>
        <translation>
            <numerusform>외 %Ln개</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>1: how many; 2: a lock system</comment>
        <translation>%2 %1개</translation>
    </message>
</context>
<context>
    <name>lockmaster::LocksView</name>
    <message>
        <source>The filter is not understood, and nothing is left out by it. %1</source>
        <translation>필터를 이해할 수 없어 아무것도 걸러 내지 않습니다. %1</translation>
    </message>
    <message>
        <source>The filter is not understood: what is shown is still by “%1”. %2</source>
        <translation>필터를 이해할 수 없습니다. 지금 보이는 것은 아직 “%1”에 따른 것입니다. %2</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>그 밖에 %n개</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockmaster::MainToolBar</name>
    <message>
        <source>Tools</source>
        <translation>도구</translation>
    </message>
    <message>
        <source>How old the oldest data shown are</source>
        <translation>표시된 데이터 중 가장 오래된 것의 나이</translation>
    </message>
    <message>
        <source>now</source>
        <translation>지금</translation>
    </message>
    <message>
        <source>%1 + ?</source>
        <comment>how old data are, some were not read</comment>
        <translation>%1 + ?</translation>
    </message>
    <message>
        <source>Views</source>
        <translation>보기</translation>
    </message>
    <message>
        <source>View: %1, changed</source>
        <translation>보기: %1, 바뀜</translation>
    </message>
    <message>
        <source>View: %1</source>
        <translation>보기: %1</translation>
    </message>
    <message>
        <source>%1 ago</source>
        <translation>%1 전</translation>
    </message>
</context>
<context>
    <name>lockmaster::MainWindow</name>
    <message>
        <source>Lockmaster</source>
        <translation>Lockmaster</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>열</translation>
    </message>
    <message>
        <source>Menu</source>
        <translation>메뉴</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>이벤트</translation>
    </message>
    <message>
        <source>Held</source>
        <translation>점유</translation>
    </message>
    <message>
        <source>Alerts</source>
        <translation>알림</translation>
    </message>
    <message>
        <source>Looking is paused: all that is shown here is from before.</source>
        <translation>조회가 일시 정지되었습니다. 여기에 보이는 것은 모두 그 전의 것입니다.</translation>
    </message>
</context>
<context>
    <name>lockmaster::NarrowActions</name>
    <message>
        <source>Copy name</source>
        <translation>이름 복사</translation>
    </message>
    <message>
        <source>Copy owner</source>
        <translation>소유자 복사</translation>
    </message>
</context>
<context>
    <name>lockmaster::NarrowedLock</name>
    <message>
        <source>Only this name</source>
        <translation>이 이름만</translation>
    </message>
    <message>
        <source>Only this owner</source>
        <translation>이 소유자만</translation>
    </message>
    <message>
        <source>Only this server</source>
        <translation>이 서버만</translation>
    </message>
</context>
<context>
    <name>lockmaster::OverviewModel</name>
    <message>
        <source>Server</source>
        <translation>서버</translation>
    </message>
    <message>
        <source>State</source>
        <translation>상태</translation>
    </message>
    <message>
        <source>Locks</source>
        <translation>락</translation>
    </message>
    <message>
        <source>Waiters</source>
        <translation>대기자</translation>
    </message>
    <message>
        <source>Longest held</source>
        <translation>최장 점유</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>진단</translation>
    </message>
    <message>
        <source>Changes/min</source>
        <translation>변경/분</translation>
    </message>
    <message>
        <source>The lock that is held for longest there. ≥: seen for so long, and perhaps held before.</source>
        <translation>그 서버에서 가장 오래 점유된 락입니다. ≥: 본 지 그만큼이며 그전부터 점유했을 수 있습니다.</translation>
    </message>
    <message>
        <source>What is wrong with its locks, and with how many of them.</source>
        <translation>그 서버의 락에 있는 문제와 해당하는 락의 수입니다.</translation>
    </message>
</context>
<context>
    <name>lockmaster::OverviewTable</name>
    <message>
        <source>Servers</source>
        <translation>서버</translation>
    </message>
    <message>
        <source>Show its locks</source>
        <translation>락 보기</translation>
    </message>
    <message>
        <source>Copy its name</source>
        <translation>이름 복사</translation>
    </message>
    <message>
        <source>%1 of %2 offline</source>
        <translation>%2개 중 %1개 오프라인</translation>
    </message>
</context>
<context>
    <name>lockmaster::OverviewText</name>
    <message>
        <source>%1 of %2 offline</source>
        <translation>%2개 중 %1개 오프라인</translation>
    </message>
    <message numerus="yes">
        <source>%Ln servers</source>
        <translation>
            <numerusform>서버 %Ln개</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln not read</source>
        <translation>
            <numerusform>%Ln개 읽지 못함</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>1: 12 servers; 2: 3 not read</comment>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>offline</source>
        <translation>오프라인</translation>
    </message>
    <message>
        <source>connecting</source>
        <translation>연결 중</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>일시 정지</translation>
    </message>
    <message>
        <source>paused, %1 old</source>
        <translation>일시 정지, %1 전</translation>
    </message>
    <message>
        <source>%1 old</source>
        <translation>%1 전</translation>
    </message>
    <message>
        <source>partly read</source>
        <translation>일부만 읽음</translation>
    </message>
    <message>
        <source>answers</source>
        <translation>응답함</translation>
    </message>
    <message>
        <source>with problems</source>
        <translation>문제 있음</translation>
    </message>
    <message>
        <source>%1 + %2?</source>
        <translation>%1 + %2?</translation>
    </message>
    <message>
        <source>%1 + ?</source>
        <translation>%1 + ?</translation>
    </message>
    <message>
        <source>Nobody saw its changes within the last minute.</source>
        <translation>지난 1분 동안 이 서버의 변경을 본 사람이 없습니다.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln changes within the last minute that is over: taken, handed over, let go of, expired or blocked, without renewals.</source>
        <translation>
            <numerusform>지난 1분 동안 변경 %Ln건: 획득, 넘겨줌, 해제, 만료, 차단. 갱신은 세지 않습니다.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 There may have been more: not all of it was seen.</source>
        <translation>%1 전부를 보지는 못했으므로 더 있었을 수 있습니다.</translation>
    </message>
    <message>
        <source>Blocked %1</source>
        <comment>how many locks</comment>
        <translation>차단됨 %1</translation>
    </message>
</context>
<context>
    <name>lockmaster::OverviewView</name>
    <message>
        <source>Show its locks</source>
        <translation>락 보기</translation>
    </message>
    <message>
        <source>Sort now</source>
        <translation>지금 정렬</translation>
    </message>
    <message>
        <source>Overview</source>
        <translation>개요</translation>
    </message>
    <message>
        <source>Find a server</source>
        <translation>서버 찾기</translation>
    </message>
    <message numerus="yes">
        <source>%Ln servers</source>
        <translation>
            <numerusform>서버 %Ln개</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <comment>1: 3; 2: 12 servers</comment>
        <translation>%2 중 %1개</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>1: 12 servers; 2: 3 do not answer</comment>
        <translation>%1, %2</translation>
    </message>
    <message numerus="yes">
        <source>%Ln do not answer</source>
        <translation>
            <numerusform>%Ln개 응답 없음</numerusform>
        </translation>
    </message>
    <message>
        <source>Some rows belong elsewhere by now: none moves while you are among them.</source>
        <translation>지금은 다른 자리에 있어야 할 행이 있습니다. 목록을 보고 있는 동안에는 움직이지 않습니다.</translation>
    </message>
    <message>
        <source>Add a server to see how all of them stand.</source>
        <translation>서버를 추가하면 모든 서버의 상태를 볼 수 있습니다.</translation>
    </message>
    <message>
        <source>Add a server…</source>
        <translation>서버 추가…</translation>
    </message>
    <message>
        <source>No server is called so.</source>
        <translation>그런 이름의 서버는 없습니다.</translation>
    </message>
    <message>
        <source>Show all servers</source>
        <translation>모든 서버 보기</translation>
    </message>
    <message>
        <source>All locks of the chosen server or environment (Enter)</source>
        <translation>선택한 서버나 환경의 모든 락 (Enter)</translation>
    </message>
    <message numerus="yes">
        <source>%Ln not wholly read</source>
        <translation>
            <numerusform>%Ln대는 전부 읽지 못함</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockmaster::OwnerText</name>
    <message>
        <source>%1 gone</source>
        <translation>사라짐 %1개</translation>
    </message>
    <message>
        <source>%1 no sign of life</source>
        <translation>표시 없음 %1개</translation>
    </message>
    <message>
        <source>Contradicting</source>
        <translation>서로 어긋남</translation>
    </message>
    <message>
        <source>%1 contradicting</source>
        <translation>서로 어긋남 %1개</translation>
    </message>
    <message>
        <source>%1 alive</source>
        <translation>살아 있음 %1개</translation>
    </message>
    <message>
        <source>%1 cannot be known</source>
        <translation>알 수 없음 %1개</translation>
    </message>
    <message>
        <source>Profile</source>
        <translation>프로필</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>호스트</translation>
    </message>
    <message>
        <source>Process</source>
        <translation>프로세스</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>주소</translation>
    </message>
    <message>
        <source>Session</source>
        <translation>세션</translation>
    </message>
    <message>
        <source>All that the profile calls so.</source>
        <translation>프로필이 그렇게 부르는 모든 소유자입니다.</translation>
    </message>
    <message>
        <source>All that sign with this host, whatever the process.</source>
        <translation>프로세스와 관계없이 이 호스트 이름을 쓰는 모든 소유자입니다.</translation>
    </message>
    <message>
        <source>One process, by what it made up for itself.</source>
        <translation>프로세스가 스스로 만든 값으로 구별한 프로세스 하나입니다.</translation>
    </message>
    <message>
        <source>All that their server sees come from there: others may share it.</source>
        <translation>서버가 보기에 그 주소에서 오는 모든 소유자입니다. 다른 소유자와 함께 쓰는 주소일 수 있습니다.</translation>
    </message>
    <message>
        <source>One session of its server, of which no more is known.</source>
        <translation>더 알려진 것이 없는, 그 서버의 세션 하나입니다.</translation>
    </message>
    <message>
        <source>All that sign so, to the letter.</source>
        <translation>글자 그대로 같은 값을 쓰는 모든 소유자입니다.</translation>
    </message>
    <message>
        <source>%1 + %2?</source>
        <translation>%1 + %2?</translation>
    </message>
    <message>
        <source>Host: %1</source>
        <translation>호스트: %1</translation>
    </message>
    <message>
        <source>User: %1</source>
        <translation>사용자: %1</translation>
    </message>
    <message>
        <source>Program: %1</source>
        <translation>프로그램: %1</translation>
    </message>
    <message>
        <source>Process: %1</source>
        <translation>프로세스: %1</translation>
    </message>
    <message>
        <source>Nothing more is known of it.</source>
        <translation>더 알려진 것이 없습니다.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln more owners give less trouble and hold less.</source>
        <translation>
            <numerusform>문제와 점유가 더 적은 소유자가 %Ln개 더 있습니다.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Of %Ln locks that are held nothing tells by whom.</source>
        <translation>
            <numerusform>점유 중인 락 %Ln개는 누가 점유했는지 알려 주는 것이 없습니다.</numerusform>
        </translation>
    </message>
    <message>
        <source>Stored text</source>
        <translation>저장된 글</translation>
    </message>
    <message numerus="yes">
        <source>It held %Ln more, whose state is not known now.</source>
        <translation>
            <numerusform>점유했던 %Ln개의 상태는 지금 알 수 없습니다.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The state of %Ln locks is not known.</source>
        <translation>
            <numerusform>락 %Ln개의 상태를 알 수 없습니다.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockmaster::OwnersModel</name>
    <message>
        <source>Owner</source>
        <translation>소유자</translation>
    </message>
    <message>
        <source>Known by</source>
        <translation>구별 기준</translation>
    </message>
    <message>
        <source>Holds</source>
        <translation>점유</translation>
    </message>
    <message>
        <source>Waits for</source>
        <translation>대기</translation>
    </message>
    <message>
        <source>Oldest</source>
        <translation>가장 오래됨</translation>
    </message>
    <message>
        <source>Holder lives?</source>
        <translation>보유자 생존</translation>
    </message>
    <message>
        <source>Host, user, program</source>
        <translation>호스트, 사용자, 프로그램</translation>
    </message>
    <message>
        <source>What makes its locks one owner&apos;s: what a format stores or the profile says, never likeness.</source>
        <translation>락들을 한 소유자의 것으로 묶는 근거입니다. 형식이 저장하거나 프로필에 적힌 것이며, 비슷하다는 것만으로는 묶지 않습니다.</translation>
    </message>
    <message>
        <source>How long it has had the lock that it has had for longest. ≥: seen for so long, and perhaps held before.</source>
        <translation>가장 오래 점유한 락을 점유한 시간입니다. ≥: 본 지 그만큼이며 그전부터 점유했을 수 있습니다.</translation>
    </message>
    <message>
        <source>Whether it lives, by the verdicts on what it holds.</source>
        <translation>점유한 락들의 생존 판정에 따라 살아 있는지입니다.</translation>
    </message>
    <message>
        <source>Servers</source>
        <translation>서버</translation>
    </message>
</context>
<context>
    <name>lockmaster::OwnersTable</name>
    <message>
        <source>Owners</source>
        <translation>소유자</translation>
    </message>
    <message>
        <source>Show its locks</source>
        <translation>락 보기</translation>
    </message>
    <message>
        <source>Copy its name</source>
        <translation>이름 복사</translation>
    </message>
    <message>
        <source>Show what it holds</source>
        <translation>점유한 락만 보기</translation>
    </message>
</context>
<context>
    <name>lockmaster::OwnersView</name>
    <message>
        <source>Show its locks</source>
        <translation>락 보기</translation>
    </message>
    <message>
        <source>Owners</source>
        <translation>소유자</translation>
    </message>
    <message numerus="yes">
        <source>%Ln owners</source>
        <translation>
            <numerusform>소유자 %Ln개</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>1: 12 owners; 2: 3 wait</comment>
        <translation>%1, %2</translation>
    </message>
    <message numerus="yes">
        <source>%Ln wait</source>
        <translation>
            <numerusform>%Ln개 대기</numerusform>
        </translation>
    </message>
    <message>
        <source>Add a server to see who holds its locks.</source>
        <translation>서버를 추가하면 누가 락을 점유하는지 볼 수 있습니다.</translation>
    </message>
    <message>
        <source>Add a server…</source>
        <translation>서버 추가…</translation>
    </message>
    <message>
        <source>Nothing has been read yet.</source>
        <translation>아직 읽은 것이 없습니다.</translation>
    </message>
    <message>
        <source>Nobody who is known holds a lock, or waits for one.</source>
        <translation>알려진 소유자 중 락을 점유하거나 기다리는 소유자가 없습니다.</translation>
    </message>
    <message>
        <source>In what could be read, nobody who is known holds a lock.</source>
        <translation>읽을 수 있었던 범위에서는 알려진 소유자가 점유한 락이 없습니다.</translation>
    </message>
    <message>
        <source>Show all locks</source>
        <translation>모든 락 표시</translation>
    </message>
    <message>
        <source>All that the chosen owner holds and waits for, on all servers (Enter)</source>
        <translation>선택한 소유자가 모든 서버에서 점유하고 기다리는 락을 모두 표시합니다 (Enter)</translation>
    </message>
</context>
<context>
    <name>lockmaster::PageWindow</name>
    <message>
        <source>%1 - Lockmaster</source>
        <translation>%1 - Lockmaster</translation>
    </message>
</context>
<context>
    <name>lockmaster::PageWindows</name>
    <message>
        <source>Ctrl+W</source>
        <translation>Ctrl+W</translation>
    </message>
    <message>
        <source>Shift+F11</source>
        <translation>Shift+F11</translation>
    </message>
</context>
<context>
    <name>lockmaster::PasswordDialog</name>
    <message>
        <source>%1 at %2</source>
        <comment>user, host:port</comment>
        <translation>%2의 %1</translation>
    </message>
    <message>
        <source>&amp;Log in</source>
        <translation>로그인(&amp;L)</translation>
    </message>
    <message>
        <source>Password</source>
        <translation>비밀번호</translation>
    </message>
    <message>
        <source>Password for %1</source>
        <translation>%1의 비밀번호</translation>
    </message>
    <message>
        <source>Account</source>
        <translation>계정</translation>
    </message>
    <message>
        <source>&amp;Password</source>
        <translation>비밀번호(&amp;P)</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>취소</translation>
    </message>
    <message>
        <source>Connecting to %1 …</source>
        <translation>%1에 연결하는 중 …</translation>
    </message>
</context>
<context>
    <name>lockmaster::PasswordField</name>
    <message>
        <source>Keep it in the ke&amp;ychain</source>
        <translation>키체인에 보관(&amp;Y)</translation>
    </message>
    <message>
        <source>Password</source>
        <translation>비밀번호</translation>
    </message>
    <message>
        <source>It goes into the keychain of this desktop.</source>
        <translation>이 데스크톱의 키체인에 들어갑니다.</translation>
    </message>
    <message>
        <source>Otherwise it is kept in memory until Lockmaster ends, and nowhere else.</source>
        <translation>저장하지 않으면 Lockmaster가 끝날 때까지 메모리에만 보관합니다.</translation>
    </message>
    <message>
        <source>No keychain runs on this desktop: the password is kept in memory until Lockmaster ends, and stored nowhere.</source>
        <translation>이 데스크톱에 키체인이 실행되고 있지 않습니다. 비밀번호는 Lockmaster가 끝날 때까지 메모리에만 보관하고 어디에도 저장하지 않습니다.</translation>
    </message>
    <message>
        <source>It is kept in memory until Lockmaster ends, and nowhere else.</source>
        <translation>Lockmaster가 끝날 때까지 메모리에만 보관합니다.</translation>
    </message>
</context>
<context>
    <name>lockmaster::PinStrip</name>
    <message>
        <source>Pinned locks…</source>
        <translation>고정한 락…</translation>
    </message>
    <message>
        <source>Pinned locks</source>
        <translation>고정한 락</translation>
    </message>
    <message numerus="yes">
        <source>%1 and %Ln more</source>
        <comment>1: names</comment>
        <translation>
            <numerusform>%1 외 %Ln개</numerusform>
        </translation>
    </message>
    <message>
        <source>Pinned, %1</source>
        <translation>고정한 락 가운데 %1</translation>
    </message>
    <message>
        <source>Not held: its source was read whole, and it is not there. Not seen: that could not be read, and it may be held.</source>
        <translation>점유되지 않음: 그 소스를 모두 읽었으며, 거기에 없습니다. 보지 못함: 읽을 수 없었으며, 점유되어 있을 수 있습니다.</translation>
    </message>
    <message>
        <source>Go to it</source>
        <translation>그 락으로 이동</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>고정 해제</translation>
    </message>
    <message>
        <source>Only the names that are pinned</source>
        <translation>고정한 이름만</translation>
    </message>
</context>
<context>
    <name>lockmaster::PlainTable</name>
    <message>
        <source>Columns</source>
        <translation>열</translation>
    </message>
</context>
<context>
    <name>lockmaster::PlanRun</name>
    <message>
        <source>its server is not among those of this profile</source>
        <translation>이 프로필에 없는 서버입니다</translation>
    </message>
    <message>
        <source>it was production when it was planned, and is not by this profile</source>
        <translation>계획할 때는 운영 서버였으나 이 프로필에서는 그렇지 않습니다</translation>
    </message>
    <message>
        <source>From the plan %1.</source>
        <translation>계획 %1에서 읽었습니다.</translation>
    </message>
    <message>
        <source>From the plan %1, made %2.</source>
        <translation>%2에 만든 계획 %1에서 읽었습니다.</translation>
    </message>
    <message>
        <source>Chosen by %1.</source>
        <translation>선택 조건: %1.</translation>
    </message>
    <message>
        <source>Good until %1.</source>
        <translation>%1까지 유효합니다.</translation>
    </message>
    <message>
        <source>Its ten minutes are over.</source>
        <translation>유효 시간 10분이 지났습니다.</translation>
    </message>
    <message>
        <source>What became of the plan is not in the log</source>
        <translation>계획의 결과가 감사 기록에 기록되지 않았습니다</translation>
    </message>
    <message>
        <source>Its server is not watched any more.</source>
        <translation>그 서버는 더 이상 감시하지 않습니다.</translation>
    </message>
    <message>
        <source>Only of holders who are gone: your own check is asked of each before, and again once what it said is a minute old.</source>
        <translation>사라진 보유자만: 해제하기 전에 각각 직접 정한 확인 명령에 묻고, 그 대답이 1분이 지나면 다시 묻습니다.</translation>
    </message>
    <message>
        <source>Asking whether their holders are gone …</source>
        <translation>보유자가 사라졌는지 묻는 중 …</translation>
    </message>
</context>
<context>
    <name>lockmaster::PlanSaver</name>
    <message>
        <source>Save the plan</source>
        <translation>계획 저장</translation>
    </message>
    <message>
        <source>Plan of a release (*.plan)</source>
        <translation>해제 계획 (*.plan)</translation>
    </message>
    <message>
        <source>The plan is being written …</source>
        <translation>계획을 기록하는 중입니다…</translation>
    </message>
    <message>
        <source>its server is not watched any more</source>
        <translation>이 서버를 더 이상 감시하지 않습니다</translation>
    </message>
    <message>
        <source>it could not be looked at again</source>
        <translation>다시 확인할 수 없었습니다</translation>
    </message>
    <message>
        <source>it is not any more as it was looked at</source>
        <translation>확인했던 상태와 달라졌습니다</translation>
    </message>
    <message>
        <source>%1 (%2): %3</source>
        <translation>%1 (%2): %3</translation>
    </message>
    <message>
        <source>Left out of the plan:</source>
        <translation>계획에서 제외한 락:</translation>
    </message>
    <message>
        <source>The plan was not saved</source>
        <translation>계획을 저장하지 못했습니다</translation>
    </message>
    <message>
        <source>None of these can be planned: no file is written</source>
        <translation>계획에 넣을 수 있는 락이 없어 파일을 만들지 않았습니다</translation>
    </message>
    <message>
        <source>Nothing was sent. It is good until ten minutes after the look: %1</source>
        <translation>서버에는 아무것도 보내지 않았습니다. 확인한 때로부터 10분 동안 유효합니다: %1</translation>
    </message>
    <message>
        <source>Plan, only of holders who are gone then (*.plan)</source>
        <translation>계획, 그때 사라진 보유자만 (*.plan)</translation>
    </message>
    <message numerus="yes">
        <source>… and %Ln more</source>
        <translation>
            <numerusform>… 외 %Ln개</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The plan of %Ln locks is in %1</source>
        <translation>
            <numerusform>락 %Ln개의 계획을 %1에 저장했습니다</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockmaster::ProductionStripe</name>
    <message>
        <source>A production server is shown</source>
        <translation>운영 서버가 표시됨</translation>
    </message>
</context>
<context>
    <name>lockmaster::ProfileEditor</name>
    <message>
        <source>The profile %1 cannot be written by you.</source>
        <translation>프로필 %1에 쓸 권한이 없습니다.</translation>
    </message>
    <message>
        <source>%1 is empty, or not there any more.</source>
        <translation>%1 파일이 비었거나 더 이상 없습니다.</translation>
    </message>
    <message>
        <source>Mend it, or choose Reload in the settings.</source>
        <translation>고치거나 설정에서 다시 읽기를 누르십시오.</translation>
    </message>
    <message>
        <source>The rule %1 was changed in the profile meanwhile.</source>
        <translation>그사이 프로필에서 %1 규칙이 바뀌었습니다.</translation>
    </message>
    <message>
        <source>The view %1 was changed in the profile meanwhile.</source>
        <translation>그 사이에 프로필에서 %1 보기가 바뀌었습니다.</translation>
    </message>
    <message>
        <source>Look at it as it is now, and change it anew.</source>
        <translation>지금의 보기를 보고 다시 바꾸십시오.</translation>
    </message>
    <message>
        <source>Put back, look at it as it is there now, and change it anew.</source>
        <translation>되돌린 뒤 지금 적혀 있는 것을 보고 다시 바꾸십시오.</translation>
    </message>
    <message>
        <source>The profile was changed meanwhile, and says something else of %1: %2.</source>
        <translation>그사이 프로필이 바뀌어 %1에 대해 다르게 적혀 있습니다: %2.</translation>
    </message>
    <message>
        <source>Look at it as it is there now, and remove it anew.</source>
        <translation>지금 프로필에 있는 내용을 확인한 뒤 다시 제거하십시오.</translation>
    </message>
</context>
<context>
    <name>lockmaster::RecordingView</name>
    <message>
        <source>Close the recording</source>
        <translation>기록 닫기</translation>
    </message>
    <message>
        <source>in the sandbox</source>
        <translation>샌드박스에서</translation>
    </message>
    <message>
        <source>in a scratch table of a server</source>
        <translation>어느 서버의 임시 테이블에서</translation>
    </message>
    <message>
        <source>A recording: nothing here is live</source>
        <translation>녹화된 기록입니다. 실시간이 아닙니다</translation>
    </message>
    <message>
        <source>Recorded on %1 by %2, %3. %4</source>
        <translation>%1에 %2이(가) %3 기록함. %4</translation>
    </message>
    <message>
        <source>Back to the lab (Ctrl+W)</source>
        <translation>실험실로 돌아가기 (Ctrl+W)</translation>
    </message>
    <message>
        <source>exported on %1</source>
        <translation>%1에 내보냄</translation>
    </message>
    <message>
        <source>The file does not say of which server.</source>
        <translation>파일에 어느 서버의 것인지 없습니다.</translation>
    </message>
    <message>
        <source>Of %1.</source>
        <translation>%1의 것입니다.</translation>
    </message>
    <message>
        <source>Who led, exported on %1. %2 %3</source>
        <translation>누가 리더였는지, %1에 내보냄. %2 %3</translation>
    </message>
    <message>
        <source>recorded on %1 by %2, %3</source>
        <translation>%1에 %2이(가) %3 기록함</translation>
    </message>
</context>
<context>
    <name>lockmaster::RefreshControl</name>
    <message>
        <source>Pause or go on (Space)</source>
        <translation>일시 정지 또는 계속 (스페이스)</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>끔</translation>
    </message>
    <message>
        <source>As each server&apos;s profile says</source>
        <translation>각 서버의 프로필대로</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>일시 정지</translation>
    </message>
    <message>
        <source>Live · %1</source>
        <translation>실시간 · %1</translation>
    </message>
    <message>
        <source>Live</source>
        <translation>실시간</translation>
    </message>
</context>
<context>
    <name>lockmaster::ReleaseController</name>
    <message>
        <source>Allow writes</source>
        <translation>쓰기 허용</translation>
    </message>
    <message>
        <source>%1 stays read-only: the audit log cannot be written</source>
        <translation>%1은(는) 읽기 전용으로 유지됩니다: 감사 기록을 쓸 수 없습니다</translation>
    </message>
    <message>
        <source>Release by a plan</source>
        <translation>계획에 따라 해제</translation>
    </message>
    <message>
        <source>Plan of a release (*.plan)</source>
        <translation>해제 계획 (*.plan)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>모든 파일 (*)</translation>
    </message>
    <message>
        <source>Nothing can be released by this plan.</source>
        <translation>이 계획으로는 해제할 수 없습니다.</translation>
    </message>
</context>
<context>
    <name>lockmaster::ReleaseDialog</name>
    <message>
        <source>Release a lock</source>
        <translation>락 해제</translation>
    </message>
    <message>
        <source>&amp;Look again</source>
        <translation>다시 조회(&amp;L)</translation>
    </message>
    <message>
        <source>What is sent</source>
        <translation>보내는 명령</translation>
    </message>
    <message>
        <source>The same from a shell</source>
        <translation>같은 작업의 명령줄</translation>
    </message>
    <message>
        <source>Release &amp;even though it is renewed</source>
        <translation>갱신되었어도 해제(&amp;E)</translation>
    </message>
    <message>
        <source>Not here: only the lease tells one holder from the next, so it is always compared.</source>
        <translation>여기서는 쓸 수 없습니다. 점유 시간으로만 보유자를 구별할 수 있어 항상 비교합니다.</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>작업</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>취소</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>닫기</translation>
    </message>
    <message>
        <source>The lock</source>
        <translation>락</translation>
    </message>
    <message>
        <source>Release &amp;whoever holds it: nothing tells its holder from the next</source>
        <translation>누가 점유하든 해제(&amp;W): 보유자를 다음 보유자와 구별할 수 없습니다</translation>
    </message>
</context>
<context>
    <name>lockmaster::ReleaseInquiry</name>
    <message>
        <source>Type the lock&apos;s name to confirm</source>
        <translation>확인을 위해 락 이름을 입력하십시오</translation>
    </message>
    <message>
        <source>This lock&apos;s name is empty and cannot be typed: use lockctl.</source>
        <translation>락 이름이 비어 있어 입력할 수 없습니다. lockctl을 쓰십시오.</translation>
    </message>
    <message>
        <source>This lock&apos;s name is too long to be typed: use lockctl.</source>
        <translation>락 이름이 너무 길어 입력할 수 없습니다. lockctl을 쓰십시오.</translation>
    </message>
    <message>
        <source>being looked at …</source>
        <translation>조회하는 중 …</translation>
    </message>
    <message>
        <source>%1 ago</source>
        <translation>%1 전</translation>
    </message>
    <message>
        <source>%1 ago, unchanged since</source>
        <translation>%1 전, 이후 그대로임</translation>
    </message>
    <message>
        <source>%1 ago, renewed since</source>
        <translation>%1 전, 이후 갱신됨</translation>
    </message>
    <message>
        <source>%1 ago, not known since</source>
        <translation>%1 전, 이후는 알 수 없음</translation>
    </message>
    <message>
        <source>%1 ago, changed since</source>
        <translation>%1 전, 이후 바뀜</translation>
    </message>
    <message>
        <source>You looked at this more than ten minutes ago</source>
        <translation>조회한 지 10분이 지났습니다</translation>
    </message>
    <message>
        <source>Look again before you release it.</source>
        <translation>해제하기 전에 다시 조회하십시오.</translation>
    </message>
    <message>
        <source>Releasing …</source>
        <translation>해제하는 중 …</translation>
    </message>
    <message>
        <source>This goes on and is kept in the audit log if you close the dialog.</source>
        <translation>대화 상자를 닫아도 계속되고 감사 기록에 남습니다.</translation>
    </message>
    <message>
        <source>The lock is being looked at …</source>
        <translation>락을 조회하는 중입니다 …</translation>
    </message>
    <message>
        <source>It is not what you looked at any more.</source>
        <translation>더 이상 조회한 그 락이 아닙니다.</translation>
    </message>
    <message>
        <source>Nothing tells its holder from the next: this has to be confirmed.</source>
        <translation>보유자를 다음 보유자와 구별할 수 없으므로 확인이 필요합니다.</translation>
    </message>
    <message>
        <source>It has to be seen in the same hands for longer: %1 more.</source>
        <translation>같은 소유자에게 더 오래 있는 것이 확인되어야 합니다: %1 더.</translation>
    </message>
    <message>
        <source>Writes are being allowed …</source>
        <translation>쓰기를 허용하는 중 …</translation>
    </message>
    <message>
        <source>Nothing is sent before that is in the audit log.</source>
        <translation>감사 기록에 남기 전에는 아무것도 보내지 않습니다.</translation>
    </message>
    <message>
        <source>It was renewed since: look again, or release it even though it is renewed.</source>
        <translation>그 뒤에 갱신되었습니다. 다시 조회하거나, 갱신되더라도 해제를 선택하십시오.</translation>
    </message>
</context>
<context>
    <name>lockmaster::ReleaseWords</name>
    <message>
        <source>Released</source>
        <translation>해제됨</translation>
    </message>
    <message>
        <source>Busy: nothing was changed</source>
        <translation>사용 중: 바뀐 것 없음</translation>
    </message>
    <message>
        <source>Denied: nothing was changed</source>
        <translation>거부됨: 바뀐 것 없음</translation>
    </message>
    <message>
        <source>Unknown: it may or may not have happened</source>
        <translation>알 수 없음: 해제되었을 수도, 아닐 수도 있음</translation>
    </message>
    <message>
        <source>Refused: renewed, its holder is alive</source>
        <translation>해제 안 함: 갱신됨, 보유자가 살아 있음</translation>
    </message>
    <message>
        <source>Refused: nobody holds it any more</source>
        <translation>해제 안 함: 더 이상 점유한 쪽이 없음</translation>
    </message>
    <message>
        <source>Refused: it is not what you looked at</source>
        <translation>해제 안 함: 조회한 그 락이 아님</translation>
    </message>
    <message>
        <source>Audit log: %1</source>
        <translation>감사 기록: %1</translation>
    </message>
    <message>
        <source>Nothing was sent: the server is read-only now</source>
        <translation>보내지 않음: 서버가 지금 읽기 전용입니다</translation>
    </message>
    <message>
        <source>Nothing was sent: a reason is missing</source>
        <translation>보내지 않음: 사유가 없습니다</translation>
    </message>
    <message>
        <source>Nothing was sent: the audit log cannot be written</source>
        <translation>보내지 않음: 감사 기록을 쓸 수 없습니다</translation>
    </message>
    <message>
        <source>This cannot be done to the lock</source>
        <translation>이 락에 할 수 없는 작업입니다</translation>
    </message>
    <message>
        <source>The look is too old to act on</source>
        <translation>조회한 지 너무 오래되었습니다</translation>
    </message>
    <message>
        <source>just now</source>
        <translation>방금</translation>
    </message>
    <message>
        <source>%1 ago</source>
        <translation>%1 전</translation>
    </message>
    <message>
        <source>Renewed %1 by the same owner</source>
        <translation>%1 같은 소유자가 갱신했습니다</translation>
    </message>
    <message>
        <source>Its holder is alive and loses the lock all the same.</source>
        <translation>보유자가 살아 있으며, 그래도 락을 잃습니다.</translation>
    </message>
    <message>
        <source>Its holder is alive: a release would be refused. Look again, or release it even though it is renewed.</source>
        <translation>보유자가 살아 있어 해제가 거부됩니다. 다시 조회하거나, 갱신되었어도 해제를 선택하십시오.</translation>
    </message>
    <message>
        <source>It changed hands %1</source>
        <translation>%1 보유자가 바뀌었습니다</translation>
    </message>
    <message>
        <source>Now held by %1. What you looked at is over; nothing is released.</source>
        <translation>지금 보유자: %1. 조회한 점유는 끝났으므로 해제하지 않습니다.</translation>
    </message>
    <message>
        <source>Gone %1</source>
        <translation>%1 사라졌습니다</translation>
    </message>
    <message>
        <source>Nobody holds it any more.</source>
        <translation>더 이상 점유한 쪽이 없습니다.</translation>
    </message>
    <message>
        <source>The server does not answer</source>
        <translation>서버가 응답하지 않습니다</translation>
    </message>
    <message>
        <source>How the lock stands now is not known. A release still compares first.</source>
        <translation>지금 락의 상태를 알 수 없습니다. 해제하기 전에 항상 비교합니다.</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>외 %n명</numerusform>
        </translation>
    </message>
    <message>
        <source>Release %1?</source>
        <translation>%1 해제</translation>
    </message>
    <message>
        <source>Held by</source>
        <translation>보유자</translation>
    </message>
    <message>
        <source>As stored</source>
        <translation>저장된 값</translation>
    </message>
    <message>
        <source>Held for</source>
        <translation>점유한 지</translation>
    </message>
    <message>
        <source>TTL</source>
        <translation>유효 기간(TTL)</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>대기자</translation>
    </message>
    <message>
        <source>Seen</source>
        <translation>조회</translation>
    </message>
    <message>
        <source>Also lost</source>
        <translation>함께 사라짐</translation>
    </message>
    <message>
        <source>Then</source>
        <translation>해제하면</translation>
    </message>
    <message>
        <source>Beware</source>
        <translation>주의</translation>
    </message>
    <message>
        <source>Nothing was changed: the server did not do it</source>
        <translation>변경된 것이 없습니다: 서버가 수행하지 않았습니다</translation>
    </message>
    <message>
        <source>Refused: nothing tells its holder from the next</source>
        <translation>거부됨: 보유자를 다음 보유자와 구별할 수 없습니다</translation>
    </message>
    <message>
        <source>Refused: the look is too old</source>
        <translation>거부됨: 확인한 지 너무 오래되었습니다</translation>
    </message>
    <message>
        <source>Refused: it is another server</source>
        <translation>거부됨: 다른 서버입니다</translation>
    </message>
    <message>
        <source>%1 later it was held again by the same owner, %2: it goes on.</source>
        <translation>%1 뒤에 같은 소유자 %2이(가) 다시 점유했습니다: 작업을 계속하고 있습니다.</translation>
    </message>
    <message>
        <source>%1 later it was held by %2.</source>
        <translation>%1 뒤에 %2이(가) 점유했습니다.</translation>
    </message>
    <message>
        <source>Released, and held again by the same owner</source>
        <translation>해제되었지만 같은 소유자가 다시 점유합니다</translation>
    </message>
    <message>
        <source>Refused: its format is not trusted here</source>
        <translation>거부됨: 이 컴퓨터에서 신뢰하지 않는 형식입니다</translation>
    </message>
    <message>
        <source>Refused: nobody named its table, in production</source>
        <translation>거부됨: 운영 서버에서 이름이 지정되지 않은 테이블</translation>
    </message>
    <message>
        <source>Refused: it has to be seen for longer</source>
        <translation>거부됨: 더 오래 확인되어야 합니다</translation>
    </message>
    <message>
        <source>Owner</source>
        <translation>소유자</translation>
    </message>
    <message numerus="yes">
        <source>%1 and %n more are read-only: this allows writes to them for 10 minutes, for the same reason.</source>
        <translation>
            <numerusform>%1 외 %n곳은 읽기 전용입니다. 해제하면 같은 사유로 10분 동안 쓰기가 허용됩니다.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 are read-only: this allows writes to them for 10 minutes, for the same reason.</source>
        <translation>%1은(는) 읽기 전용입니다. 해제하면 같은 사유로 10분 동안 쓰기가 허용됩니다.</translation>
    </message>
    <message>
        <source>%1 is read-only: this allows writes to it for 10 minutes, for the same reason.</source>
        <translation>%1은(는) 읽기 전용입니다. 해제하면 같은 사유로 10분 동안 쓰기가 허용됩니다.</translation>
    </message>
    <message>
        <source>%1 (allows writes)</source>
        <translation>%1(쓰기 허용)</translation>
    </message>
    <message>
        <source>Refused: its holder is not known to be gone</source>
        <translation>거부됨: 보유자가 사라졌는지 알 수 없음</translation>
    </message>
</context>
<context>
    <name>lockmaster::ReplayedLanes</name>
    <message>
        <source>Who leads</source>
        <translation>누가 리더인가</translation>
    </message>
    <message>
        <source>Who led when</source>
        <translation>누가 언제 리더였는지</translation>
    </message>
    <message>
        <source>A lock that the file does not name</source>
        <translation>파일에 이름이 없는 락</translation>
    </message>
    <message>
        <source>Who leads is not known: the server did not answer</source>
        <translation>누가 리더인지 알 수 없음: 서버가 응답하지 않음</translation>
    </message>
    <message>
        <source>Who leads is not known</source>
        <translation>누가 리더인지 알 수 없음</translation>
    </message>
</context>
<context>
    <name>lockmaster::ReportDesk</name>
    <message>
        <source>Not copied</source>
        <translation>복사하지 못함</translation>
    </message>
    <message>
        <source>The report was copied.</source>
        <translation>보고서를 복사했습니다.</translation>
    </message>
    <message>
        <source>Save the report</source>
        <translation>보고서 저장</translation>
    </message>
    <message>
        <source>Page with a picture (*.html)</source>
        <translation>그림이 있는 페이지(*.html)</translation>
    </message>
    <message>
        <source>Markdown (*.md)</source>
        <translation>Markdown(*.md)</translation>
    </message>
    <message>
        <source>Not saved</source>
        <translation>저장하지 못함</translation>
    </message>
    <message>
        <source>Saved: %1</source>
        <translation>저장됨: %1</translation>
    </message>
    <message>
        <source>There is no report.</source>
        <translation>보고서를 만들지 못했습니다.</translation>
    </message>
</context>
<context>
    <name>lockmaster::SandboxStrip</name>
    <message>
        <source>Start it anew</source>
        <translation>새로 시작</translation>
    </message>
    <message>
        <source>How its locks stand is not known any more.</source>
        <translation>그 락들의 상태를 더 이상 알 수 없습니다.</translation>
    </message>
    <message>
        <source>Starting the sandbox</source>
        <translation>샌드박스를 시작하는 중</translation>
    </message>
    <message>
        <source>%1 (%2 %)</source>
        <translation>%1 (%2 %)</translation>
    </message>
</context>
<context>
    <name>lockmaster::SaveNote</name>
    <message>
        <source>There is nothing to save.</source>
        <translation>저장할 것이 없습니다.</translation>
    </message>
    <message>
        <source>Saved: %1</source>
        <translation>저장됨: %1</translation>
    </message>
    <message>
        <source>Not saved</source>
        <translation>저장하지 못함</translation>
    </message>
    <message>
        <source>%1 could not be written.</source>
        <translation>%1에 쓸 수 없습니다.</translation>
    </message>
</context>
<context>
    <name>lockmaster::ScopeChip</name>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Only this is shown. Press to show more.</source>
        <translation>이것만 표시하고 있습니다. 누르면 더 많이 표시합니다.</translation>
    </message>
</context>
<context>
    <name>lockmaster::ScopeChips</name>
    <message>
        <source>What the table is narrowed to</source>
        <translation>표에 표시하는 범위</translation>
    </message>
    <message>
        <source>System</source>
        <translation>시스템</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>위치</translation>
    </message>
    <message>
        <source>Lab</source>
        <translation>실험실</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>서버</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>소스</translation>
    </message>
    <message>
        <source>Finding</source>
        <translation>진단</translation>
    </message>
    <message>
        <source>Owner</source>
        <translation>소유자</translation>
    </message>
    <message>
        <source>%1 holds</source>
        <translation>%1의 점유</translation>
    </message>
    <message>
        <source>Environment</source>
        <translation>환경</translation>
    </message>
</context>
<context>
    <name>lockmaster::SecurityPage</name>
    <message>
        <source> ms</source>
        <translation> ms</translation>
    </message>
    <message>
        <source>Authority (CA) file</source>
        <translation>인증 기관(CA) 파일</translation>
    </message>
    <message>
        <source>Client certificate</source>
        <translation>클라이언트 인증서</translation>
    </message>
    <message>
        <source>Client key</source>
        <translation>클라이언트 키</translation>
    </message>
    <message>
        <source>Off: plain text on the wire</source>
        <translation>끔: 암호화 없이 통신</translation>
    </message>
    <message>
        <source>Verified: refuse anything else</source>
        <translation>검증: 아니면 거부</translation>
    </message>
    <message>
        <source>this machine&apos;s authorities</source>
        <translation>이 컴퓨터의 인증 기관</translation>
    </message>
    <message>
        <source>TL&amp;S</source>
        <translation>TL&amp;S</translation>
    </message>
    <message>
        <source>Autho&amp;rity file</source>
        <translation>인증 기관 파일(&amp;R)</translation>
    </message>
    <message>
        <source>C&amp;lient certificate</source>
        <translation>클라이언트 인증서(&amp;L)</translation>
    </message>
    <message>
        <source>Client &amp;key</source>
        <translation>클라이언트 키(&amp;K)</translation>
    </message>
    <message>
        <source>Look e&amp;very</source>
        <translation>조회 주기(&amp;V)</translation>
    </message>
    <message>
        <source>Give up a&amp;fter</source>
        <translation>제한 시간(&amp;F)</translation>
    </message>
    <message>
        <source>A client certificate and its key go together.</source>
        <translation>클라이언트 인증서와 키는 함께 있어야 합니다.</translation>
    </message>
</context>
<context>
    <name>lockmaster::Session</name>
    <message>
        <source>The history was damaged and begins anew; the old file is %1.</source>
        <translation>이력이 손상되어 새로 시작합니다. 이전 파일은 %1입니다.</translation>
    </message>
    <message>
        <source>Another Lockmaster records the history of %1.</source>
        <translation>다른 Lockmaster가 %1의 이력을 기록하고 있습니다.</translation>
    </message>
    <message>
        <source>The password of %1 was not kept: %2</source>
        <translation>%1의 비밀번호를 저장하지 못했습니다: %2</translation>
    </message>
    <message>
        <source>No history is recorded: %1</source>
        <translation>이력을 기록하지 않습니다: %1</translation>
    </message>
    <message>
        <source>No history is recorded: there is no room for temporary files.</source>
        <translation>이력을 기록하지 않습니다: 임시 파일을 둘 공간이 없습니다.</translation>
    </message>
    <message>
        <source>The profile was changed, and what was read before still counts: %1</source>
        <translation>프로필이 바뀌었지만 전에 읽은 것이 그대로 쓰입니다: %1</translation>
    </message>
    <message>
        <source>Views cannot be saved: what is watched was named on the command line, or is a sandbox.</source>
        <translation>보기를 저장할 수 없습니다. 지켜보는 것이 명령줄에서 지정되었거나 샌드박스입니다.</translation>
    </message>
    <message>
        <source>The profile was changed, and read anew.</source>
        <translation>프로필이 바뀌어 다시 읽었습니다.</translation>
    </message>
    <message>
        <source>There is no server %1.</source>
        <translation>%1 서버가 없습니다.</translation>
    </message>
</context>
<context>
    <name>lockmaster::SettingsDialog</name>
    <message>
        <source>read-only</source>
        <translation>읽기 전용</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>설정</translation>
    </message>
    <message>
        <source>Servers</source>
        <translation>서버</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>모양</translation>
    </message>
    <message>
        <source>&amp;Add…</source>
        <translation>추가(&amp;A)…</translation>
    </message>
    <message>
        <source>&amp;Edit…</source>
        <translation>편집(&amp;E)…</translation>
    </message>
    <message>
        <source>&amp;Remove…</source>
        <translation>제거(&amp;R)…</translation>
    </message>
    <message>
        <source>Profile: %1</source>
        <translation>프로필: %1</translation>
    </message>
    <message>
        <source>As the desktop</source>
        <translation>데스크톱 설정대로</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>밝게</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>어둡게</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>테마(&amp;T)</translation>
    </message>
    <message>
        <source>Remove a server</source>
        <translation>서버 제거</translation>
    </message>
    <message>
        <source>Stop watching %1 and take it out of the profile?</source>
        <translation>%1을(를) 그만 지켜보고 프로필에서 빼겠습니까?</translation>
    </message>
    <message>
        <source>Nothing changes on the server itself.</source>
        <translation>서버 자체에는 아무 변화가 없습니다.</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>제거</translation>
    </message>
    <message>
        <source>The profile was not changed</source>
        <translation>프로필을 바꾸지 않았습니다</translation>
    </message>
    <message>
        <source>Alerts</source>
        <translation>알림</translation>
    </message>
    <message>
        <source>Show them as &amp;notifications of the desktop</source>
        <translation>데스크톱 알림으로 표시(&amp;N)</translation>
    </message>
    <message>
        <source>With a &amp;sound</source>
        <translation>소리와 함께(&amp;S)</translation>
    </message>
    <message>
        <source>Formats</source>
        <translation>형식</translation>
    </message>
    <message>
        <source>&amp;Import…</source>
        <translation>가져오기(&amp;I)…</translation>
    </message>
    <message>
        <source>Te&amp;xt size</source>
        <translation>글자 크기(&amp;X)</translation>
    </message>
    <message>
        <source>Each screen has its own: Ctrl++ and Ctrl+-.</source>
        <translation>화면마다 따로 기억합니다: Ctrl++, Ctrl+-.</translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation>언어(&amp;L)</translation>
    </message>
    <message>
        <source>Lockmaster speaks it from its next start on.</source>
        <translation>다음에 시작할 때부터 적용됩니다.</translation>
    </message>
    <message>
        <source>Quiet hours, a command and a webhook to be told, notes and runbooks are written in the profile.</source>
        <translation>조용한 시간, 알릴 명령과 웹훅, 메모와 런북은 프로필에 씁니다.</translation>
    </message>
    <message>
        <source>Rules</source>
        <translation>규칙</translation>
    </message>
    <message>
        <source>There is no profile to save to: what is watched was named on the command line, or is a sandbox.</source>
        <translation>저장할 프로필이 없습니다. 감시 대상이 명령줄에서 지정되었거나 샌드박스입니다.</translation>
    </message>
    <message>
        <source>Rules that are not saved</source>
        <translation>저장되지 않은 규칙</translation>
    </message>
    <message>
        <source>Some rules were changed, and are not saved in the profile.</source>
        <translation>바뀐 규칙이 있으며 프로필에 저장되지 않았습니다.</translation>
    </message>
    <message>
        <source>&amp;Duplicate…</source>
        <translation>복제(&amp;D)…</translation>
    </message>
    <message>
        <source>&amp;Open the file</source>
        <translation>파일 열기(&amp;O)</translation>
    </message>
    <message>
        <source>Re&amp;load</source>
        <translation>다시 읽기(&amp;L)</translation>
    </message>
    <message>
        <source>With air between them</source>
        <translation>넉넉하게</translation>
    </message>
    <message>
        <source>Close together</source>
        <translation>촘촘하게</translation>
    </message>
    <message>
        <source>&amp;Rows</source>
        <translation>행(&amp;R)</translation>
    </message>
    <message>
        <source>The profile was not read</source>
        <translation>프로필을 읽지 않음</translation>
    </message>
    <message>
        <source>There is no file %1 yet.</source>
        <translation>%1 파일이 아직 없습니다.</translation>
    </message>
    <message>
        <source>Add a server: it begins with that.</source>
        <translation>서버를 추가하면 생깁니다.</translation>
    </message>
    <message>
        <source>The profile was not opened</source>
        <translation>프로필을 열지 않음</translation>
    </message>
    <message>
        <source>No program of this desktop opens %1.</source>
        <translation>이 데스크톱에는 %1 파일을 여는 프로그램이 없습니다.</translation>
    </message>
    <message>
        <source>Open it with an editor: what is saved is read at once.</source>
        <translation>편집기로 여십시오. 저장하면 바로 읽습니다.</translation>
    </message>
    <message>
        <source>%1 was saved, and:</source>
        <translation>%1을(를) 저장했지만 다음 문제가 있습니다:</translation>
    </message>
    <message>
        <source>Where %1 is was changed in the profile meanwhile: the password was typed for the server that was shown, and not taken.</source>
        <translation>그사이 프로필에서 %1의 위치가 바뀌었습니다. 비밀번호는 표시되어 있던 서버에 입력한 것이므로 받지 않았습니다.</translation>
    </message>
    <message>
        <source>Type it anew.</source>
        <translation>다시 입력하십시오.</translation>
    </message>
    <message>
        <source>The password was not taken</source>
        <translation>비밀번호를 받지 않음</translation>
    </message>
</context>
<context>
    <name>lockmaster::ShortcutSheet</name>
    <message>
        <source>Look at every server now</source>
        <translation>모든 서버를 지금 조회</translation>
    </message>
    <message>
        <source>Pause or go on</source>
        <translation>일시 정지 또는 계속</translation>
    </message>
    <message>
        <source>From the filter back to the locks</source>
        <translation>필터에서 락으로 돌아가기</translation>
    </message>
    <message>
        <source>In the filter: earlier filters, what can be typed</source>
        <translation>필터에서: 이전 필터, 입력할 수 있는 것</translation>
    </message>
    <message>
        <source>First, last lock</source>
        <translation>처음, 마지막 락</translation>
    </message>
    <message>
        <source>Select all locks</source>
        <translation>모든 락 선택</translation>
    </message>
    <message>
        <source>Copy the selected locks as text</source>
        <translation>선택한 락을 글로 복사</translation>
    </message>
    <message>
        <source>Copy the selected locks as JSON</source>
        <translation>선택한 락을 JSON으로 복사</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>설정</translation>
    </message>
    <message>
        <source>This sheet</source>
        <translation>이 표</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>종료</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>단축키</translation>
    </message>
    <message>
        <source>Release the selected locks</source>
        <translation>선택한 락 해제</translation>
    </message>
    <message>
        <source>Acquire a lock</source>
        <translation>락 획득</translation>
    </message>
    <message>
        <source>The pages, as the sidebar lists them; Ctrl+1 once more: all locks</source>
        <translation>사이드바 순서대로 페이지, Ctrl+1을 한 번 더 누르면 모든 락</translation>
    </message>
    <message>
        <source>Larger text, smaller text, as the desktop has it</source>
        <translation>글자 크게, 작게, 데스크톱 설정대로</translation>
    </message>
    <message>
        <source>Present: the page on the whole screen, and back</source>
        <translation>발표: 페이지를 전체 화면으로, 다시 누르면 원래대로</translation>
    </message>
    <message>
        <source>From the filter to the first lock that it leaves</source>
        <translation>필터에서 남은 첫 번째 락으로</translation>
    </message>
    <message>
        <source>Go anywhere: a lock, an owner, a server, a page, an action</source>
        <translation>어디로든 이동: 락, 소유자, 서버, 페이지, 동작</translation>
    </message>
    <message>
        <source>To the filter; in the overview, to its line that finds a server</source>
        <translation>필터로 이동. 개요에서는 서버 찾기로 이동</translation>
    </message>
    <message>
        <source>In the alerts: acknowledge, snooze for an hour, acknowledge all of this kind</source>
        <translation>알림에서: 확인, 한 시간 일시 정지, 같은 종류 모두 확인</translation>
    </message>
    <message>
        <source>In the alerts: fold, unfold</source>
        <translation>알림에서: 접기, 펼치기</translation>
    </message>
    <message>
        <source>To the lists below: events, held, alerts, in turn</source>
        <translation>아래 목록으로: 이벤트, 점유, 알림을 차례로</translation>
    </message>
    <message>
        <source>In the events: follow the newest</source>
        <translation>이벤트에서: 최신을 따라가기</translation>
    </message>
    <message>
        <source>Fold the lists below, put them away; and back</source>
        <translation>아래 목록 접기, 치우기. 다시 누르면 원래대로</translation>
    </message>
    <message>
        <source>The guide, where it tells of what has the focus</source>
        <translation>포커스가 있는 것을 설명하는 안내서</translation>
    </message>
    <message>
        <source>Find a server at the left; / in the list of servers</source>
        <translation>왼쪽에서 서버 찾기. 서버 목록에서는 /</translation>
    </message>
    <message>
        <source>Saved views; all locks again</source>
        <translation>저장된 보기. 다시 모든 락</translation>
    </message>
    <message>
        <source>Pin the selected locks, so that they stand first</source>
        <translation>선택한 락을 고정해 맨 앞에 두기</translation>
    </message>
    <message>
        <source>A window of its own for the page, and back</source>
        <translation>페이지에 자기 창을, 다시 누르면 원래대로</translation>
    </message>
</context>
<context>
    <name>lockmaster::Sidebar</name>
    <message>
        <source>Add a server: %1</source>
        <comment>1: a group of servers</comment>
        <translation>서버 추가: %1</translation>
    </message>
    <message>
        <source>Views, servers and findings</source>
        <translation>보기, 서버, 진단</translation>
    </message>
</context>
<context>
    <name>lockmaster::SidebarModel</name>
    <message>
        <source>Views</source>
        <translation>보기</translation>
    </message>
    <message>
        <source>Locks</source>
        <translation>락</translation>
    </message>
    <message>
        <source>All locks of the lab</source>
        <translation>실험실의 모든 락</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>진단</translation>
    </message>
    <message>
        <source>offline</source>
        <translation>오프라인</translation>
    </message>
    <message>
        <source>connecting</source>
        <translation>연결 중</translation>
    </message>
    <message>
        <source>%1 old</source>
        <translation>%1 전</translation>
    </message>
    <message>
        <source>Read-only</source>
        <translation>읽기 전용</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>Read-only, lifted for the moment</source>
        <translation>읽기 전용, 잠시 해제됨</translation>
    </message>
    <message>
        <source>Leaders</source>
        <translation>리더</translation>
    </message>
    <message>
        <source>Who leads, since when, and for how long nobody did</source>
        <translation>누가 언제부터 리더이고 얼마나 비어 있었는지</translation>
    </message>
    <message>
        <source>Lab</source>
        <translation>실험실</translation>
    </message>
    <message>
        <source>Try what locks do when something goes wrong</source>
        <translation>문제가 생길 때 락이 어떻게 되는지 시험합니다</translation>
    </message>
    <message>
        <source>%1 offline</source>
        <translation>%1개 오프라인</translation>
    </message>
    <message>
        <source>Production</source>
        <translation>운영</translation>
    </message>
    <message>
        <source>Staging</source>
        <translation>스테이징</translation>
    </message>
    <message>
        <source>Development</source>
        <translation>개발</translation>
    </message>
    <message>
        <source>read-only</source>
        <translation>읽기 전용</translation>
    </message>
    <message>
        <source>History</source>
        <translation>이력</translation>
    </message>
    <message>
        <source>Who held what when, as far as it was seen</source>
        <translation>관찰된 범위에서 누가 언제 무엇을 점유했는지</translation>
    </message>
    <message>
        <source>%1 + %2?</source>
        <translation>%1 + %2?</translation>
    </message>
    <message>
        <source>Likely locks: %1</source>
        <translation>추정되는 락: %1</translation>
    </message>
    <message numerus="yes">
        <source>%Ln problems</source>
        <translation>
            <numerusform>문제 %Ln개</numerusform>
        </translation>
    </message>
    <message>
        <source>Sentinels</source>
        <translation>센티널</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%2개 중 %1개</translation>
    </message>
    <message>
        <source>master</source>
        <translation>마스터</translation>
    </message>
    <message>
        <source>replica</source>
        <translation>복제본</translation>
    </message>
    <message>
        <source>missing</source>
        <translation>없음</translation>
    </message>
    <message>
        <source>It follows %1.</source>
        <translation>%1을(를) 따릅니다.</translation>
    </message>
    <message>
        <source>Slots %1</source>
        <translation>슬롯 %1</translation>
    </message>
    <message>
        <source>Owners</source>
        <translation>소유자</translation>
    </message>
    <message>
        <source>Who holds what in all places, and waits for what</source>
        <translation>모든 곳에서 누가 무엇을 점유하고 기다리는지</translation>
    </message>
    <message>
        <source>Chains</source>
        <translation>대기 사슬</translation>
    </message>
    <message>
        <source>Who waits for whom, and behind whom all of them wait</source>
        <translation>누가 누구를 기다리며 모두가 누구 뒤에서 기다리는지</translation>
    </message>
    <message>
        <source>Overview</source>
        <translation>개요</translation>
    </message>
    <message>
        <source>How all servers stand, those with trouble first</source>
        <translation>모든 서버의 상태, 문제가 있는 서버부터</translation>
    </message>
    <message numerus="yes">
        <source>All locks of these %n servers</source>
        <translation>
            <numerusform>이 서버 %n대의 모든 락</numerusform>
        </translation>
    </message>
    <message>
        <source>All locks of all servers</source>
        <translation>모든 서버의 모든 락</translation>
    </message>
    <message>
        <source>Servers</source>
        <translation>서버</translation>
    </message>
</context>
<context>
    <name>lockmaster::SidebarPane</name>
    <message>
        <source>No server is called so.</source>
        <translation>그런 이름의 서버가 없습니다.</translation>
    </message>
    <message>
        <source>Find a server</source>
        <translation>서버 찾기</translation>
    </message>
    <message>
        <source>Find a server in the list below</source>
        <translation>아래 목록에서 서버 찾기</translation>
    </message>
    <message>
        <source>Find a server at the left</source>
        <translation>왼쪽에서 서버 찾기</translation>
    </message>
    <message>
        <source>Ctrl+Shift+F</source>
        <translation>Ctrl+Shift+F</translation>
    </message>
    <message>
        <source>There are few servers: all are in sight.</source>
        <translation>서버가 적어 모두 보입니다.</translation>
    </message>
</context>
<context>
    <name>lockmaster::SshPrompt</name>
    <message>
        <source>Is this the host?</source>
        <translation>이 호스트가 맞습니까?</translation>
    </message>
    <message>
        <source>May the key be used?</source>
        <translation>키를 사용해도 됩니까?</translation>
    </message>
    <message>
        <source>ssh asks</source>
        <translation>ssh의 질문</translation>
    </message>
    <message>
        <source>Its key is not known on this machine. Compare the fingerprint with the one that whoever looks after the host gave you. If it is the same, ssh notes the key and does not ask again.</source>
        <translation>이 컴퓨터에서 이 키를 알지 못합니다. 호스트 관리자가 알려 준 지문과 비교하십시오. 같으면 ssh가 키를 기록하고 다시 묻지 않습니다.</translation>
    </message>
    <message>
        <source>Your agent asks before it uses a key.</source>
        <translation>에이전트가 키를 사용하기 전에 묻습니다.</translation>
    </message>
    <message>
        <source>What you type goes to ssh alone and is kept nowhere.</source>
        <translation>입력한 내용은 ssh에만 전달되며 어디에도 저장되지 않습니다.</translation>
    </message>
    <message>
        <source>What ssh says</source>
        <translation>ssh의 메시지</translation>
    </message>
    <message>
        <source>ssh to %1</source>
        <translation>%1 ssh 연결</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>답</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>취소</translation>
    </message>
    <message>
        <source>&amp;No</source>
        <translation>아니요(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Answer</source>
        <translation>답하기(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Yes, it is</source>
        <translation>예, 맞습니다(&amp;Y)</translation>
    </message>
    <message>
        <source>&amp;Yes</source>
        <translation>예(&amp;Y)</translation>
    </message>
</context>
<context>
    <name>lockmaster::StatusStrip</name>
    <message>
        <source>Status</source>
        <translation>상태</translation>
    </message>
    <message>
        <source>read-only: %1</source>
        <translation>읽기 전용: %1</translation>
    </message>
    <message>
        <source>held by you: %1</source>
        <translation>내가 점유: %1</translation>
    </message>
    <message numerus="yes">
        <source>%Ln kinds of finding</source>
        <translation>
            <numerusform>진단 %Ln종</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln read-only</source>
        <translation>
            <numerusform>읽기 전용 %Ln개</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockmaster::StatusText</name>
    <message>
        <source>The server tells of changes at once, by client-side caching.</source>
        <translation>서버가 변경을 즉시 알려 줍니다 (클라이언트 측 캐싱).</translation>
    </message>
    <message>
        <source>The server tells of changes at once, by keyspace notifications.</source>
        <translation>서버가 변경을 즉시 알려 줍니다 (키스페이스 알림).</translation>
    </message>
    <message>
        <source>Looked at every %1.</source>
        <translation>%1마다 조회합니다.</translation>
    </message>
    <message>
        <source>%1 connecting</source>
        <translation>%1 연결 중</translation>
    </message>
    <message>
        <source>%1 paused · %2 old</source>
        <translation>%1 일시 정지 · %2 전</translation>
    </message>
    <message>
        <source>%1 %2 · pushed</source>
        <translation>%1 %2 · 푸시</translation>
    </message>
    <message>
        <source>%1 %2 · %3 old · every %4</source>
        <translation>%1 %2 · %3 전 · %4마다</translation>
    </message>
    <message>
        <source>%1 no answer, %2 old</source>
        <translation>%1 응답 없음, %2 전</translation>
    </message>
    <message>
        <source>no answer</source>
        <translation>응답 없음</translation>
    </message>
    <message>
        <source>%1 offline: %2</source>
        <translation>%1 오프라인: %2</translation>
    </message>
    <message>
        <source>%1 offline: %2</source>
        <comment>how many servers, and which</comment>
        <translation>%1개 오프라인: %2</translation>
    </message>
    <message>
        <source>%1 late: %2</source>
        <comment>how many servers, and which</comment>
        <translation>%1개 지연: %2</translation>
    </message>
    <message>
        <source>%1 of %2 answer</source>
        <translation>%2개 중 %1개 응답</translation>
    </message>
    <message>
        <source>%1 connecting</source>
        <comment>how many servers</comment>
        <translation>%1개 연결 중</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>일시 정지</translation>
    </message>
    <message>
        <source>%1 pushed</source>
        <comment>how many servers</comment>
        <translation>%1개 푸시</translation>
    </message>
    <message>
        <source>oldest %1</source>
        <translation>가장 오래된 값 %1 전</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>외 %1개</translation>
    </message>
    <message>
        <source>%1 pushed</source>
        <comment>which server</comment>
        <translation>%1 푸시</translation>
    </message>
    <message>
        <source>%1 %2 · %3 old</source>
        <translation>%1 %2 · %3 전</translation>
    </message>
    <message>
        <source>%1 %2 old</source>
        <translation>%1 %2 전</translation>
    </message>
    <message>
        <source>%1 offline</source>
        <comment>which server</comment>
        <translation>%1 오프라인</translation>
    </message>
    <message>
        <source>%1 offline</source>
        <comment>how many servers</comment>
        <translation>%1개 오프라인</translation>
    </message>
    <message>
        <source>%1 late</source>
        <comment>how many servers</comment>
        <translation>%1개 지연</translation>
    </message>
</context>
<context>
    <name>lockmaster::SystemNames</name>
    <message>
        <source>Redis master</source>
        <translation>Redis 마스터</translation>
    </message>
    <message>
        <source>master of a Redis group</source>
        <translation>Redis 그룹의 마스터</translation>
    </message>
</context>
<context>
    <name>lockmaster::TablesEditor</name>
    <message>
        <source>Kind</source>
        <translation>종류</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>테이블</translation>
    </message>
    <message>
        <source>Name column</source>
        <translation>이름 열</translation>
    </message>
    <message>
        <source>Owner column</source>
        <translation>소유자 열</translation>
    </message>
    <message>
        <source>Time column</source>
        <translation>시간 열</translation>
    </message>
    <message>
        <source>Clock</source>
        <translation>시계</translation>
    </message>
    <message>
        <source>Lease (ms)</source>
        <translation>점유 시간 (ms)</translation>
    </message>
    <message>
        <source>Tables to watch</source>
        <translation>지켜볼 테이블</translation>
    </message>
    <message>
        <source>&amp;Remove</source>
        <translation>제거(&amp;R)</translation>
    </message>
    <message>
        <source>Table row %1: the table and its three columns need a name.</source>
        <translation>테이블 %1행: 테이블과 세 열에 이름이 필요합니다.</translation>
    </message>
    <message>
        <source>Table row %1: the clock is one of server, utc, a zone such as Asia/Seoul, or an offset such as +09:00.</source>
        <translation>테이블 %1행: 시계는 server, utc, Asia/Seoul 같은 시간대, +09:00 같은 차이 가운데 하나입니다.</translation>
    </message>
    <message>
        <source>Table row %1: a leader table needs a lease in milliseconds.</source>
        <translation>테이블 %1행: 리더 테이블에는 밀리초 단위 점유 시간이 필요합니다.</translation>
    </message>
</context>
<context>
    <name>lockmaster::TestDialog</name>
    <message>
        <source>Test of %1</source>
        <translation>%1 시험</translation>
    </message>
    <message>
        <source>Test &amp;again</source>
        <translation>다시 시험(&amp;A)</translation>
    </message>
    <message>
        <source>Connecting to %1 …</source>
        <translation>%1에 연결하는 중 …</translation>
    </message>
</context>
<context>
    <name>lockmaster::TransportBar</name>
    <message>
        <source>From the begin</source>
        <translation>처음부터</translation>
    </message>
    <message>
        <source>Home</source>
        <translation>Home</translation>
    </message>
    <message>
        <source>To the event before</source>
        <translation>이전 이벤트로</translation>
    </message>
    <message>
        <source>Comma</source>
        <translation>쉼표</translation>
    </message>
    <message>
        <source>Play</source>
        <translation>재생</translation>
    </message>
    <message>
        <source>Space</source>
        <translation>Space</translation>
    </message>
    <message>
        <source>To the next event</source>
        <translation>다음 이벤트로</translation>
    </message>
    <message>
        <source>Full stop</source>
        <translation>마침표</translation>
    </message>
    <message>
        <source>Moment of the recording</source>
        <translation>기록의 시점</translation>
    </message>
    <message>
        <source>Left and Right go a second back and forth</source>
        <translation>왼쪽과 오른쪽 화살표 키는 1초씩 움직입니다</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>속도</translation>
    </message>
    <message>
        <source>How fast it is played</source>
        <translation>재생 속도</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>일시 정지</translation>
    </message>
</context>
<context>
    <name>lockmaster::VacancyHistogram</name>
    <message>
        <source>How long nobody led</source>
        <translation>리더 없던 시간</translation>
    </message>
    <message>
        <source>%1 measured, the longest %2</source>
        <translation>%1번 측정, 최대 %2</translation>
    </message>
    <message>
        <source>Nothing measured yet</source>
        <translation>아직 측정 없음</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1부터 %2까지</translation>
    </message>
    <message>
        <source>measured: %1</source>
        <translation>측정: %1</translation>
    </message>
    <message>
        <source>predicted: %1</source>
        <translation>예측: %1</translation>
    </message>
    <message>
        <source>predicted: %1 %</source>
        <translation>예측: %1 %</translation>
    </message>
</context>
<context>
    <name>lockmaster::VacancyKey</name>
    <message>
        <source>measured</source>
        <translation>측정</translation>
    </message>
    <message>
        <source>predicted</source>
        <translation>예측</translation>
    </message>
</context>
<context>
    <name>lockmaster::ViewAccount</name>
    <message>
        <source>with “%1”</source>
        <translation>“%1” 진단이 있는</translation>
    </message>
    <message>
        <source>in the lab</source>
        <translation>실험실의</translation>
    </message>
    <message>
        <source>on %1</source>
        <translation>%1의</translation>
    </message>
    <message>
        <source>of %1</source>
        <comment>1: a lock system</comment>
        <translation>%1의</translation>
    </message>
    <message>
        <source>%1 does not answer.</source>
        <translation>%1이(가) 응답하지 않습니다.</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 외 %2개</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Shown: %1 of %2 %3; of all servers: %4.</source>
        <translation>표시: %3 락 %2개 중 %1개, 모든 서버: %4개.</translation>
    </message>
    <message>
        <source>Shown: %1 of %2.</source>
        <translation>표시: %2개 중 %1개.</translation>
    </message>
    <message>
        <source>Shown: %1 of %2 %3.</source>
        <comment>3: in the lab, on a server</comment>
        <translation>표시: %3 락 %2개 중 %1개.</translation>
    </message>
    <message>
        <source>Not read, or not completely: %1.</source>
        <translation>읽지 못했거나 일부만 읽음: %1.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln locks</source>
        <translation>
            <numerusform>락 %Ln개</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln entries were read that fit no known format.</source>
        <translation>
            <numerusform>알려진 형식에 맞지 않는 항목을 %Ln개 읽었습니다.</numerusform>
        </translation>
    </message>
    <message>
        <source>of “%1”</source>
        <translation>“%1”의</translation>
    </message>
    <message>
        <source>in “%1”</source>
        <translation>“%1”의</translation>
    </message>
    <message>
        <source>No field, and looked for as a text: %1. Fields are %2.</source>
        <translation>필드가 아니어서 글로 찾음: %1. 필드는 %2입니다.</translation>
    </message>
</context>
<context>
    <name>lockmaster::ViewActions</name>
    <message>
        <source>Larger text</source>
        <translation>글자 크게</translation>
    </message>
    <message>
        <source>Ctrl++</source>
        <translation>Ctrl++</translation>
    </message>
    <message>
        <source>Smaller text</source>
        <translation>글자 작게</translation>
    </message>
    <message>
        <source>Ctrl+-</source>
        <translation>Ctrl+-</translation>
    </message>
    <message>
        <source>Text as the desktop has it</source>
        <translation>데스크톱 설정대로</translation>
    </message>
    <message>
        <source>Ctrl+0</source>
        <translation>Ctrl+0</translation>
    </message>
    <message>
        <source>Present on the whole screen</source>
        <translation>전체 화면으로 발표</translation>
    </message>
    <message>
        <source>To the lists below, one after the other</source>
        <translation>아래 목록으로, 차례로</translation>
    </message>
    <message>
        <source>Fold the lists below</source>
        <translation>아래 목록 접기</translation>
    </message>
    <message>
        <source>Ctrl+J</source>
        <translation>Ctrl+J</translation>
    </message>
    <message>
        <source>Put the lists below away</source>
        <translation>아래 목록 치우기</translation>
    </message>
    <message>
        <source>Ctrl+Shift+J</source>
        <translation>Ctrl+Shift+J</translation>
    </message>
    <message>
        <source>Give this page a window of its own</source>
        <translation>이 페이지를 자기 창으로 열기</translation>
    </message>
    <message>
        <source>Shift+F11</source>
        <translation>Shift+F11</translation>
    </message>
    <message>
        <source>The locks stay in the main window</source>
        <translation>락은 주 창에 남습니다</translation>
    </message>
</context>
<context>
    <name>lockmaster::ViewDialog</name>
    <message>
        <source>Name of the view</source>
        <translation>보기의 이름</translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation>이름(&amp;N)</translation>
    </message>
    <message>
        <source>It has characters that cannot be seen.</source>
        <translation>보이지 않는 글자가 들어 있습니다.</translation>
    </message>
    <message>
        <source>Another view is called so.</source>
        <translation>다른 보기의 이름입니다.</translation>
    </message>
</context>
<context>
    <name>lockmaster::ViewsController</name>
    <message>
        <source>All locks, no view</source>
        <translation>모든 락, 보기 없음</translation>
    </message>
    <message>
        <source>Save view as…</source>
        <translation>보기를 다른 이름으로 저장…</translation>
    </message>
    <message>
        <source>Update the view</source>
        <translation>보기 갱신</translation>
    </message>
    <message>
        <source>Rename the view…</source>
        <translation>보기 이름 바꾸기…</translation>
    </message>
    <message>
        <source>Delete the view…</source>
        <translation>보기 삭제…</translation>
    </message>
    <message>
        <source>Alt+0</source>
        <translation>Alt+0</translation>
    </message>
    <message>
        <source>Views</source>
        <translation>보기</translation>
    </message>
    <message>
        <source>The view %1 is not in the profile any more.</source>
        <translation>%1 보기는 더 이상 프로필에 없습니다.</translation>
    </message>
    <message>
        <source>No view is chosen.</source>
        <translation>선택한 보기가 없습니다.</translation>
    </message>
    <message>
        <source>It is as the profile has it.</source>
        <translation>프로필에 있는 그대로입니다.</translation>
    </message>
    <message>
        <source>This view is of the server %1, which is not there.</source>
        <translation>이 보기는 %1 서버의 것이며, 그 서버가 없습니다.</translation>
    </message>
    <message>
        <source>This view is of servers in “%1”, and there is none.</source>
        <translation>이 보기는 “%1”의 서버의 것이며, 그런 서버가 없습니다.</translation>
    </message>
    <message>
        <source>The view %1 was changed in the profile, and is shown as it is now.</source>
        <translation>보기 %1이(가) 프로필에서 바뀌어, 지금 그대로 보여 줍니다.</translation>
    </message>
    <message>
        <source>The view %1 was changed in the profile. What is shown is not that.</source>
        <translation>보기 %1이(가) 프로필에서 바뀌었습니다. 지금 보이는 것은 바뀐 보기가 아닙니다.</translation>
    </message>
    <message>
        <source>It was changed in the profile meanwhile. Choose it again to see it as it is now, and change it anew.</source>
        <translation>그 사이에 프로필에서 바뀌었습니다. 다시 골라 지금 모습을 보고 새로 바꾸십시오.</translation>
    </message>
    <message>
        <source>There is no such view any more.</source>
        <translation>그 보기는 더 이상 없습니다.</translation>
    </message>
    <message>
        <source>Not kept: that only the locks of %1 are shown. A filter such as owner:%1 is kept.</source>
        <translation>저장되지 않음: %1의 락만 보이는 것. owner:%1 같은 필터는 저장됩니다.</translation>
    </message>
    <message>
        <source>Not kept: that the locks of the lab are shown.</source>
        <translation>저장되지 않음: 실험실의 락이 보이는 것.</translation>
    </message>
    <message>
        <source>No filter</source>
        <translation>필터 없음</translation>
    </message>
    <message>
        <source>Filter: %1</source>
        <translation>필터: %1</translation>
    </message>
    <message>
        <source>Of all servers</source>
        <translation>모든 서버</translation>
    </message>
    <message>
        <source>Of: %1</source>
        <translation>범위: %1</translation>
    </message>
    <message>
        <source>Sorted by: %1</source>
        <translation>정렬: %1</translation>
    </message>
    <message>
        <source>Columns: %1</source>
        <translation>열: %1</translation>
    </message>
    <message>
        <source>What stands in the filter line is not understood, and not kept.</source>
        <translation>필터 입력란에 있는 것은 이해할 수 없어 저장되지 않습니다.</translation>
    </message>
    <message>
        <source>It stands in the profile, for all who share it.</source>
        <translation>프로필에 저장되며, 프로필을 함께 쓰는 모두의 것입니다.</translation>
    </message>
    <message>
        <source>Save view</source>
        <translation>보기 저장</translation>
    </message>
    <message>
        <source>Not saved</source>
        <translation>저장하지 못함</translation>
    </message>
    <message>
        <source>The view %1 is as it was.</source>
        <translation>%1 보기는 그대로입니다.</translation>
    </message>
    <message>
        <source>Saved: %1</source>
        <translation>저장됨: %1</translation>
    </message>
    <message>
        <source>Rename view</source>
        <translation>보기 이름 바꾸기</translation>
    </message>
    <message>
        <source>Delete view</source>
        <translation>보기 삭제</translation>
    </message>
    <message>
        <source>Delete the view %1?</source>
        <translation>%1 보기를 삭제하시겠습니까?</translation>
    </message>
    <message>
        <source>It goes from the profile, for all who share it. No lock changes.</source>
        <translation>프로필에서 없어지며, 프로필을 함께 쓰는 모두에게서 그렇습니다. 락은 바뀌지 않습니다.</translation>
    </message>
    <message>
        <source>&amp;Delete</source>
        <translation>삭제(&amp;D)</translation>
    </message>
    <message>
        <source>Not deleted</source>
        <translation>삭제하지 못함</translation>
    </message>
</context>
<context>
    <name>lockmaster::WantedModel</name>
    <message>
        <source>Lock</source>
        <translation>락</translation>
    </message>
    <message>
        <source>Waited, in all</source>
        <translation>대기 합계</translation>
    </message>
    <message>
        <source>Waits</source>
        <translation>대기</translation>
    </message>
    <message>
        <source>Most waiters</source>
        <translation>최대 대기자</translation>
    </message>
    <message>
        <source>Hand-overs</source>
        <translation>소유자 교체</translation>
    </message>
    <message>
        <source>Holds</source>
        <translation>점유</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>서버</translation>
    </message>
</context>
<context>
    <name>lockmaster::WatchPage</name>
    <message>
        <source>Tables. Without one, %1 and %2 are looked for.</source>
        <translation>테이블. 없으면 %1과 %2을 찾아봅니다.</translation>
    </message>
    <message>
        <source>&amp;Find the tables of known libraries in this database</source>
        <translation>이 데이터베이스에서 알려진 라이브러리의 테이블 찾기(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;User-level locks are found by themselves. Names to ask for in any case, one a line:</source>
        <translation>사용자 레벨 락(&amp;U)은 저절로 찾습니다. 반드시 물어볼 이름을 한 줄에 하나씩 적습니다:</translation>
    </message>
    <message>
        <source>Names of user-level locks</source>
        <translation>사용자 레벨 락의 이름</translation>
    </message>
    <message>
        <source>Key &amp;patterns, one a line, e.g. product:*. What matches is shown as a lock. Without a pattern, only keys whose shape is known are shown.</source>
        <translation>키 패턴(&amp;P)을 한 줄에 하나씩 적습니다. 예: product:*. 일치하는 것을 락으로 표시합니다. 패턴이 없으면 모양을 아는 키만 표시합니다.</translation>
    </message>
    <message>
        <source>Key patterns</source>
        <translation>키 패턴</translation>
    </message>
    <message>
        <source>Libraries are looked for in one database: say in which.</source>
        <translation>라이브러리는 한 데이터베이스에서 찾습니다. 데이터베이스를 지정하십시오.</translation>
    </message>
</context>
<context>
    <name>lockmaster::WelcomeView</name>
    <message>
        <source>&amp;Start the sandbox</source>
        <translation>샌드박스 시작(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Add a server…</source>
        <translation>서버 추가(&amp;A)…</translation>
    </message>
    <message>
        <source>No server to watch yet</source>
        <translation>아직 지켜볼 서버가 없습니다</translation>
    </message>
    <message>
        <source>Starting the sandbox</source>
        <translation>샌드박스를 시작하는 중</translation>
    </message>
    <message>
        <source>&amp;Import servers…</source>
        <translation>서버 가져오기(&amp;I)…</translation>
    </message>
    <message>
        <source>Look around in a private MariaDB and Redis that live only as long as this window, with locks of every kind in them; or add servers of your own.</source>
        <translation>이 창이 열려 있는 동안만 사는 전용 MariaDB와 Redis에서 온갖 락을 둘러보거나, 쓰고 있는 서버를 추가하십시오.</translation>
    </message>
</context>
<context>
    <name>lockmaster::WholeScreen</name>
    <message>
        <source>F11 or Esc ends the presentation.</source>
        <translation>F11이나 Esc를 누르면 발표가 끝납니다.</translation>
    </message>
</context>
<context>
    <name>lockmaster::WindowActions</name>
    <message>
        <source>Refresh</source>
        <translation>새로 고침</translation>
    </message>
    <message>
        <source>Look at every server now (F5)</source>
        <translation>모든 서버를 지금 조회 (F5)</translation>
    </message>
    <message>
        <source>To the filter</source>
        <translation>필터로 이동</translation>
    </message>
    <message>
        <source>Acquire…</source>
        <translation>획득…</translation>
    </message>
    <message>
        <source>Ctrl+N</source>
        <translation>Ctrl+N</translation>
    </message>
    <message>
        <source>Acquire a lock (Ctrl+N)</source>
        <translation>락을 획득합니다 (Ctrl+N)</translation>
    </message>
    <message>
        <source>Acquire this name…</source>
        <translation>이 이름으로 획득…</translation>
    </message>
    <message>
        <source>Go on looking</source>
        <translation>조회 계속</translation>
    </message>
    <message>
        <source>Pause looking</source>
        <translation>조회 일시 정지</translation>
    </message>
    <message>
        <source>Add a server…</source>
        <translation>서버 추가…</translation>
    </message>
    <message>
        <source>Import servers…</source>
        <translation>서버 가져오기…</translation>
    </message>
    <message>
        <source>Settings…</source>
        <translation>설정…</translation>
    </message>
    <message>
        <source>Ctrl+,</source>
        <translation>Ctrl+,</translation>
    </message>
    <message>
        <source>Save the list…</source>
        <translation>목록 저장…</translation>
    </message>
    <message>
        <source>Release by a plan…</source>
        <translation>계획에 따라 해제…</translation>
    </message>
    <message>
        <source>Audit log…</source>
        <translation>감사 기록…</translation>
    </message>
    <message>
        <source>View</source>
        <translation>보기</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>단축키</translation>
    </message>
    <message>
        <source>Ctrl+/</source>
        <translation>Ctrl+/</translation>
    </message>
    <message>
        <source>About Lockmaster</source>
        <translation>Lockmaster 정보</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>종료</translation>
    </message>
    <message>
        <source>Ctrl+Q</source>
        <translation>Ctrl+Q</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>도움말</translation>
    </message>
    <message>
        <source>Guide</source>
        <translation>안내서</translation>
    </message>
</context>
<context>
    <name>lockmaster::WindowSettings</name>
    <message>
        <source>Settings cannot be saved: %1 cannot be written. They last until the program ends.</source>
        <translation>설정을 저장할 수 없습니다: %1에 쓸 수 없습니다. 설정은 프로그램이 끝날 때까지만 유지됩니다.</translation>
    </message>
    <message>
        <source>The settings in %1 cannot be read.</source>
        <translation>%1의 설정을 읽을 수 없습니다.</translation>
    </message>
    <message>
        <source>Settings begin anew: they were broken, and are now %1.</source>
        <translation>설정을 새로 시작합니다: 손상되어 있었으며, 이제 %1에 있습니다.</translation>
    </message>
</context>
</TS>
