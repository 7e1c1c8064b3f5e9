-- SPDX-License-Identifier: Apache-2.0
-- written from the source
-- lock: mail/recurring
-- owner: web-9
-- ttl: 1800
-- renew: update scheduled_tasks set last_heartbeat = NOW(6) + INTERVAL 1 SECOND where task_name = 'mail' and task_instance = 'recurring'
-- part: table
create table scheduled_tasks (task_name varchar(100) not null, task_instance varchar(100) not null, task_data blob, execution_time timestamp(6) not null, picked BOOLEAN not null, picked_by varchar(50), last_success timestamp(6) null, last_failure timestamp(6) null, consecutive_failures INT, last_heartbeat timestamp(6) null, version BIGINT not null, priority SMALLINT, PRIMARY KEY (task_name, task_instance));
-- part: held
INSERT INTO scheduled_tasks VALUES ('mail', 'recurring', NULL, NOW(6), 1, 'web-9', NULL, NULL, 0, NOW(6), 7, 0), ('mail', 'idle', NULL, NOW(6), 0, NULL, NULL, NULL, 0, NULL, 3, 0);
-- part: take
update scheduled_tasks set picked = 1, picked_by = 'web-8', last_heartbeat = NOW(6), version = version + 1 where picked = 0 and task_name = 'mail' and task_instance = 'recurring';
-- part: next
update scheduled_tasks set last_heartbeat = NOW(6), version = 9 where task_name = 'mail' and task_instance = 'recurring';
