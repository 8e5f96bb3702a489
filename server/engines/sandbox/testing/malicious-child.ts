import { spawn, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { serveRequests } from '../child-side.ts';

/** Attempts of a document that controls its process. Each returns what it achieved, or throws. */
const attempts: Record<string, (argument: string) => unknown> = {
  connect: (port) =>
    new Promise((resolve, reject) => {
      connect(Number(port), '127.0.0.1', () => resolve('connected')).once('error', reject);
    }),
  'list network interfaces': () => Object.keys(networkInterfaces()).join(),
  'read file': (path) => readFileSync(path, 'utf8'),
  'write file': (path) => writeFileSync(path, 'written'),
  'list folder': (path) => readdirSync(path).join(),
  wait: () => new Promise(() => {}),
  kill: (pid) => process.kill(Number(pid), 'SIGKILL'),
  'show environment': () => JSON.stringify(process.env),
  'run program': (command) => runProgram(command),
  'start many programs': (count) => startMany(Number(count)),
  'fill memory': (megabytes) =>
    Array.from({ length: Number(megabytes) }, () => Buffer.alloc(1024 ** 2, 1)).length,
};

/** Each program runs for a minute, unless the sandbox ends it. */
function startMany(count: number): number {
  const started = Array.from({ length: count }, () => {
    const program = spawn('/bin/sleep', ['60'], { stdio: 'ignore' });
    return program.once('error', () => {}).pid;
  });
  return started.filter((pid) => pid !== undefined).length;
}

function runProgram(command: string): string {
  const { error, status } = spawnSync('/bin/sh', ['-c', command]);
  if (error) throw error;
  return `exit code ${status}`;
}

await serveRequests(async (message) => {
  const { attempt, argument } = message as { attempt: string; argument: string }; // the test sends it
  try {
    return [`achieved: ${await attempts[attempt]?.(argument)}`];
  } catch (error) {
    return [`refused: ${error instanceof Error && 'code' in error ? error.code : String(error)}`];
  }
});
