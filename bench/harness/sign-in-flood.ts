import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';

const { origin, connections, password } = workerData as {
  origin: string;
  connections: number;
  password: string;
}; // as `under-attack.ts` starts it

const statuses = new Map<number, number>();
let isStopped = false;

async function signInRepeatedly(account: number): Promise<void> {
  const body = JSON.stringify({ username: `signing-in-${account}`, password });
  while (!isStopped) {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${origin}/api/login`, { method: 'POST', headers, body });
    await response.arrayBuffer();
    statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
    // Waits as long as the answer asks: a client that does not is a flood of requests, not of passwords.
    const waitMs = Number(response.headers.get('retry-after') ?? 0) * 1000;
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
}

const all = Promise.all(Array.from({ length: connections }, (_, account) => signInRepeatedly(account)));
if (parentPort) await once(parentPort, 'message');
isStopped = true;
await all;
parentPort?.postMessage(statuses);
parentPort?.close();
