-- SPDX-License-Identifier: Apache-2.0
-- written from the source
-- lock: jdbc:mysql://db/shop^^^orders^^^17
-- owner: 10.0.0.4:8091:270037
-- ttl: none
-- age: 60
-- part: table
CREATE TABLE lock_table (row_key VARCHAR(128) NOT NULL, xid VARCHAR(128), transaction_id BIGINT, branch_id BIGINT NOT NULL, resource_id VARCHAR(256), table_name VARCHAR(32), pk VARCHAR(36), status TINYINT NOT NULL DEFAULT 0, gmt_create DATETIME, gmt_modified DATETIME, PRIMARY KEY (row_key), KEY idx_status (status)) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;
-- part: held
INSERT INTO lock_table VALUES ('jdbc:mysql://db/shop^^^orders^^^17', '10.0.0.4:8091:270037', 270037, 270039, 'jdbc:mysql://db/shop', 'orders', '17', 0, NOW() - INTERVAL 60 SECOND, NOW() - INTERVAL 60 SECOND);
