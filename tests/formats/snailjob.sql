-- SPDX-License-Identifier: Apache-2.0
-- written from the source
-- lock: report
-- owner: web-1
-- ttl: 600
-- renew: UPDATE sj_distributed_lock SET lock_until = NOW(3) + INTERVAL 900 SECOND WHERE name = 'report' AND locked_by = 'web-1' AND lock_until > NOW(3)
-- free: idle
-- part: table
CREATE TABLE sj_distributed_lock (name VARCHAR(64) NOT NULL, lock_until TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3) ON UPDATE CURRENT_TIMESTAMP(3), locked_at TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3), locked_by VARCHAR(255) NOT NULL, PRIMARY KEY (name));
-- part: held
INSERT INTO sj_distributed_lock (name, lock_until, locked_at, locked_by) VALUES ('report', NOW(3) + INTERVAL 600 SECOND, NOW(3), 'web-1'), ('idle', NOW(3) - INTERVAL 600 SECOND, NOW(3) - INTERVAL 700 SECOND, 'web-2');
-- part: take
UPDATE sj_distributed_lock SET lock_until = NOW(3) + INTERVAL 300 SECOND, locked_at = NOW(3), locked_by = 'web-2' WHERE name = 'report' AND lock_until <= NOW(3);
-- part: next
UPDATE sj_distributed_lock SET lock_until = NOW(3) + INTERVAL 600 SECOND, locked_at = NOW(3) + INTERVAL 1 SECOND, locked_by = 'web-1' WHERE name = 'report';
