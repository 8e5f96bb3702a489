import { z } from 'zod';
import { id } from '../fields/base-fields.ts';

/**
 * How an answer was computed from the rows of a table. A `difference` is that of two years, a `change` the same as a percentage
 * of the first, a `share` the percentage and a `ratio` the quotient of two rows, and an `average` or a `sum` with `cells` that of
 * several years.
 */
const computation = z.object({
  kind: z.enum([
    'sum',
    'count',
    'largest',
    'smallest',
    'latest',
    'earliest',
    'difference',
    'change',
    'average',
    'share',
    'ratio',
  ]),
  /** The column that was added or ordered by, counted from 0; absent for a count, and where `cells` are given. */
  column: z.int().min(0).optional(),
  /** Result of the computation. */
  value: z.string().optional(),
  /** Rows that were added, counted or compared. */
  rowCount: z.int().min(1),
  /**
   * The cells of `rows` that were computed with, by row and column counted from 0, in the order of the operation: the earlier
   * year or the part first.
   */
  cells: z.array(z.object({ row: z.int().min(0), column: z.int().min(0) })).optional(),
});

/** The rows of a table or sheet that answer a question, with the names of their columns. */
export const answerTable = z.object({
  fileId: id,
  fileName: z.string(),
  /** The version that is cited; absent for the first. */
  version: z.int().positive().optional(),
  page: z.int().optional(),
  sheet: z.string().optional(),
  slide: z.int().optional(),
  /** Scale or currency of the amounts as the table states it, such as `£ thousand`. */
  unit: z.string().optional(),
  /** Names of the columns; empty for one without a name. */
  columns: z.array(z.string()).min(1),
  /** Best first. `quote` is the row as written; `start` and `end` are its offsets in the document's whole text. */
  rows: z
    .array(z.object({ cells: z.array(z.string()), quote: z.string(), start: z.int(), end: z.int() }))
    .min(1),
  /** The column that answers in the first row, counted from 0. */
  column: z.int().min(0).optional(),
  /**
   * The columns that answer in the first row where several years are asked for, in the order of the question; `column` is absent
   * then.
   */
  askedColumns: z.array(z.int().min(0)).optional(),
  computation: computation.optional(),
});
export type AnswerTable = z.infer<typeof answerTable>;
