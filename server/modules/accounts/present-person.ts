import type { PersonColumns } from '#server/database/person-name.ts';
import type { PersonNames } from '#shared/contracts/fields/person-fields.ts';

/** Presents what a person has set of name and picture; an account without them looks as before. */
export const presentPerson = ({ display_name, avatar_token }: PersonColumns): PersonNames => ({
  ...(display_name !== null && { displayName: display_name }),
  ...(avatar_token !== null && { avatar: avatar_token }),
});
