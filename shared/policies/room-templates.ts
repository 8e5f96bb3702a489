import { isAdmin, isSelf } from './actor.ts';
import type { Policy } from './policy.ts';

interface TemplateResource {
  /** `null` for delivered templates. */
  readonly creatorId: number | null;
}

export const templatePolicy = {
  /** Use it for a room. Folder names are confidential, so that only its creator does. */
  view: (actor, { creatorId }) =>
    creatorId === null ? actor.kind === 'user' : isAdmin(actor) || isSelf(actor, creatorId),
  delete: (actor, { creatorId }) => creatorId !== null && (isAdmin(actor) || isSelf(actor, creatorId)),
} satisfies Policy<TemplateResource>;
