-- SPDX-License-Identifier: Apache-2.0
-- written from the source
-- lock: JobRunr
-- owner: jobs-1
-- ttl: 50
-- part: table
CREATE TABLE jobrunr_backgroundjobservers (id NCHAR(36) PRIMARY KEY, workerPoolSize int NOT NULL, pollIntervalInSeconds int NOT NULL, firstHeartbeat DATETIME(6) NOT NULL, lastHeartbeat DATETIME(6) NOT NULL, running int NOT NULL, name VARCHAR(128));
-- part: held
INSERT INTO jobrunr_backgroundjobservers VALUES ('a', 8, 15, UTC_TIMESTAMP(6) - INTERVAL 2 HOUR, UTC_TIMESTAMP(6) - INTERVAL 70 SECOND, 1, 'gone'), ('b', 8, 15, UTC_TIMESTAMP(6) - INTERVAL 1 HOUR, UTC_TIMESTAMP(6) - INTERVAL 10 SECOND, 1, 'jobs-1'), ('c', 8, 15, UTC_TIMESTAMP(6) - INTERVAL 30 MINUTE, UTC_TIMESTAMP(6) - INTERVAL 3 SECOND, 1, 'jobs-2');
