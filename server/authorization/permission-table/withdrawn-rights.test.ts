import { describe, expect, test } from 'vitest';
import { neededTokenScope } from '#server/authorization/api-tokens/assert-token-allows.ts';
import { Turns } from '#server/http/limits/limit-parallel-changes.ts';
import type { ApiResponse, TestClient } from '#server/testing/clients/inject-client.ts';
import { digestDatabase } from '#server/testing/database-digest.ts';
import { endpointName, listEndpoints } from '#server/testing/list-endpoints.ts';
import {
  type HeldChange,
  type HoldPoint,
  holdChange,
} from '#server/testing/permission-table/checks/hold-changes.ts';
import { listWithdrawals } from '#server/testing/permission-table/checks/withdrawals.ts';
import { expectedStatuses } from '#server/testing/permission-table/expected-statuses.ts';
import type { Row, RowRequest } from '#server/testing/permission-table/row.ts';
import { rows } from '#server/testing/permission-table/rows.ts';
import { openScene, prepareRequest, requestOf } from '#server/testing/permission-table/scene.ts';
import { isFullRun } from '#server/testing/run-count.ts';
import { type TestApp, testWith } from '#server/testing/test-app.ts';
import type { Endpoint } from '#shared/contracts/endpoint.ts';

/** Calls that cannot be held like the others, and why. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'PATCH /api/uploads/:id': 'an upload takes one request at a time; held-bodies.test.ts holds each alone',
  'DELETE /api/uploads/:id': 'it has no body and no transaction to wait for',
};

/** Every changing call that needs somebody's rights. The short run asks the first row of each. */
const endpoints = (await listEndpoints()).filter(
  ({ method, caller }) => !['GET', 'HEAD', 'OPTIONS'].includes(method) && caller !== 'anyone',
);
const changes = endpoints
  .filter((endpoint) => !(endpointName(endpoint) in EXCEPTIONS))
  .map((endpoint) => {
    const own = rows.filter((row) => row.endpoint === endpointName(endpoint));
    return { name: endpointName(endpoint), endpoint, rows: isFullRun ? own : own.slice(0, 1) };
  });

/** Lists the roles of which the first that may make a call also makes it with a right that stays. */
const ENTITLED = ['owner', 'administrator', 'collaborator', 'visitor'] as const;

// Held requests of one user would wait for each other.
const testWithApp = testWith({
  turns: new Turns({ beside: 100, waiting: 100, turnMs: 60_000, activeMs: 1 }),
});

interface Call {
  readonly endpoint: Endpoint;
  readonly asked: RowRequest;
}

/** Sends a call and holds it. A call without a body gets one, except in a protocol that has none; it is held where it writes. */
async function hold(
  testApp: TestApp,
  point: HoldPoint,
  client: TestClient,
  { endpoint, asked }: Call,
): Promise<HeldChange<ApiResponse>> {
  const request = await requestOf(client, endpoint, asked);
  const { payload, headers } = request;
  const { services } = testApp.server;
  let change: HeldChange<ApiResponse>;
  if (typeof payload === 'string' || Buffer.isBuffer(payload))
    change = holdChange(services, point, Buffer.from(payload), (body) =>
      client.send({ ...request, payload: body }),
    );
  else if (asked.headers)
    change = holdChange(services, point === 'body' ? 1 : point, Buffer.alloc(0), () => client.send(request));
  else
    change = holdChange(services, point, Buffer.from(' {}'), (body) =>
      client.send({ ...request, payload: body, headers: { ...headers, 'content-type': 'application/json' } }),
    );
  return change;
}

async function digest(testApp: TestApp): Promise<Record<string, string>> {
  await testApp.finishJobs();
  return digestDatabase(testApp.server.services.db);
}

interface Held {
  readonly name: string;
  readonly expected: number;
  readonly change: HeldChange<ApiResponse>;
  withdraw?(): Promise<unknown>;
}

/** Sends the call once for each way to lose the right to it, and last by somebody whose right stays. */
async function holdAll(
  testApp: TestApp,
  point: HoldPoint,
  row: Row,
  endpoint: Endpoint,
  held: Held[],
): Promise<void> {
  const stage = await openScene(testApp);
  const call = { endpoint, asked: await prepareRequest(testApp, row, stage.scene) };
  const statuses = expectedStatuses(row.statuses.split(' ').map(Number), endpoint);
  for (const { name, to, open } of listWithdrawals(endpoint, statuses)) {
    const { client, withdraw } = await open(testApp, stage);
    const change = await hold(testApp, point, client, call);
    // A request without changes waits for no transaction.
    if ((await change.isHeld) || point === 'body')
      held.push({ name, expected: statuses[to], withdraw, change });
  }
  const role = ENTITLED.find((role) => statuses[role] < 400);
  if (!role) return;
  const change = await hold(testApp, point, await stage.clientOf(role), call);
  await change.isHeld;
  held.push({ name: 'entitled', expected: statuses[role], change });
}

/**
 * Takes the rights of held calls away and lets them go on: each is refused and changes nothing. Returns the number of
 * transactions of the call that is carried out.
 */
async function expectRefusals(
  testApp: TestApp,
  point: HoldPoint,
  row: Row,
  endpoint: Endpoint,
): Promise<number> {
  const held: Held[] = [];
  // Refused tokens of one address have a limit.
  await testApp.server.services.db.deleteFrom('attempt_counts').execute();
  try {
    await holdAll(testApp, point, row, endpoint, held);
    for (const { withdraw } of held) await withdraw?.();
    const before = await digest(testApp);
    const found: Record<string, number> = {};
    for (const { name, change } of held.filter(({ withdraw }) => withdraw))
      found[name] = (await change.release()).answer.status;
    const after = await digest(testApp);
    const entitled = await held.find(({ withdraw }) => !withdraw)?.change.release();
    if (entitled) found['entitled'] = entitled.answer.status;
    expect(found).toEqual(Object.fromEntries(held.map(({ name, expected }) => [name, expected])));
    expect(after).toEqual(before);
    return entitled?.transactions ?? 0;
  } finally {
    for (const { change } of held) await change.release();
  }
}

test('every exception is a changing call', () => {
  expect(endpoints.map(endpointName)).toEqual(expect.arrayContaining(Object.keys(EXCEPTIONS)));
});

describe.each(changes)('$name', ({ endpoint, rows }) => {
  testWithApp.for(rows)(
    '$note is refused if the right to it ended before its body arrived or its last transaction began',
    async (row, { testApp }) => {
      const transactions = await expectRefusals(testApp, 'body', row, endpoint);
      // A call that only reads has one for the audit log; its answer ends with the right.
      if (transactions > 0 && neededTokenScope(endpoint) !== 'read')
        await expectRefusals(testApp, transactions, row, endpoint);
    },
  );
});
