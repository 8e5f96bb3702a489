// Starts a process through a spawner as the server does, prints the numbers of both, and waits to be killed.
import { currentSpawner, startSpawner } from '../start-spawner.ts';

setInterval(() => {}, 1_000);
await startSpawner();
const spawner = await currentSpawner();
const started = await spawner?.start({
  command: 'sleep',
  args: ['1000'],
  env: { PATH: process.env['PATH'] ?? '' },
  stdin: { to: 'server' },
  stdout: { to: 'server' },
  isGroup: false,
});
process.stdout.write(`${JSON.stringify([spawner?.pid, started?.pid])}\n`);
