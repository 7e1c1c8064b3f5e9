-- SPDX-License-Identifier: Apache-2.0
-- written from the source
-- lock: km01
-- owner: none
-- ttl: none
-- age: 90
-- part: table
CREATE TABLE migrations_lock (lock_key varchar(191) not null primary key, locked boolean default 0, acquired_at datetime null, released_at datetime null);
INSERT INTO migrations_lock (lock_key, locked) VALUES ('km01', 0);
-- part: held
UPDATE migrations_lock SET locked = 1, acquired_at = NOW() - INTERVAL 90 SECOND WHERE lock_key = 'km01' AND locked = 0;
-- part: take
UPDATE migrations_lock SET locked = 1, acquired_at = NOW() WHERE lock_key = 'km01' AND locked = 0;
-- part: next
UPDATE migrations_lock SET locked = 0, released_at = NOW() WHERE lock_key = 'km01';
UPDATE migrations_lock SET locked = 1, acquired_at = NOW() WHERE lock_key = 'km01' AND locked = 0;
