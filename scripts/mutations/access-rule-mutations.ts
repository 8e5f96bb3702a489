import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** A line of the access rule of groups, and the same line broken. `from` occurs once in the file. */
const mutation = z.object({ name: z.string(), file: z.string(), from: z.string(), to: z.string() });
export type Mutation = z.infer<typeof mutation>;

/** Files whose tests together notice each of the mutations. */
export const MUTATION_TESTS = [
  'server/authorization/group-access.test.ts',
  'server/modules/files/versions/versions-for-groups.test.ts',
  'server/modules/links/group-links.test.ts',
  'server/modules/rooms/groups/group-rules.test.ts',
  'server/modules/rooms/groups/room-watermarks.test.ts',
  'server/modules/rooms/inbox/group-rights.test.ts',
  'server/modules/rooms/rooms.test.ts',
  'server/modules/rooms/state/domain-rules.test.ts',
];

export const ACCESS_RULE_MUTATIONS: readonly Mutation[] = z
  .array(mutation)
  .parse(JSON.parse(readFileSync(join(import.meta.dirname, 'access-rule-mutations.json'), 'utf8')));
