import type { Database } from '../../open-database.ts';
import type { AuditRow } from '../audit-chain.ts';
import type { PendingAuditRow } from '../pending-audit-row.ts';
import { findPersons, type Person, type Persons } from './find-persons.ts';
import { keyIdOfText, type PersonCipher } from './person-cipher.ts';
import {
  hashSubject,
  insertPersonKeys,
  insertPersonNames,
  listKeysOfSubjects,
  normalizeName,
  openPersonKeys,
  type PersonKeyRow,
  type PersonSecrets,
} from './person-keys.ts';
import { mapPersonalTexts } from './personal-details.ts';

/** The content of a row as it is stored, with what readers see of it. */
export interface EncryptedEntry {
  readonly row: Omit<AuditRow, 'position' | 'previous_hash' | 'hash'>;
  readonly actorName: string;
}

/** Encrypts what entries say of people, with a key for each person. */
export interface EntryEncryptor {
  /** Returns undefined for an entry about somebody who has no key yet: nothing was recorded of that person. */
  encrypt(entry: PendingAuditRow): EncryptedEntry | undefined;
  /** Adds the keys that are missing. The lock of the audit log must be held. */
  addMissingKeys(): Promise<void>;
}

interface Text {
  readonly text: string;
  readonly person: Person;
  /** True for a name or an address of the person. */
  readonly isName: boolean;
}

/** Prepares the encryption of entries: two queries, and one more where people are named for the first time. */
export async function createEntryEncryptor(
  db: Database,
  secrets: PersonSecrets,
  entries: readonly PendingAuditRow[],
): Promise<EntryEncryptor> {
  const persons = await findPersons(db, secrets, entries);
  const texts = entries.flatMap((entry) => listTexts(persons, entry));
  const subjects = [...new Set(texts.map(({ person }) => person.subject))];
  const ciphers = new Map<string, { id: number; cipher: PersonCipher }>();
  const open = async (rows: readonly PersonKeyRow[]): Promise<void> => {
    for (const { row, cipher } of await openPersonKeys(db, secrets, rows))
      if (cipher && row.subject_hash !== null) ciphers.set(row.subject_hash, { id: row.id, cipher });
  };
  const missing = () => subjects.filter((subject) => !ciphers.has(subject));
  if (subjects.length > 0) await open(await listKeysOfSubjects(db, subjects));
  return {
    encrypt: (entry) => encryptEntry(persons, ciphers, entry),
    async addMissingKeys() {
      // Somebody else may have added them before this transaction got the lock.
      if (missing().length > 0) await open(await listKeysOfSubjects(db, missing()));
      const now = Math.max(...entries.map((entry) => entry.occurred_at));
      if (missing().length > 0) await open(await insertPersonKeys(db, secrets, missing(), now));
      const names = new Map(
        texts.flatMap(({ text, person, isName }) => {
          const key = ciphers.get(person.subject);
          if (!key || !isName || !person.isAccount) return [];
          const name = {
            name_hash: hashSubject(secrets, 'name', normalizeName(text)),
            person_key_id: key.id,
          };
          return [[`${name.name_hash} ${key.id}`, name] as const];
        }),
      );
      await insertPersonNames(db, [...names.values()]);
    },
  };
}

/** Lists what an entry says of people. */
function listTexts(persons: Persons, entry: PendingAuditRow): Text[] {
  const texts: Text[] = [];
  const { name, person } = persons.actorOf(entry);
  const object = persons.objectOf(entry);
  if (person) texts.push({ text: name, person, isName: name !== '' });
  if (object) texts.push({ text: entry.object_name ?? '', person: object, isName: true });
  if (entry.details !== null)
    mapPersonalTexts(JSON.parse(entry.details), ({ text, name }) => {
      const owner = name === undefined ? (object ?? person) : persons.personOf(name);
      if (owner) texts.push({ text, person: owner, isName: name === text });
      return text;
    });
  return texts;
}

function encryptEntry(
  persons: Persons,
  ciphers: ReadonlyMap<string, { id: number; cipher: PersonCipher }>,
  { always, onceWithinMs, ...entry }: PendingAuditRow,
): EncryptedEntry | undefined {
  let isComplete = true;
  const keyOf = (person: Person | undefined) => {
    const key = person && ciphers.get(person.subject);
    if (person && !key) isComplete = false;
    return key;
  };
  const pending = { always, onceWithinMs, ...entry };
  const { name, person } = persons.actorOf(pending);
  const object = persons.objectOf(pending);
  const [actorKey, objectKey] = [keyOf(person), keyOf(object)];
  let aboutKey = objectKey?.id;
  const encryptDetails = (details: string): string => {
    const encrypted = mapPersonalTexts(JSON.parse(details), ({ text, name }) => {
      const key = name === undefined ? (objectKey ?? actorKey) : keyOf(persons.personOf(name));
      // An entry about a document that names one person more is found by that person too.
      if (name !== undefined) aboutKey ??= key?.id;
      return key ? key.cipher.encrypt(text) : text;
    });
    return JSON.stringify(encrypted);
  };
  const details = entry.details === null ? null : encryptDetails(entry.details);
  const row = {
    ...entry,
    actor_name: actorKey ? actorKey.cipher.encrypt(name) : name,
    address: actorKey && entry.address !== '' ? actorKey.cipher.encrypt(entry.address) : entry.address,
    object_name:
      objectKey && entry.object_name ? objectKey.cipher.encrypt(entry.object_name) : entry.object_name,
    details,
    actor_key_id: actorKey?.id ?? null,
    object_key_id: aboutKey ?? null,
  };
  return isComplete ? { row, actorName: name } : undefined;
}

/** Finds a row whose keys are not those that encrypted its texts. */
export function findKeyProblem(row: AuditRow): string | undefined {
  const actorKeyId = keyIdOfText(row.actor_name) ?? null;
  if (actorKeyId !== row.actor_key_id)
    return 'it names another key for its actor than the one that was recorded';
  if (row.object_name !== null && keyIdOfText(row.object_name) !== undefined)
    return keyIdOfText(row.object_name) === row.object_key_id
      ? undefined
      : 'it names another key for its object than the one that was recorded';
  const isNamed = row.object_key_id === null || row.details?.includes(`"enc1.${row.object_key_id}.`) === true;
  return isNamed ? undefined : 'it names a key that encrypted nothing of it';
}
