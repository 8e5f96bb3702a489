import { z } from 'zod';

export interface TableRequest {
  readonly type: 'csv' | 'xlsx';
  readonly maxRows: number;
  readonly timeoutMs: number;
}

/** A frame of the reply: the next rows, and whether they are the last; or why there are none. */
export const tableFrame = z.union([
  z.object({ rows: z.array(z.array(z.string())), isLast: z.boolean() }),
  z.object({ problem: z.enum(['unreadable', 'too-many-rows']) }),
]);

/** The rows of a table, each cell as text and a date as `YYYY-MM-DD`, or why there are none. */
export type Table = { readonly rows: string[][] } | { readonly problem: 'unreadable' | 'too-many-rows' };
