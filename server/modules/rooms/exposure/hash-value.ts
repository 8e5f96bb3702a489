import { createHmac } from 'node:crypto';
import type { Services } from '#server/app/context.ts';

/** The purpose of the key, which access to the database alone does not reveal. Part of stored data. */
const PURPOSE = 'muniment finding value v1';

/**
 * Computes a hash that is equal for equal values of a kind, so that findings can be grouped, and decisions on them carried over,
 * without storing values. Always with the first root key, so that a rotation does not change it.
 */
export function createValueHash({
  signingKeys,
}: Pick<Services, 'signingKeys'>): (kind: string, value: string) => Buffer {
  const key = signingKeys.derive(1, PURPOSE);
  return (kind, value) =>
    createHmac('sha256', key)
      .update(JSON.stringify([kind, value]))
      .digest();
}
