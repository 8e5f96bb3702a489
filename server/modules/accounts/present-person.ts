import type { PersonNames } from '#shared/contracts/fields/person-fields.ts';

interface PersonRow {
  readonly display_name: string | null;
  readonly avatar_token: string | null;
}

/** Presents what a person has set of name and picture; an account without them looks as before. */
export const presentPerson = ({ display_name, avatar_token }: PersonRow): PersonNames => ({
  ...(display_name !== null && { displayName: display_name }),
  ...(avatar_token !== null && { avatar: avatar_token }),
});
