import type { Database } from '../../open-database.ts';
import { mayHaveChanged } from '../../transaction-locks.ts';
import type { AuditRow } from '../audit-chain.ts';
import type { PendingAuditRow } from '../pending-audit-row.ts';
import type { PlacedAuditRow } from '../rooms/place-in-rooms.ts';
import { findPersons, isNameOfPerson, type KnownActor, type Person, type Persons } from './find-persons.ts';
import { keyIdOfText, type PersonCipher } from './person-cipher.ts';
import {
  hashSubject,
  insertPersonKeys,
  listKeysOfSubjects,
  normalizeName,
  openPersonKeys,
  type PersonKeyRow,
  type PersonSecrets,
} from './person-keys.ts';
import { insertPersonNames } from './person-names.ts';
import { mapPersonalTexts, mapTexts } from './personal-details.ts';

/** The content of a row as it is stored, with what readers see of it. */
export interface EncryptedEntry {
  readonly row: Omit<AuditRow, 'position' | 'previous_hash' | 'hash'>;
  readonly actorName: string;
}

/** Encrypts what entries say of people, with a key for each person. */
export interface EntryEncryptor {
  /** Returns undefined for an entry about somebody who has no key yet: nothing was recorded of that person. */
  encrypt(entry: PlacedAuditRow): EncryptedEntry | undefined;
  /** Adds the keys that are missing. The lock of the audit log must be held. */
  addMissingKeys(): Promise<void>;
}

interface Text {
  readonly text: string;
  readonly person: Person;
  /** True for a name or an address of the person. */
  readonly isName: boolean;
}

/**
 * Prepares the encryption of entries: two queries, or none if their only actor is known, another one under the lock, and one more
 * where people are named for the first time.
 */
export async function createEntryEncryptor(
  db: Database,
  secrets: PersonSecrets,
  entries: readonly PlacedAuditRow[],
  known?: KnownActor,
): Promise<EntryEncryptor> {
  let persons: Persons;
  let texts: Text[];
  let subjects: string[];
  const find = async (known?: KnownActor) => {
    persons = await findPersons(db, secrets, entries, known);
    texts = entries.flatMap((entry) => listTexts(persons, entry));
    subjects = [...new Set(texts.map(({ person }) => person.subject))];
  };
  await find(known);
  const ciphers = new Map<string, { id: number; cipher: PersonCipher }>();
  /** Reads the keys again; opens those that are new. */
  const readKeys = async (known?: KnownActor): Promise<{ isErased: boolean }> => {
    const isKnown = known && subjects.every((subject) => subject === known.subject);
    const rows = isKnown ? known.keys : subjects.length > 0 ? await listKeysOfSubjects(db, subjects) : [];
    const isCurrent = ({ subject_hash, id }: PersonKeyRow) => ciphers.get(subject_hash ?? '')?.id === id;
    const kept = new Set(rows.filter(isCurrent).map(({ subject_hash }) => subject_hash));
    const erased = [...ciphers.keys()].filter((subject) => !kept.has(subject));
    for (const subject of erased) ciphers.delete(subject);
    await open(rows.filter((row) => !isCurrent(row)));
    return { isErased: erased.length > 0 };
  };
  const open = async (rows: readonly PersonKeyRow[]): Promise<void> => {
    for (const { row, cipher } of await openPersonKeys(db, secrets, rows))
      if (cipher && row.subject_hash !== null) ciphers.set(row.subject_hash, { id: row.id, cipher });
  };
  const missing = () => subjects.filter((subject) => !ciphers.has(subject));
  await readKeys(known);
  return {
    encrypt: (entry) => encryptEntry(persons, ciphers, entry),
    async addMissingKeys() {
      // Before this transaction got the lock, somebody else may have added keys, or erased people: those have another name now.
      if (mayHaveChanged(db) && (await readKeys()).isErased) {
        await find();
        await readKeys();
      }
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
      await insertPersonNames(db, secrets, [...names.values()]);
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
  { always, onceWithinMs, ...entry }: PlacedAuditRow,
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
    removed_by: null,
  };
  return isComplete ? { row, actorName: name } : undefined;
}

/**
 * Finds a row whose keys are not those that encrypted its texts. Without keys, texts are as nodes of earlier versions wrote them,
 * and names that look encrypted are names; but nobody chooses the address from which they come.
 */
export function findKeyProblem(row: AuditRow): string | undefined {
  const { actor_key_id, object_key_id } = row;
  const actorKeyId = keyIdOfText(actor_key_id === null ? row.address : row.actor_name) ?? null;
  if (actorKeyId !== actor_key_id) return 'it names another key for its actor than the one that was recorded';
  if (isNameOfPerson(row) && (actor_key_id !== null || object_key_id !== null))
    return keyIdOfText(row.object_name ?? '') === object_key_id
      ? undefined
      : 'it names another key for its object than the one that was recorded';
  if (object_key_id === null) return undefined;
  let isNamed = false;
  mapTexts(JSON.parse(row.details ?? 'null'), (text) => {
    isNamed ||= keyIdOfText(text) === object_key_id;
    return text;
  });
  return isNamed ? undefined : 'it names a key that encrypted nothing of it';
}
