import type { Context } from '#server/app/context.ts';
import type { ImportRow } from '#server/authorization/imports/load-import.ts';
import { reloadUser } from '#server/authorization/reload-actor.ts';

/** Returns the context in which the work of an import runs: with the rights that its creator has now. */
export const creatorContext = (system: Context, { creator_id: id }: ImportRow) =>
  reloadUser({ ...system, actor: { kind: 'user', id, isAdmin: false } });
