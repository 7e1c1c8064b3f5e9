-- SPDX-License-Identifier: Apache-2.0
-- written from the source
-- lock: 4711
-- owner: 10.0.0.6_4711
-- ttl: 57
-- over: 815
-- part: table
CREATE TABLE `t_ds_jdbc_registry_client_heartbeat` (`id` bigint(11) NOT NULL, `client_name` varchar(256) NOT NULL, `last_heartbeat_time` bigint(11) NOT NULL, `connection_config` text NOT NULL, `create_time` timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP, PRIMARY KEY (`id`)) ENGINE = InnoDB DEFAULT CHARSET = utf8;
-- part: held
INSERT INTO t_ds_jdbc_registry_client_heartbeat VALUES (4711, '10.0.0.6_4711', UNIX_TIMESTAMP(NOW(3)) * 1000 - 3000, '{"sessionTimeout":60000}', NOW() - INTERVAL 1 HOUR), (815, '10.0.0.7_815', UNIX_TIMESTAMP(NOW(3)) * 1000 - 61000, '{"sessionTimeout":60000}', NOW() - INTERVAL 1 HOUR);
