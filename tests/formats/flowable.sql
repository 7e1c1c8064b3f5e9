-- SPDX-License-Identifier: Apache-2.0
-- written from the source
-- lock: j1
-- owner: 1f0c7a3e-executor
-- ttl: 3600
-- untouched: SELECT CONCAT(LOCK_OWNER_, REV_) FROM ACT_RU_EXECUTION WHERE ID_ = 'p2'
-- part: table
create table ACT_RU_EXECUTION (ID_ varchar(64), REV_ integer, PROC_INST_ID_ varchar(64), LOCK_TIME_ timestamp(3) NULL, LOCK_OWNER_ varchar(255), primary key (ID_)) ENGINE=InnoDB DEFAULT CHARSET=utf8 COLLATE utf8_bin;
create table ACT_RU_JOB (ID_ varchar(64) NOT NULL, REV_ integer, CATEGORY_ varchar(255), TYPE_ varchar(255) NOT NULL, LOCK_EXP_TIME_ timestamp(3) NULL, LOCK_OWNER_ varchar(255), EXCLUSIVE_ boolean, EXECUTION_ID_ varchar(64), PROCESS_INSTANCE_ID_ varchar(64), PROC_DEF_ID_ varchar(64), ELEMENT_ID_ varchar(255), ELEMENT_NAME_ varchar(255), SCOPE_ID_ varchar(255), SUB_SCOPE_ID_ varchar(255), SCOPE_TYPE_ varchar(255), SCOPE_DEFINITION_ID_ varchar(255), CORRELATION_ID_ varchar(255), RETRIES_ integer, DUEDATE_ timestamp(3) NULL, CREATE_TIME_ timestamp(3) NULL, TENANT_ID_ varchar(255) default '', primary key (ID_)) ENGINE=InnoDB DEFAULT CHARSET=utf8 COLLATE utf8_bin;
-- part: held
INSERT INTO ACT_RU_EXECUTION VALUES ('p1', 1, 'p1', NOW(3) + INTERVAL 1 HOUR, '1f0c7a3e-executor'), ('p2', 1, 'p2', NOW(3) + INTERVAL 1 HOUR, '1f0c7a3e-executor');
INSERT INTO ACT_RU_JOB (ID_, REV_, TYPE_, LOCK_EXP_TIME_, LOCK_OWNER_, EXCLUSIVE_, PROCESS_INSTANCE_ID_) VALUES ('j1', 2, 'message', NOW(3) + INTERVAL 1 HOUR, '1f0c7a3e-executor', 1, 'p1'), ('j2', 2, 'message', NOW(3) + INTERVAL 1 HOUR, '1f0c7a3e-executor', 1, 'p2'), ('j3', 1, 'message', NULL, NULL, 1, 'p1');
-- part: take
UPDATE ACT_RU_JOB SET REV_ = REV_ + 1, LOCK_OWNER_ = 'other', LOCK_EXP_TIME_ = NOW(3) + INTERVAL 1 HOUR WHERE ID_ = 'j1' AND LOCK_EXP_TIME_ IS NULL AND (SELECT LOCK_TIME_ FROM ACT_RU_EXECUTION WHERE ID_ = 'p1') IS NULL;
-- part: next
UPDATE ACT_RU_JOB SET REV_ = REV_ + 2, LOCK_EXP_TIME_ = NOW(3) + INTERVAL 2 HOUR WHERE ID_ = 'j1';
