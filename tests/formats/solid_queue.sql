-- SPDX-License-Identifier: Apache-2.0
-- written from the source
-- lock: ImportJob/eu
-- owner: none
-- ttl: 180
-- free: ImportJob/us
-- over: ImportJob/old
-- untouched: SELECT GROUP_CONCAT(concurrency_key ORDER BY job_id) FROM solid_queue_blocked_executions
-- part: table
CREATE TABLE solid_queue_semaphores (id bigint NOT NULL AUTO_INCREMENT PRIMARY KEY, `key` varchar(255) NOT NULL, value int DEFAULT 1 NOT NULL, expires_at datetime(6) NOT NULL, created_at datetime(6) NOT NULL, updated_at datetime(6) NOT NULL, INDEX index_solid_queue_semaphores_on_expires_at (expires_at), INDEX index_solid_queue_semaphores_on_key_and_value (`key`, value), UNIQUE INDEX index_solid_queue_semaphores_on_key (`key`)) CHARSET utf8mb4 COLLATE utf8mb4_unicode_ci;
CREATE TABLE solid_queue_blocked_executions (id bigint NOT NULL AUTO_INCREMENT PRIMARY KEY, job_id bigint NOT NULL, queue_name varchar(255) NOT NULL, priority int DEFAULT 0 NOT NULL, concurrency_key varchar(255) NOT NULL, expires_at datetime(6) NOT NULL, created_at datetime(6) NOT NULL, INDEX index_solid_queue_blocked_executions_for_release (concurrency_key, priority, job_id), INDEX index_solid_queue_blocked_executions_for_maintenance (expires_at, concurrency_key), UNIQUE INDEX index_solid_queue_blocked_executions_on_job_id (job_id)) CHARSET utf8mb4 COLLATE utf8mb4_general_ci;
-- part: held
INSERT INTO solid_queue_semaphores (`key`, value, expires_at, created_at, updated_at) VALUES ('ImportJob/eu', 0, UTC_TIMESTAMP(6) + INTERVAL 180 SECOND, UTC_TIMESTAMP(6), UTC_TIMESTAMP(6)), ('ImportJob/us', 1, UTC_TIMESTAMP(6) + INTERVAL 180 SECOND, UTC_TIMESTAMP(6), UTC_TIMESTAMP(6)), ('ImportJob/old', 0, UTC_TIMESTAMP(6) - INTERVAL 60 SECOND, UTC_TIMESTAMP(6), UTC_TIMESTAMP(6));
INSERT INTO solid_queue_blocked_executions (job_id, queue_name, concurrency_key, expires_at, created_at) VALUES (1, 'default', 'ImportJob/eu', UTC_TIMESTAMP(6), UTC_TIMESTAMP(6)), (2, 'default', 'ImportJob/eu', UTC_TIMESTAMP(6), UTC_TIMESTAMP(6)), (3, 'default', 'ImportJob/us', UTC_TIMESTAMP(6), UTC_TIMESTAMP(6));
-- part: take
UPDATE solid_queue_semaphores SET value = value - 1, expires_at = UTC_TIMESTAMP(6) + INTERVAL 180 SECOND WHERE value > 0 AND `key` = 'ImportJob/eu';
-- part: next
UPDATE solid_queue_semaphores SET value = 0, expires_at = UTC_TIMESTAMP(6) + INTERVAL 190 SECOND WHERE `key` = 'ImportJob/eu';
