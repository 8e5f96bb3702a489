import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { beforeEach, expect, onTestFinished, test } from 'vitest';

/**
 * Replaces npm: records its arguments, creates a node_modules with the Node that runs this test, and waits while the
 * file `slow` exists. If the file `broken` exists, it fails halfway.
 */
const FAKE_NPM = `#!/bin/sh
echo "begin $*" >> npm.log
if [ "$1" = ci ]; then rm -rf node_modules; fi
mkdir -p node_modules/.bin
while [ -e slow ]; do sleep 0.02; done
if [ -e broken ]; then echo "npm: no network" >&2; exit 1; fi
if [ ! -e no-node ]; then ln -sf "${process.execPath}" node_modules/.bin/node; fi
cp fake/vite node_modules/.bin/vite
echo "end $1" >> npm.log
`;

const FAKE_VITE = `#!/bin/sh
echo "vite $*"
if [ -e broken-build ]; then exit 1; fi
mkdir -p web/dist
while [ $# -gt 0 ]; do
  if [ "$1" = --outDir ]; then mkdir -p "$2"; fi
  shift
done
`;

const PROGRAMS_ENGINE = 'server/engines/programs';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'muniment-run-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  cpSync(join(import.meta.dirname, 'run.mjs'), join(root, 'scripts', 'run.mjs'));
  cpSync(join(import.meta.dirname, 'setup'), join(root, 'scripts', 'setup'), { recursive: true });
  cpSync(join(import.meta.dirname, '..', PROGRAMS_ENGINE), join(root, PROGRAMS_ENGINE), { recursive: true });
  write('package.json', '{ "type": "module" }');
  write('package-lock.json', '{}');
  write('server/vite.config.ts', '');
  write('program.ts', "console.log('ran with', process.argv.slice(2).join());");
  mkdirSync(join(root, 'fake'));
  write('fake/npm', FAKE_NPM);
  write('fake/vite', FAKE_VITE);
  for (const program of ['npm', 'vite']) chmodSync(join(root, 'fake', program), 0o755);
});

test('the first run installs without development libraries and passes the arguments on', async () => {
  const { code, output } = await run('program.ts', '--only', 'x');
  expect({ code, output }).toMatchObject({ code: 0, output: expect.stringContaining('ran with --only,x') });
  expect(npmCalls()).toEqual([expect.stringMatching(/^ci --ignore-scripts --omit=dev/)]);
});

test('a platform without a pinned Node package runs on the Node of the machine', async () => {
  write('no-node', '');
  const { code, output } = await run('program.ts');
  expect({ code, output }).toMatchObject({ code: 0, output: expect.stringContaining('ran with') });
});

test('package-lock.json names the integrity hash of every Node package, and none has an install script', () => {
  const lock = JSON.parse(readFileSync(join(import.meta.dirname, '..', 'package-lock.json'), 'utf8'));
  for (const platform of ['linux-x64', 'linux-arm64', 'darwin-x64']) {
    const entry = lock.packages[`node_modules/node-${platform}`];
    expect(entry).toMatchObject({
      version: expect.stringMatching(/^24\./),
      integrity: expect.stringMatching(/^sha512-/),
    });
    expect(entry.hasInstallScript).toBeUndefined();
  }
});

test('a later run installs nothing', async () => {
  await run('program.ts');
  const { output } = await run('program.ts');
  expect(npmCalls()).toHaveLength(1);
  expect(output).toBe('ran with \n');
});

test('a changed lock file is installed', async () => {
  await run('program.ts');
  write('package-lock.json', '{ "changed": true }');
  await run('program.ts');
  expect(npmCalls().map((call) => call.split(' ')[0])).toEqual(['ci', 'ci']);
});

test('tests add their libraries to an installation and remove nothing from it', async () => {
  await run('program.ts');
  await run('--dev', 'program.ts');
  expect(npmCalls()[1]).toMatch(/^install --no-save --ignore-scripts --include=dev/);
  await run('program.ts');
  expect(npmCalls()).toHaveLength(2);
});

test('a failed installation ends the run with its reason and is repeated', async () => {
  write('broken', '');
  const failed = await run('program.ts');
  expect(failed.code).toBe(1);
  expect(failed.output).toContain('npm: no network');
  expect(failed.output).toContain('The libraries could not be installed');
  expect(failed.output).not.toContain('ran with');
  rmSync(join(root, 'broken'));
  expect((await run('program.ts')).code).toBe(0);
});

test('a killed installation is repeated', async () => {
  write('slow', '');
  const first = start('program.ts');
  await untilLogged('begin ci');
  const end = once(first, 'exit');
  first.kill('SIGTERM');
  expect(await end).not.toEqual([0, null]);
  rmSync(join(root, 'slow'));
  expect((await run('program.ts')).output).toContain('ran with');
  expect(npmCalls().filter((call) => call.startsWith('ci'))).toHaveLength(2);
});

test('two runs at once install once', async () => {
  write('slow', '');
  const first = run('program.ts');
  await untilLogged('begin ci');
  const second = start('program.ts');
  const secondOutput = collect(second);
  const secondEnd = once(second, 'close');
  await untilPrinted(second, secondOutput, 'waiting for it');
  rmSync(join(root, 'slow'));
  expect((await first).output).toContain('ran with');
  await secondEnd;
  expect(secondOutput()).toContain('ran with');
  expect(npmCalls()).toHaveLength(1);
});

