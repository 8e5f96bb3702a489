import { describePermissionTable } from '#server/testing/permission-table/checks/describe-permission-table.ts';

describePermissionTable(2);
