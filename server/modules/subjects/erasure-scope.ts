import { z } from 'zod';

/** The column `scope` of an erasure: what it does, and what the certificate says. Names nobody. */
const erasureScope = z.object({
  accountIds: z.array(z.int()).default([]),
  statements: z.enum(['keep', 'delete']).default('keep'),
  reason: z.string().default(''),
  categories: z.array(z.object({ name: z.string(), count: z.int(), effect: z.string() })).default([]),
});
export type ErasureScope = z.infer<typeof erasureScope>;

export const parseScope = (json: string): ErasureScope => erasureScope.parse(JSON.parse(json));
