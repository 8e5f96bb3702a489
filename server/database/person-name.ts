import { type RawBuilder, sql } from 'kysely';

/** The first and last name of a row of `users` under this alias; null when neither is set. */
export const displayName = (users: string): RawBuilder<string | null> => {
  const [first, last] = [sql.ref(`${users}.first_name`), sql.ref(`${users}.last_name`)];
  return sql`nullif(trim(coalesce(${first}, '') || ' ' || coalesce(${last}, '')), '')`;
};

/** The name by which people know a user: first and last name, otherwise the username. */
export const personName = (users: string): RawBuilder<string> =>
  sql`coalesce(${displayName(users)}, ${sql.ref(`${users}.username`)})`;
