import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { runChild } from './run-child-process.mjs';

/**
 * Makes node_modules what package-lock.json says. What was installed is written into a stamp at the very end, so an
 * interrupted installation has none and is begun afresh.
 * @param {string} root
 * @param {number} turn held by npm too
 * @param {{ dev: boolean }} options whether checks and tests need their libraries too
 */
export async function install(root, turn, { dev }) {
  const modules = join(root, 'node_modules');
  // A linked node_modules is the installation of another working copy, which looks after it.
  if (lstatSync(modules, { throwIfNoEntry: false })?.isSymbolicLink()) return;

  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  const platform = `${process.platform}-${process.arch}`;
  const stampFile = join(modules, '.muniment.json');
  const stamp = readStamp(stampFile);
  const node = join(modules, '.bin', 'node');
  const isCurrent = stamp.lock === lock && stamp.platform === platform && existsSync(node);
  if (isCurrent && (stamp.dev || !dev)) return;

  const begun = Date.now();
  console.log(`Installing the libraries${dev ? ', those for tests included' : ''} (about half a minute) …`);
  rmSync(stampFile, { force: true });
  // `npm install` adds what is missing and leaves the rest in place, so that a server that runs from it goes on.
  // No package's install script runs, except the one that fetches Node 24: fewer strangers' programs, and no compiler.
  const command = isCurrent ? ['install', '--no-save'] : ['ci'];
  const extent = dev ? '--include=dev' : '--omit=dev';
  await npm(root, turn, [...command, '--ignore-scripts', extent, '--include=optional']);
  if (!existsSync(node)) await npm(root, turn, ['rebuild', 'node', '--ignore-scripts=false']);
  if (!existsSync(node)) throw new Error('Node 24 could not be installed: is the npm registry reachable?');

  writeFileSync(`${stampFile}.new`, JSON.stringify({ lock, platform, dev }));
  renameSync(`${stampFile}.new`, stampFile);
  console.log(`Installed in ${Math.round((Date.now() - begun) / 1000)} s.`);
}

/**
 * @param {string} file
 * @returns {{ lock?: string, platform?: string, dev?: boolean }}
 */
function readStamp(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return {};
  }
}

/**
 * @param {string} root
 * @param {number} turn
 * @param {string[]} args
 */
async function npm(root, turn, args) {
  // npm must not run on the Node that it is about to replace: `npm ci` deletes it first.
  const own = join(root, 'node_modules', '.bin');
  const path = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== own);
  const quiet = ['--loglevel=error', '--no-audit', '--no-fund', '--no-update-notifier', '--no-progress'];
  const code = await runChild('npm', [...args, ...quiet], {
    cwd: root,
    env: { ...process.env, PATH: path.join(delimiter) },
    stdio: ['ignore', 'ignore', 'inherit', turn],
  });
  if (code !== 0) throw new Error(`The libraries could not be installed: npm ended with code ${code}.`);
}
