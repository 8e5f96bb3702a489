import { setTimeout as wait } from 'node:timers/promises';
import { type ClusterClient, json } from './cluster-client.ts';
import type { ClusterLedger, ClusterUser } from './mixed-load.ts';
import { ADMINISTRATOR } from './start-cluster.ts';

const PAUSE_MS = 300;

/** Signs in as the administrator, who has no limit on how often accounts are named; `undefined` if no node answers. */
export async function signInAsAdministrator(client: ClusterClient): Promise<ClusterClient | undefined> {
  const { cookie } = await client.send('sign-in', '/api/login', json('POST', ADMINISTRATOR));
  if (cookie === undefined) return undefined;
  client.setCookie(cookie);
  return client;
}

/**
 * Gives a reader access to a folder and takes it away until the signal aborts. Once the withdrawal is acknowledged, no node may
 * answer the reader.
 */
export async function changeAccess(
  { owner, reader }: { owner: ClusterClient; reader: ClusterUser },
  { ledger, signal }: { ledger: ClusterLedger; signal: AbortSignal },
): Promise<void> {
  const { body } = await owner.send('new folder', '/api/folders', {
    ...json('POST', { name: 'Shared', parentId: null }),
    expected: [201],
  });
  const { id } = JSON.parse(body.toString());
  const path = `/api/folders/${id}`;
  const grants = `${path}/collaborators`;
  while (!signal.aborted) {
    await wait(PAUSE_MS);
    const grant = { ...json('POST', { userId: reader.id }), expected: [201, 409] };
    const granted = await owner.send('grant', grants, grant);
    if (granted.outcome === 'answered') await reader.client.send('granted folder', path);
    const revoked = await owner.send('revocation', `${grants}/${reader.id}`, {
      method: 'DELETE',
      expected: [200, 404],
    });
    if (revoked.outcome !== 'answered') continue;
    for (const { status } of await reader.client.sendToAll('revoked folder', path, { expected: [404, 200] }))
      if (status === 200) ledger.disclosed.push(`${path} was answered after its access was withdrawn`);
      else if (status === 404) ledger.refused += 1;
  }
}

/** Signs in and out until the signal aborts. Once the sign-out is acknowledged, no node may accept the session. */
export async function endSessions(
  createClient: () => ClusterClient,
  { ledger, signal }: { ledger: ClusterLedger; signal: AbortSignal },
): Promise<void> {
  while (!signal.aborted) {
    await wait(PAUSE_MS);
    const client = await signInAsAdministrator(createClient());
    if (client === undefined) continue;
    const ended = await client.send('sign-out', '/api/logout', { method: 'POST' });
    if (ended.outcome !== 'answered') continue;
    for (const { status } of await client.sendToAll('ended session', '/api/user', { expected: [401, 200] }))
      if (status === 200) ledger.disclosed.push('a session was accepted after its end');
      else if (status === 401) ledger.refused += 1;
  }
}
