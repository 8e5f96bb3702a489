import { spawn } from 'node:child_process';
import { once } from 'node:events';

// The server restarts when one of its files changes, which are the sources here and not what was built of them; Vite serves the
// web app and proxies /api.
const commands = [
  spawn(process.execPath, ['--watch', 'server/app/process/start-server.ts'], { stdio: 'inherit' }),
  spawn('vite', ['web', '--config', 'web/vite.config.ts'], { stdio: 'inherit' }),
];
// Ctrl-C reaches both directly; this process waits for their orderly end.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});

const exits = commands.map((command) => once(command, 'exit'));
// When either ends, the other is stopped.
await Promise.race(exits);
for (const command of commands) command.kill();
await Promise.all(exits);
