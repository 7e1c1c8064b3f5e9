-- SPDX-License-Identifier: Apache-2.0
-- written from the source
-- lock: process 8
-- owner: worker-77fd08d9b5
-- ttl: 280
-- over: process 7
-- part: table
CREATE TABLE solid_queue_processes (id bigint NOT NULL AUTO_INCREMENT PRIMARY KEY, kind varchar(255) NOT NULL, last_heartbeat_at datetime(6) NOT NULL, supervisor_id bigint, pid int NOT NULL, hostname varchar(255), metadata text, created_at datetime(6) NOT NULL, name varchar(255) NOT NULL, INDEX index_solid_queue_processes_on_last_heartbeat_at (last_heartbeat_at), UNIQUE INDEX index_solid_queue_processes_on_name_and_supervisor_id (name, supervisor_id)) CHARSET utf8mb4;
CREATE TABLE solid_queue_claimed_executions (id bigint NOT NULL AUTO_INCREMENT PRIMARY KEY, job_id bigint NOT NULL, process_id bigint, created_at datetime(6) NOT NULL, UNIQUE INDEX index_solid_queue_claimed_executions_on_job_id (job_id), INDEX index_solid_queue_claimed_executions_on_process_id_and_job_id (process_id, job_id)) CHARSET utf8mb4;
-- part: held
INSERT INTO solid_queue_processes (id, kind, last_heartbeat_at, supervisor_id, pid, hostname, created_at, name) VALUES (7, 'Worker', UTC_TIMESTAMP(6) - INTERVAL 301 SECOND, 1, 4711, 'web-3', UTC_TIMESTAMP(6) - INTERVAL 1 HOUR, 'worker-gone'), (8, 'Worker', UTC_TIMESTAMP(6) - INTERVAL 20 SECOND, 1, 4712, 'web-4', UTC_TIMESTAMP(6) - INTERVAL 1 HOUR, 'worker-77fd08d9b5');
INSERT INTO solid_queue_claimed_executions (job_id, process_id, created_at) VALUES (1, 7, UTC_TIMESTAMP(6)), (2, 7, UTC_TIMESTAMP(6)), (3, 8, UTC_TIMESTAMP(6));
