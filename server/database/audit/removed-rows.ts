import { createHash, type Hash } from 'node:crypto';
import type { AuditRow } from './audit-chain.ts';

/** The action of the entry that names the rows whose content was removed. */
export const REMOVAL_ACTION = 'audit.remove-refusals';

/** Describes these rows in such an entry. */
export interface RemovalDetails {
  readonly rows: number;
  /** Hex SHA-256 over a line for each row: its position, a space and its hash. */
  readonly hash: string;
}

type RemovedRow = Pick<AuditRow, 'position' | 'hash'>;

const lineOf = ({ position, hash }: RemovedRow): string => `${position} ${hash}\n`;

/** Names rows, in the order of their positions. */
export function describeRemoval(rows: readonly RemovedRow[]): RemovalDetails {
  const digest = createHash('sha256');
  for (const row of rows) digest.update(lineOf(row));
  return { rows: rows.length, hash: digest.digest('hex') };
}

export interface RemovalVerification {
  /** Takes the next row. Returns the problem of a removal that this row names. */
  add(row: AuditRow): string | undefined;
  /** Returns the problem of removals that no row named. */
  end(): string | undefined;
}

/**
 * Verifies that each row without its content is named by the entry that removed it, so that no other content can be removed.
 * Memory grows with the number of removals alone.
 */
export function createRemovalVerification(): RemovalVerification {
  const open = new Map<number, { digest: Hash; rows: number; first: number }>();
  return {
    add({ position, hash, action, details, removed_by }) {
      if (removed_by !== null) {
        const removal = open.get(removed_by) ?? { digest: createHash('sha256'), rows: 0, first: position };
        removal.digest.update(lineOf({ position, hash }));
        removal.rows += 1;
        open.set(removed_by, removal);
        return removed_by > position
          ? undefined
          : `row ${position}: its content was removed before it was written`;
      }
      const removal = open.get(position);
      if (action !== REMOVAL_ACTION) return removal && notNamed(removal.first);
      const named: RemovalDetails = JSON.parse(details ?? '{}');
      open.delete(position);
      const isNamed = removal && removal.rows === named.rows && removal.digest.digest('hex') === named.hash;
      return isNamed ? undefined : `row ${position}: it does not name the rows whose content was removed`;
    },
    end() {
      const [removal] = open.values();
      return removal && notNamed(removal.first);
    },
  };
}

const notNamed = (position: number): string =>
  `row ${position}: its content was removed, and no entry says so`;
