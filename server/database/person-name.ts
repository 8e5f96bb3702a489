import { type RawBuilder, sql } from 'kysely';

/** The first and last name of a row of `users` under this alias; null when neither is set. */
export const displayName = (users: string): RawBuilder<string | null> => {
  const [first, last] = [sql.ref(`${users}.first_name`), sql.ref(`${users}.last_name`)];
  return sql`nullif(trim(coalesce(${first}, '') || ' ' || coalesce(${last}, '')), '')`;
};

/** The name by which people know a user: first and last name, otherwise the username. Null in a left join without a row. */
export const personName = <Name extends string | null = string>(users: string): RawBuilder<Name> =>
  sql`coalesce(${displayName(users)}, ${sql.ref(`${users}.username`)})`;

/** How people see a user beside the username. */
export interface PersonColumns {
  readonly display_name: string | null;
  readonly avatar_token: string | null;
}

/** The columns of a person, for a list in SQL: they follow the username of the same alias. */
export const personColumns = (users: string): RawBuilder<unknown> =>
  sql`${displayName(users)} as display_name, ${sql.ref(`${users}.avatar_token`)} as avatar_token`;
