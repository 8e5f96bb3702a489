import { spawn } from 'node:child_process';
import { constants } from 'node:os';

const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Runs a program to its end and resolves with its exit code (128 + the signal's number when a signal ended it).
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 * @returns {Promise<number>}
 */
export function runChild(command, args, options) {
  return new Promise((resolve, reject) => {
    // In a process group of its own: Ctrl-C in a terminal reaches every process of the foreground group and npm
    // passes it on once more, and a second signal would cut short the orderly stop that the first one began.
    // Killed together with its group, this process passes no signal on; the child learns of it when the channel closes.
    /** @type {import('node:child_process').StdioOptions} */
    const stdio = ['inherit', 'inherit', 'inherit', 'ipc'];
    const child = spawn(command, args, { stdio, ...options, detached: true });
    let asked = false;
    /** @param {NodeJS.Signals} signal */
    const passOn = (signal) => {
      if (asked || child.pid === undefined) return;
      asked = true;
      process.kill(-child.pid, signal);
    };
    for (const signal of STOP_SIGNALS) process.on(signal, passOn);
    const settle = () => {
      for (const signal of STOP_SIGNALS) process.off(signal, passOn);
    };
    child.once('error', (error) => {
      settle();
      reject(new Error(`${command} could not be started: ${error.message}`));
    });
    child.once('exit', (code, signal) => {
      settle();
      resolve(signal ? 128 + constants.signals[signal] : (code ?? 1));
    });
  });
}
