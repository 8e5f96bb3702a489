import type { PersonNames } from '#shared/contracts/fields/person-fields.ts';

/** Joins the first and last name of a user; `null` when neither is set. */
export const joinNames = ({ first_name, last_name }: NamedRow): string | null =>
  [first_name, last_name].filter(Boolean).join(' ') || null;

/** Returns the name by which people know a user: first and last name, otherwise the username. */
export const personNameOf = (user: NamedRow & { readonly username: string }): string =>
  joinNames(user) ?? user.username;

interface NamedRow {
  readonly first_name: string | null;
  readonly last_name: string | null;
}

interface PersonRow {
  readonly display_name: string | null;
  readonly avatar_token: string | null;
}

/** Presents what a person has set of name and picture; an account without them looks as before. */
export const presentPerson = ({ display_name, avatar_token }: PersonRow): PersonNames => ({
  ...(display_name !== null && { displayName: display_name }),
  ...(avatar_token !== null && { avatar: avatar_token }),
});
