import { argon2Sync } from 'node:crypto';
import { constants, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import type { ZxcvbnFactory } from '@zxcvbn-ts/core';

/** Parameters of argon2id, as a stored hash names them. */
export interface KeyDerivation {
  readonly password: string;
  readonly salt: Uint8Array;
  readonly memoryKib: number;
  readonly passes: number;
  readonly tagLength: number;
}

/** A password whose guesses are estimated; `words` are what an attacker would try first. */
export interface GuessEstimation {
  readonly password: string;
  readonly words: readonly string[];
}

/** Leaves the processors to the threads that answer requests. Only Linux has priorities of threads. */
function lowerThreadPriority(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // A container may forbid it.
  }
}

lowerThreadPriority();

function deriveTag({ password, salt, memoryKib, passes, tagLength }: KeyDerivation): Uint8Array {
  const parameters = { parallelism: 1, tagLength, memory: memoryKib, passes };
  return new Uint8Array(argon2Sync('argon2id', { message: password, nonce: salt, ...parameters }));
}

/** Longer passwords are estimated by their beginning, since the time grows with the square of the length. */
const MAX_ESTIMATED_LENGTH = 64;

let estimator: Promise<ZxcvbnFactory> | undefined;

/** Loads the dictionaries, about 28 MB, when the first password is estimated. */
async function loadEstimator(): Promise<ZxcvbnFactory> {
  const { ZxcvbnFactory } = await import('@zxcvbn-ts/core');
  const { dictionary, adjacencyGraphs } = await import('@zxcvbn-ts/language-common');
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
}

async function estimateGuesses({ password, words }: GuessEstimation): Promise<number> {
  estimator ??= loadEstimator();
  return (await estimator).check(password.slice(0, MAX_ESTIMATED_LENGTH), [...words]).guesses;
}

async function handle(task: KeyDerivation | GuessEstimation): Promise<void> {
  parentPort?.postMessage('words' in task ? await estimateGuesses(task) : deriveTag(task));
}

// A rejection ends the thread, which the caller sees as an error.
parentPort?.on('message', (task: KeyDerivation | GuessEstimation) => void handle(task));
