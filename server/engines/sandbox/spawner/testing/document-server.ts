// Receives a document for a program as the server does, but never its end.
import { Readable } from 'node:stream';
import { runSandboxed } from '../../sandboxed-program.ts';
import { startSpawner } from '../start-spawner.ts';

await startSpawner();
const bytes = new Readable({ read: () => {} });
bytes.push('a document');
// Keeps this process running until it is killed.
setInterval(() => {}, 60_000);
await runSandboxed(
  { program: 'true', args: [], input: { name: 'in', bytes } },
  { timeoutMs: 60_000, hidden: [], path: process.env['PATH'] ?? '' },
);
