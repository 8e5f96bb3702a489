import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Runs `work` while no other process does the same for this folder, waiting for its turn if need be.
 * The turn is a listening socket, so the kernel gives it back even when its holder is killed. A child process that
 * inherits its descriptor holds the turn as well: an installation that outlives us still keeps others away.
 * @template T
 * @param {string} folder
 * @param {(turn: number) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function inTurn(folder, work) {
  const { turn, release } = await takeTurn(addressFor(folder));
  try {
    return await work(turn);
  } finally {
    await release();
  }
}

/** @param {string} folder */
function addressFor(folder) {
  const name = `muniment-${createHash('sha256').update(folder).digest('hex').slice(0, 32)}`;
  // Linux has socket names without a file, which never go stale; elsewhere the file of a dead holder is removed below.
  return process.platform === 'linux' ? `\0${name}` : join(tmpdir(), `${name}.sock`);
}

/** @param {string} address */
async function takeTurn(address) {
  for (let waited = false; ; waited = true) {
    const taken = await listen(address);
    if (taken) return taken;
    if (!waited) console.log('Another command is setting up this folder; waiting for it …');
    await untilReleased(address);
  }
}

/**
 * @param {string} address
 * @returns {Promise<{ turn: number, release: () => Promise<void> } | undefined>} nothing when another has it
 */
function listen(address) {
  return new Promise((resolve, reject) => {
    /** @type {Set<import('node:net').Socket>} */
    const waiting = new Set();
    const server = createServer((socket) => {
      waiting.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => waiting.delete(socket));
    });
    server.once('error', (error) =>
      'code' in error && error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error),
    );
    /** @type {() => Promise<void>} */
    const release = () =>
      new Promise((released) => {
        server.close(() => released());
        for (const socket of waiting) socket.destroy();
      });
    server.listen(address, () => {
      /** @type {{ _handle: { fd: number } }} */
      const { _handle } = /** @type {any} */ (server); // Node has no public way to a server's descriptor
      resolve({ turn: _handle.fd, release });
    });
  });
}

/**
 * The holder never writes: the connection ends when the turn does.
 * @param {string} address
 * @returns {Promise<void>}
 */
function untilReleased(address) {
  return new Promise((resolve) => {
    const socket = connect(address);
    socket.on('error', (error) => {
      const holderIsGone = 'code' in error && error.code === 'ECONNREFUSED';
      if (holderIsGone && !address.startsWith('\0')) rmSync(address, { force: true });
    });
    socket.on('close', () => resolve());
    socket.resume();
  });
}
