import { expect } from 'vitest';
import { ACTIVATION_DELAY_MS, type RotationOptions } from '../rotate-keys.ts';

/** Fails the test that reports something it should not. */
export const unexpected = (value: unknown) => expect.unreachable(String(value));

/** Options of a rotation that waits for nothing and finds no damage. */
export const ROTATION_OPTIONS: RotationOptions = {
  // A clock of the past: the new key is active now, as it is a minute after a real command started.
  now: () => Date.now() - ACTIVATION_DELAY_MS - 1_000,
  wait: async () => {},
  onWait() {},
  onProgress() {},
  onDamage: unexpected,
};
