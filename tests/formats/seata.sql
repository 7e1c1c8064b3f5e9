-- SPDX-License-Identifier: Apache-2.0
-- written from the source
-- lock: RetryCommitting
-- owner: 10.0.0.4:8091
-- ttl: 600
-- free: AsyncCommitting
-- part: table
CREATE TABLE distributed_lock (lock_key CHAR(20) NOT NULL, lock_value VARCHAR(20) NOT NULL, expire BIGINT, primary key (lock_key));
-- part: held
INSERT INTO distributed_lock VALUES ('AsyncCommitting', ' ', 0), ('RetryCommitting', '10.0.0.4:8091', FLOOR(UNIX_TIMESTAMP(NOW(3))) * 1000 + 600123);
-- part: take
UPDATE distributed_lock SET lock_value = '10.0.0.5:8091', expire = UNIX_TIMESTAMP(NOW(3)) * 1000 + 60000 WHERE lock_key = 'RetryCommitting' AND expire < UNIX_TIMESTAMP(NOW(3)) * 1000;
-- part: next
UPDATE distributed_lock SET expire = expire + 5 WHERE lock_key = 'RetryCommitting';
