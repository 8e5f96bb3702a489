// Starts a process through a spawner as the server does, and prints the numbers of both. The process keeps it running until it is
// killed.
import { currentSpawner, startSpawner } from '../start-spawner.ts';

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
