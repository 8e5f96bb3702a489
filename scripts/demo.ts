import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { signIn } from '#server/testing/clients/api-client.ts';
import { VISITORS } from './demo/activity/demo-people.ts';
import { buildDemoRoom } from './demo/build-demo-room.ts';
import { listDemoAccounts, markDemoFilled, openDemoState } from './demo/demo-state.ts';

const root = join(import.meta.dirname, '..');

try {
  process.exitCode = await runDemo();
} catch (error) {
  console.error(`The demo did not start: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}

/** Runs the server on the demo's own folder until it ends; creates the demo data at the first start. */
async function runDemo(): Promise<number> {
  // Demo data in a real database or bucket could not be removed again.
  for (const name of ['DATABASE_URL', 'S3_BUCKET'])
    if (process.env[name]) throw new Error(`${name} is set: the demo only supports a local data directory.`);
  const dataDir = resolve(process.env['DATA_DIR'] || 'demo-data');
  const state = await openDemoState(dataDir);
  const accounts = listDemoAccounts(state);

  const env = {
    LOG_LEVEL: 'warn',
    ...process.env,
    DATA_DIR: dataDir,
    ADMIN_USERNAME: accounts.admin.username,
    ADMIN_EMAIL: accounts.admin.email,
    ADMIN_PASSWORD: accounts.admin.password,
    // Demo users are fictitious: no mail is sent.
    SMTP_URL: '',
    MAIL_FROM: '',
  };
  if (!state.isFilled) {
    console.log('Creating the demo data, which takes less than a minute …');
    const count = await buildDemoRoom(env, accounts);
    await markDemoFilled(dataDir, state);
    console.log(`Added ${count} documents. They become searchable within a minute or two.`);
  }

  const server = spawn(process.execPath, [join(root, 'server', 'app', 'main.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env,
  });
  const ended = once(server, 'exit');
  // Ctrl-C reaches the server directly; this process waits for its orderly end.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => server.kill(signal));

  try {
    for await (const line of createInterface(server.stdout)) {
      const origin = /^Muniment is ready: (\S+)$/.exec(line)?.[1];
      if (origin !== undefined) await printAccounts(origin, accounts);
    }
  } catch (error) {
    server.kill();
    throw error;
  } finally {
    await ended;
  }
  return server.exitCode ?? 1;
}

async function printAccounts(origin: string, accounts: ReturnType<typeof listDemoAccounts>): Promise<void> {
  const dana = await signIn(origin, accounts.dana);
  const invitation = (await dana.listInvitations()).find(({ email }) => email === VISITORS.corvane);
  console.log(`\nThe demo is ready: ${origin}\n`);
  for (const { username, password, part } of Object.values(accounts))
    console.log(`  ${username.padEnd(6)} ${password}   ${part}`);
  console.log(
    `\n  Visitor link: ${invitation?.status === 'pending' ? invitation.inviteUrl : 'expired; dana can create another one'}`,
  );
  console.log('\n  Example question: What is the notice period of the lease in Hamburg?\n');
}
