import { isAdmin, isSelf, seesEverything } from './actor.ts';
import type { Policy } from './policy.ts';

interface TemplateResource {
  /** `null` for delivered templates. */
  readonly creatorId: number | null;
}

export const templatePolicy = {
  /**
   * Use it for a room. Folder names are confidential, so that only its creator does, and administrators from whom no room is
   * hidden: a template does not say which room it was saved from.
   */
  view: (actor, { creatorId }) =>
    creatorId === null ? actor.kind === 'user' : seesEverything(actor) || isSelf(actor, creatorId),
  delete: (actor, { creatorId }) => creatorId !== null && (isAdmin(actor) || isSelf(actor, creatorId)),
} satisfies Policy<TemplateResource>;
