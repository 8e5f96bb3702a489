import type { Database } from '../../open-database.ts';
import { prepareQuery } from '../../prepared/prepare-query.ts';
import { PERSON_NAME_COLUMNS } from '../../tables/column-names.ts';
import { type PersonSecrets, ROWS_AT_ONCE } from './person-keys.ts';

export interface PersonName {
  readonly name_hash: string;
  readonly person_key_id: number;
}

const MAX_KNOWN = 10_000;

/**
 * The names that were found in the database, by the keys of the installation. Nearly every entry names somebody who was named
 * before. A name is removed only together with its key, whose id no later person gets.
 */
const knownNames = new WeakMap<PersonSecrets['signingKeys'], Set<string>>();

function knownIn({ signingKeys }: PersonSecrets): Set<string> {
  const known = knownNames.get(signingKeys) ?? new Set();
  if (known.size >= MAX_KNOWN) known.clear();
  knownNames.set(signingKeys, known);
  return known;
}

const identityOf = ({ name_hash, person_key_id }: PersonName): string => `${name_hash} ${person_key_id}`;

const selectNamesOf = prepareQuery((db, { hash }: { hash: string }) =>
  db.selectFrom('person_names').select(PERSON_NAME_COLUMNS).where('name_hash', '=', hash),
);

function listNames(db: Database, hashes: readonly string[]): Promise<PersonName[]> {
  const [hash] = hashes;
  if (hash !== undefined && hashes.length === 1) return selectNamesOf(db, { hash });
  return db.selectFrom('person_names').selectAll().where('name_hash', 'in', hashes).execute();
}

/** Notes names of accounts that are not known yet, so that the log can be searched for them. Once in a transaction at most. */
export async function insertPersonNames(
  db: Database,
  secrets: PersonSecrets,
  names: readonly PersonName[],
): Promise<void> {
  const known = knownIn(secrets);
  const unknown = names.filter((name) => !known.has(identityOf(name)));
  for (let start = 0; start < unknown.length; start += ROWS_AT_ONCE) {
    const some = unknown.slice(start, start + ROWS_AT_ONCE);
    const rows = await listNames(
      db,
      some.map(({ name_hash }) => name_hash),
    );
    const stored = new Set(rows.map(identityOf));
    const isStored = Map.groupBy(some, (name) => stored.has(identityOf(name)));
    // Leaves out those that are added now, or were for the names before: the transaction may be rolled back.
    for (const name of isStored.get(true) ?? []) known.add(identityOf(name));
    const added = isStored.get(false) ?? [];
    if (added.length > 0)
      await db
        .insertInto('person_names')
        .values(added)
        .onConflict((conflict) => conflict.columns(['name_hash', 'person_key_id']).doNothing())
        .execute();
  }
}
