-- SPDX-License-Identifier: Apache-2.0
-- written from the source
-- lock: /nodes/master/lock
-- owner: 10.0.0.6_4711
-- ttl: none
-- age: 60
-- part: table
CREATE TABLE `t_ds_jdbc_registry_lock` (`id` bigint(11) NOT NULL AUTO_INCREMENT, `lock_key` varchar(256) NOT NULL, `lock_owner` varchar(256) NOT NULL, `client_id` bigint(11) NOT NULL, `create_time` timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP, PRIMARY KEY (`id`), UNIQUE KEY `uk_t_ds_jdbc_registry_lockKey` (`lock_key`)) ENGINE = InnoDB DEFAULT CHARSET = utf8;
-- part: held
INSERT INTO t_ds_jdbc_registry_lock (lock_key, lock_owner, client_id, create_time) VALUES ('/nodes/master/lock', '10.0.0.6_4711', 7, NOW() - INTERVAL 60 SECOND);
