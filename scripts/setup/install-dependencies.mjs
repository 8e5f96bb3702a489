import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { runChild } from './run-child-process.mjs';

/**
 * Installs what package-lock.json lists. A stamp file is written at the end, so that an interrupted installation is
 * repeated.
 * @param {string} root
 * @param {number} lockFd descriptor of the lock, inherited by npm
 * @param {{ dev: boolean }} options `dev` adds the libraries of checks and tests
 */
export async function install(root, lockFd, { dev }) {
  const modules = join(root, 'node_modules');
  // A linked node_modules belongs to another working copy, which maintains it.
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
  // `npm install` adds missing packages and keeps the others, so that a running server is not disturbed.
  // Install scripts are disabled: less third-party code runs, and no compiler is needed.
  const command = isCurrent ? ['install', '--no-save'] : ['ci'];
  const extent = dev ? '--include=dev' : '--omit=dev';
  await npm(root, lockFd, [...command, '--ignore-scripts', extent, '--include=optional']);
  if (!existsSync(node)) linkOwnNode(node, platform);

  writeFileSync(`${stampFile}.new`, JSON.stringify({ lock, platform, dev }));
  renameSync(`${stampFile}.new`, stampFile);
  console.log(`Installed in ${Math.round((Date.now() - begun) / 1000)} s.`);
}

/**
 * Uses the machine's own Node where package-lock.json pins no Node package for the platform.
 * @param {string} node
 * @param {string} platform
 */
function linkOwnNode(node, platform) {
  if (Number.parseInt(process.versions.node, 10) < 24)
    throw new Error(`npm has no Node 24 for ${platform}: install Node 24 on this machine and start again.`);
  symlinkSync(process.execPath, node);
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
 * @param {number} lockFd
 * @param {string[]} args
 */
async function npm(root, lockFd, args) {
  // npm must not run on the Node that it replaces: `npm ci` deletes it first.
  const own = join(root, 'node_modules', '.bin');
  const path = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== own);
  const quiet = ['--loglevel=error', '--no-audit', '--no-fund', '--no-update-notifier', '--no-progress'];
  const code = await runChild('npm', [...args, ...quiet], {
    cwd: root,
    env: { ...process.env, PATH: path.join(delimiter) },
    stdio: ['ignore', 'ignore', 'inherit', lockFd],
  });
  if (code !== 0) throw new Error(`The libraries could not be installed: npm ended with code ${code}.`);
}
