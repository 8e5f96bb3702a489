import { presentPerson } from '#server/modules/accounts/present-person.ts';
import type { PersonNames } from '#shared/contracts/fields/person-fields.ts';

interface ViewerNames {
  readonly viewer_name: string | null;
  readonly viewer_email: string | null;
  readonly viewer_display_name?: string | null;
  readonly viewer_avatar?: string | null;
  /** The room of the file names no person. */
  readonly is_hidden?: 0 | 1;
}

/** In place of the name of a person in a room that hides them. */
const HIDDEN_PERSON: { username: string } & PersonNames = { username: 'Hidden' };

/** Names a visitor by the e-mail address of the invitation, or as a guest without one. */
export const presentViewerName = (row: ViewerNames): { username: string } & PersonNames =>
  row.is_hidden === 1
    ? HIDDEN_PERSON
    : {
        username: row.viewer_name ?? (row.viewer_email || 'Guest'),
        ...presentPerson({
          display_name: row.viewer_display_name ?? null,
          avatar_token: row.viewer_avatar ?? null,
        }),
      };

/** Returns the names of a viewer that a list shows, for its filter. */
export function viewerTextsOf(row: ViewerNames): readonly (string | undefined)[] {
  const { username, displayName } = presentViewerName(row);
  return [displayName, username];
}