test('an installation that outlives its run blocks others until it ends', async () => {
  write('slow', '');
  const first = start('program.ts');
  await untilLogged('begin ci');
  const firstEnd = once(first, 'exit');
  first.kill('SIGKILL');
  await firstEnd;
  const second = start('program.ts');
  const secondOutput = collect(second);
  const secondEnd = once(second, 'close');
  await untilPrinted(second, secondOutput, 'waiting for it');
  rmSync(join(root, 'slow'));
  await secondEnd;
  expect(secondOutput()).toContain('ran with');
  expect(npmLog().match(/^(begin|end) ci/gm)).toEqual(['begin ci', 'end ci', 'begin ci', 'end ci']);
});

test('a linked node_modules is used unchanged', async () => {
  mkdirSync(join(root, 'elsewhere', '.bin'), { recursive: true });
  symlinkSync(process.execPath, join(root, 'elsewhere', '.bin', 'node'));
  symlinkSync(join(root, 'elsewhere'), join(root, 'node_modules'));
  expect((await run('--dev', 'program.ts')).output).toBe('ran with \n');
  expect(npmCalls()).toEqual([]);
});

test('the web app is built when it is stale, and only then', async () => {
  expect((await run('--build', 'program.ts')).output).toContain('vite build web --config web/vite.config.ts');
  expect((await run('--build', 'program.ts')).output).toBe('ran with \n');
  write('web/main.ts', 'changed');
  expect((await run('--build', 'program.ts')).output).toContain('vite build');
});

test('the child processes are built when they are stale, and only then', async () => {
  expect((await run('--build', 'program.ts')).output).toContain(
    'vite build server --config server/vite.config.ts',
  );
  write('server/engines/programs/reader.ts', 'changed');
  expect((await run('--build', 'program.ts')).output).toContain('vite build server');
  expect((await run('--build', 'program.ts')).output).toBe('ran with \n');
});

test('a build whose files are gone is repeated', async () => {
  await run('--build', 'program.ts');
  const folder = readdirSync(join(root, 'server/dist')).find((name) => name.startsWith('server-'));
  rmSync(join(root, 'server/dist', String(folder)), { recursive: true });
  expect((await run('--build', 'program.ts')).output).toContain('--mode server');
  expect((await run('--build', 'program.ts')).output).toBe('ran with \n');
});

test('a failed build ends the run and is repeated', async () => {
  write('broken-build', '');
  const failed = await run('--build', 'program.ts');
  expect(failed).toMatchObject({
    code: 1,
    output: expect.stringContaining('Muniment could not be built.'),
  });
  expect(failed.output).not.toContain('ran with');
  rmSync(join(root, 'broken-build'));
  expect((await run('--build', 'program.ts')).output).toContain('vite build');
});

test('the exit code of the program is the exit code of the run', async () => {
  write('program.ts', 'process.exitCode = 7;');
  expect((await run('program.ts')).code).toBe(7);
});

test.for(['SIGINT', 'SIGTERM'] as const)(
  '%s reaches the program once, which exits by itself',
  async (signal) => {
    write(
      'program.ts',
      `process.on('${signal}', () => { process.stdout.write('asked '); setTimeout(() => process.exit(3), 300); });
     setInterval(() => {}, 1000); process.stdout.write('ready ');`,
    );
    const child = start('program.ts');
    const output = collect(child);
    const end = once(child, 'close');
    await untilPrinted(child, output, 'ready');
    child.kill(signal);
    await untilPrinted(child, output, 'asked');
    child.kill(signal);
    expect(await end).toEqual([3, null]);
    expect(output().match(/asked/g)).toHaveLength(1);
  },
);

test('the program ends when the run and its process group are killed', async () => {
  write(
    'program.ts',
    `import { writeFileSync } from 'node:fs';
     process.once('disconnect', () => { writeFileSync('ended', ''); process.exit(); });
     setInterval(() => {}, 1000); process.stdout.write('ready ');`,
  );
  const child = start('program.ts');
  const output = collect(child);
  await untilPrinted(child, output, 'ready');
  process.kill(-(child.pid ?? 0), 'SIGKILL');
  await expect.poll(() => existsSync(join(root, 'ended'))).toBe(true);
});

function write(file: string, text: string): void {
  writeFileSync(join(root, file), text);
}

function start(...args: string[]): ChildProcess {
  const child = spawn(process.execPath, ['scripts/run.mjs', ...args], {
    cwd: root,
    env: { ...process.env, PATH: `${join(root, 'fake')}:${process.env['PATH']}` },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A process group of its own, as a shell gives to each command.
    detached: true,
  });
  onTestFinished(() => void child.kill());
  return child;
}

async function run(...args: string[]): Promise<{ code: number | null; output: string }> {
  const child = start(...args);
  const output = collect(child);
  await once(child, 'close');
  return { code: child.exitCode, output: output() };
}

function collect(child: ChildProcess): () => string {
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += String(chunk)));
  return () => output;
}

async function untilPrinted(child: ChildProcess, output: () => string, text: string): Promise<void> {
  while (!output().includes(text)) await once(child.stdout as Readable, 'data'); // piped by start
}

async function untilLogged(line: string): Promise<void> {
  await expect.poll(npmLog).toContain(line);
}

function npmLog(): string {
  const file = join(root, 'npm.log');
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

function npmCalls(): string[] {
  return npmLog()
    .split('\n')
    .flatMap((line) => (line.startsWith('begin ') ? [line.slice('begin '.length)] : []));
}
