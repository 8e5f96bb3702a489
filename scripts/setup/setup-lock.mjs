import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Runs `work` under a lock of this folder, waiting while another process holds it.
 * The lock is a listening socket, which the kernel releases even when its process is killed. A child process that
 * inherits the descriptor holds the lock too, so that an installation that outlives us keeps it.
 * @template T
 * @param {string} folder
 * @param {(lockFd: number) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withSetupLock(folder, work) {
  const { lockFd, release } = await acquireLock(addressFor(folder));
  try {
    return await work(lockFd);
  } finally {
    await release();
  }
}

/** @param {string} folder */
function addressFor(folder) {
  const name = `muniment-${createHash('sha256').update(folder).digest('hex').slice(0, 32)}`;
  // Linux has abstract socket names, which are never stale; elsewhere the file of a dead process is removed below.
  return process.platform === 'linux' ? `\0${name}` : join(tmpdir(), `${name}.sock`);
}

/** @param {string} address */
async function acquireLock(address) {
  for (let waited = false; ; waited = true) {
    const taken = await listen(address);
    if (taken) return taken;
    if (!waited) console.log('Another command is setting up this folder; waiting for it …');
    await untilReleased(address);
  }
}

/**
 * @param {string} address
 * @returns {Promise<{ lockFd: number, release: () => Promise<void> } | undefined>} `undefined` when another process holds it
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
      const { _handle } = /** @type {any} */ (server); // Node has no public access to the descriptor of a server
      resolve({ lockFd: _handle.fd, release });
    });
  });
}

/**
 * Waits until the lock is released: its holder never writes, so the connection ends with the lock.
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
