-- SPDX-License-Identifier: Apache-2.0
-- written from the source
-- lock: server_elect_1
-- owner: 10.0.0.8
-- ttl: 30
-- part: table
CREATE TABLE oms_lock (id bigint auto_increment primary key, lock_name varchar(255), max_lock_time bigint, ownerip varchar(255), gmt_create datetime(6), gmt_modified datetime(6), unique key uidx (lock_name));
-- part: held
INSERT INTO oms_lock (lock_name, max_lock_time, ownerip, gmt_create, gmt_modified) VALUES ('server_elect_1', 30000, '10.0.0.8', NOW(6), NOW(6));
-- part: take
INSERT IGNORE INTO oms_lock (lock_name, max_lock_time, ownerip, gmt_create, gmt_modified) VALUES ('server_elect_1', 30000, '10.0.0.7', NOW(6), NOW(6));
-- part: next
UPDATE oms_lock SET gmt_create = NOW(6) + INTERVAL 1 MICROSECOND;
