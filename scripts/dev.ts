import { spawn } from 'node:child_process';
import { once } from 'node:events';

// The server starts again when one of its files changes; Vite serves the web app and passes /api on to it.
const commands = [
  spawn(process.execPath, ['--watch', 'server/app/main.ts'], { stdio: 'inherit' }),
  spawn('vite', ['web', '--config', 'web/vite.config.ts'], { stdio: 'inherit' }),
];
// Ctrl-C reaches them without us; we stay until both have ended in order.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});

const exits = commands.map((command) => once(command, 'exit'));
// One without the other is of no use.
await Promise.race(exits);
for (const command of commands) command.kill();
await Promise.all(exits);
