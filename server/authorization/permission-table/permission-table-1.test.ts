import { expect, test } from 'vitest';
import { endpointName, listEndpoints } from '#server/testing/list-endpoints.ts';
import { describePermissionTable } from '#server/testing/permission-table/checks/describe-permission-table.ts';
import { WRITTEN_ROLES } from '#server/testing/permission-table/roles.ts';
import { rows } from '#server/testing/permission-table/rows.ts';

test('every call has a row in the permission table, and every row a call', async () => {
  const endpoints = (await listEndpoints()).map(endpointName);
  expect([...new Set(rows.map(({ endpoint }) => endpoint))].sort()).toEqual(endpoints.sort());
  for (const { endpoint, statuses } of rows)
    expect([endpoint, statuses.split(' ').length]).toEqual([endpoint, WRITTEN_ROLES.length]);
});

describePermissionTable(0);
