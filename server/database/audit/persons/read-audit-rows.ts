import { isoInstant } from '#shared/domain/iso-instant.ts';
import type { Database } from '../../open-database.ts';
import type { AuditRow } from '../audit-chain.ts';
import { withoutRoom } from '../rooms/room-detail.ts';
import { isNameOfPerson } from './find-persons.ts';
import { keyIdOfText, type PersonCipher } from './person-cipher.ts';
import { openPersonKeys, type PersonSecrets } from './person-keys.ts';
import { mapTexts } from './personal-details.ts';

type PersonalColumns = Pick<AuditRow, 'actor_name' | 'object_name' | 'details' | 'address'>;
type ObjectColumns = Pick<AuditRow, 'object_kind' | 'object_id'>;
type KeyColumns = Pick<AuditRow, 'actor_key_id' | 'object_key_id'>;

const ENCRYPTED_DETAIL = /"enc1\.([1-9]\d{0,15})\./g;
const KEYS_AT_ONCE = 400;

/**
 * Returns rows as people read them, with the room in its column alone: what was encrypted with the key of an erased person reads
 * "Erased on {date}". One query of keys for all rows. Keys are kept for this call alone, so that none outlives an erasure.
 */
export async function readAuditRows<Row extends PersonalColumns & ObjectColumns & KeyColumns>(
  db: Database,
  secrets: PersonSecrets,
  rows: readonly Row[],
): Promise<Row[]> {
  const ids = [...new Set(rows.flatMap(listKeyIds))];
  const strip = (row: Row): Row => ({ ...row, details: withoutRoom(row.details) });
  if (ids.length === 0) return rows.map(strip);
  const keys = await loadKeys(db, secrets, ids);
  const read = (text: string): string => {
    const id = keyIdOfText(text);
    const key = id === undefined ? undefined : keys.get(id);
    if (key === undefined) return text;
    return typeof key === 'string' ? key : (key.decrypt(text) ?? text);
  };
  return rows.map((row) => {
    if (listKeyIds(row).length === 0) return strip(row);
    const stored = withoutRoom(row.details);
    const details = stored === null ? null : JSON.stringify(mapTexts(JSON.parse(stored), read));
    return {
      ...row,
      actor_name: row.actor_key_id === null ? row.actor_name : read(row.actor_name),
      address: row.actor_key_id === null ? row.address : read(row.address),
      object_name:
        row.object_name !== null && row.object_key_id !== null && isNameOfPerson(row)
          ? read(row.object_name)
          : row.object_name,
      details,
    };
  });
}

/** Returns, of an exported row, what it says where that is stored encrypted; the row itself stays as it was hashed. */
export function readableOf(stored: PersonalColumns & KeyColumns, read: PersonalColumns) {
  if (listKeyIds(stored).length === 0) return undefined;
  const { actor_name, object_name, details, address } = read;
  return { actor_name, object_name, details, address };
}

/** None of an entry without keys: what looks encrypted in it is what somebody typed. */
function listKeyIds({ actor_key_id, object_key_id, details }: PersonalColumns & KeyColumns): number[] {
  if (actor_key_id === null && object_key_id === null) return [];
  const inDetails = details?.includes('"enc1.')
    ? [...details.matchAll(ENCRYPTED_DETAIL)].map(([, id]) => Number(id))
    : [];
  return [actor_key_id, object_key_id, ...inDetails].filter((id): id is number => id !== null);
}

/** Opens keys by id; in place of a destroyed one returns the text that is read instead. */
async function loadKeys(
  db: Database,
  secrets: PersonSecrets,
  ids: readonly number[],
): Promise<ReadonlyMap<number, PersonCipher | string>> {
  const keys = new Map<number, PersonCipher | string>();
  for (let start = 0; start < ids.length; start += KEYS_AT_ONCE) {
    const rows = await db
      .selectFrom('person_keys')
      .selectAll()
      .where('id', 'in', ids.slice(start, start + KEYS_AT_ONCE))
      .execute();
    for (const { row, cipher } of await openPersonKeys(db, secrets, rows)) {
      const date = isoInstant(row.destroyed_at ?? 0).slice(0, 10);
      keys.set(row.id, cipher ?? `Erased on ${date}`);
    }
  }
  return keys;
}
