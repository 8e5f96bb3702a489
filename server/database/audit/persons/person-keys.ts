import { createHmac, createSecretKey, randomBytes } from 'node:crypto';
import type { Selectable } from 'kysely';
import { listRootKeys } from '../../encryption-keys/root-keys.ts';
import type { Database } from '../../open-database.ts';
import { prepareQuery } from '../../prepared/prepare-query.ts';
import { PERSON_KEY_COLUMNS } from '../../tables/column-names.ts';
import type { PersonKeysTable } from '../../tables/persons.ts';
import type { SigningKeys } from '../audit-chain.ts';
import { createPersonCipher, type PersonCipher } from './person-cipher.ts';

/** The secrets that encrypt and identify the keys of people. */
export interface PersonSecrets {
  readonly signingKeys: Pick<SigningKeys, 'derive' | 'refresh'>;
  readonly encryptor: {
    encrypt(purpose: string, text: string): Buffer;
    decrypt(purpose: string, encrypted: Buffer): string;
  };
}

/** The secret that the hashes of people are computed with. */
export interface SubjectHashing {
  readonly signingKeys: Pick<SigningKeys, 'derive'>;
}

export type PersonKeyRow = Selectable<PersonKeysTable>;

/** The purpose of the encryption of these keys. Part of stored data. */
export const PERSON_KEY_PURPOSE = 'person key';
/** The purpose of the encryption of addresses while an erasure or an export needs them. */
export const SUBJECT_ADDRESS_PURPOSE = 'subject address';
const HASH_PURPOSE = 'muniment subject v1';
const KEY_BYTES = 32;
/** Both engines limit the number of parameters of a statement. */
export const ROWS_AT_ONCE = 400;

/**
 * Computes the keyed hash that stands for an account, an address, a name that somebody typed and no account has, or the name
 * of an account. Always with the first root key, so that a rotation
 * does not change it.
 */
export const hashSubject = (
  { signingKeys }: SubjectHashing,
  kind: 'user' | 'address' | 'typed' | 'name',
  value: string | number,
): string =>
  createHmac('sha256', createSecretKey(signingKeys.derive(1, HASH_PURPOSE)))
    .update(`${kind}\n${value}`)
    .digest('hex');

/** Returns the same text for addresses and names that look alike. */
export const normalizeName = (text: string): string => text.normalize('NFKC').trim().toLowerCase();

/** Opens keys; a process that does not know the root key of a finished rotation yet reads it first. */
export async function openPersonKeys(
  db: Database,
  secrets: PersonSecrets,
  rows: readonly PersonKeyRow[],
): Promise<{ row: PersonKeyRow; cipher: PersonCipher | undefined }[]> {
  const open = () => rows.map((row) => ({ row, cipher: openPersonKey(secrets, row) }));
  try {
    return open();
  } catch {
    await secrets.signingKeys.refresh(await listRootKeys(db));
    return open();
  }
}

function openPersonKey(
  { encryptor }: PersonSecrets,
  { id, encrypted_key }: Pick<PersonKeyRow, 'id' | 'encrypted_key'>,
): PersonCipher | undefined {
  if (!encrypted_key) return undefined;
  return createPersonCipher(
    id,
    Buffer.from(encryptor.decrypt(PERSON_KEY_PURPOSE, encrypted_key), 'base64url'),
  );
}

const selectKeysOf = prepareQuery((db, { hash }: { hash: string }) =>
  db.selectFrom('person_keys').select(PERSON_KEY_COLUMNS).where('subject_hash', '=', hash),
);

/** Lists the keys of these subjects; none of those that were never named, or erased. */
export async function listKeysOfSubjects(db: Database, hashes: readonly string[]): Promise<PersonKeyRow[]> {
  const [hash] = hashes;
  // Most entries name nobody but their actor.
  if (hash !== undefined && hashes.length === 1) return selectKeysOf(db, { hash });
  const found: PersonKeyRow[] = [];
  for (let start = 0; start < hashes.length; start += ROWS_AT_ONCE)
    found.push(
      ...(await db
        .selectFrom('person_keys')
        .select(PERSON_KEY_COLUMNS)
        .where('subject_hash', 'in', hashes.slice(start, start + ROWS_AT_ONCE))
        .execute()),
    );
  return found;
}

/** Adds keys for subjects that have none. The lock of the audit log must be held, so that no other transaction adds the same. */
export async function insertPersonKeys(
  db: Database,
  { encryptor }: PersonSecrets,
  hashes: readonly string[],
  now: number,
): Promise<PersonKeyRow[]> {
  const added: PersonKeyRow[] = [];
  for (let start = 0; start < hashes.length; start += ROWS_AT_ONCE)
    added.push(
      ...(await db
        .insertInto('person_keys')
        .values(
          hashes.slice(start, start + ROWS_AT_ONCE).map((subject_hash) => ({
            subject_hash,
            encrypted_key: encryptor.encrypt(
              PERSON_KEY_PURPOSE,
              randomBytes(KEY_BYTES).toString('base64url'),
            ),
            created_at: now,
            destroyed_at: null,
          })),
        )
        .returningAll()
        .execute()),
    );
  return added;
}

/** Lists the ids of the keys of people who have, or had, this name or address. */
export async function listKeyIdsOfName(
  db: Database,
  secrets: SubjectHashing,
  name: string,
): Promise<number[]> {
  const text = normalizeName(name);
  const byAddress = db
    .selectFrom('person_keys')
    .select('id')
    .where('subject_hash', 'in', [
      hashSubject(secrets, 'address', text),
      hashSubject(secrets, 'typed', text),
    ]);
  const byName = db
    .selectFrom('person_names')
    .select('person_key_id as id')
    .where('name_hash', '=', hashSubject(secrets, 'name', text));
  return (await byAddress.unionAll(byName).execute()).map(({ id }) => id);
}
