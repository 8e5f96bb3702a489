import type { Database } from '../../open-database.ts';
import { prepareQuery } from '../../prepared/prepare-query.ts';
import type { AuditRow } from '../audit-chain.ts';
import type { PendingAuditRow } from '../pending-audit-row.ts';
import { hashSubject, normalizeName, type PersonKeyRow, type PersonSecrets } from './person-keys.ts';
import { mapPersonalTexts } from './personal-details.ts';

/** A person whom entries name. */
export interface Person {
  readonly subject: string;
  /** An account, whose names are noted: other people are found by the address itself. */
  readonly isAccount: boolean;
}

/** The people whom entries are by and about, as they are called now. */
export interface Persons {
  /** Returns the name and the person of an actor; no person for requests without a session and links without an address. */
  actorOf(entry: PendingAuditRow): { name: string; person: Person | undefined };
  /** Returns the person whose name the object of an entry has; undefined for documents, rooms and the like. */
  objectOf(entry: PendingAuditRow): Person | undefined;
  personOf(name: string): Person;
}

interface AccountRow {
  readonly id: number;
  readonly username: string;
  readonly username_key: string;
  readonly email_key: string;
  readonly email_verified_at: number | null;
  readonly deleted_at: number | null;
}

/** The data that the entries of one account need, read together: most transactions write one entry, about a document. */
export interface KnownActor {
  readonly account: AccountRow;
  readonly subject: string;
  readonly keys: readonly PersonKeyRow[];
  /** The setting `enableAuditLog` as it is stored; `null` if it is not. */
  readonly auditSetting: string | null;
}

/** Both engines limit the number of parameters of a statement. */
const VALUES_AT_ONCE = 400;

/** Finds the people of entries in a few queries, whatever the number of entries; their only actor may be known. */
export async function findPersons(
  db: Database,
  secrets: PersonSecrets,
  entries: readonly PendingAuditRow[],
  known?: KnownActor,
): Promise<Persons> {
  const invitations = await findInvitations(db, entries);
  const names = new Set<string>();
  for (const entry of entries) for (const name of namesIn(entry)) names.add(normalizeName(name));
  for (const email of invitations.values()) if (email !== '') names.add(normalizeName(email));
  const accounts =
    known && names.size === 0 ? [known.account] : await findAccounts(db, userIdsOf(entries), [...names]);
  const byId = new Map(accounts.map((account) => [account.id, account]));
  const byName = new Map<string, AccountRow>();
  // Active accounts last, so that they are found before deleted ones with the same name.
  for (const account of accounts.toSorted(
    (a, b) => Number(a.deleted_at === null) - Number(b.deleted_at === null),
  ))
    for (const name of namesOf(account)) byName.set(name, account);

  // An entry asks several times for its actor.
  const persons = new Map(known ? [[known.account.id, { subject: known.subject, isAccount: true }]] : []);
  const ofAccount = (id: number): Person => {
    const person = persons.get(id) ?? { subject: hashSubject(secrets, 'user', id), isAccount: true };
    persons.set(id, person);
    return person;
  };
  function personOf(name: string): Person {
    const text = normalizeName(name);
    const account = byName.get(text);
    return account
      ? ofAccount(account.id)
      : { subject: hashSubject(secrets, text.includes('@') ? 'address' : 'typed', text), isAccount: false };
  }
  return {
    personOf,
    actorOf({ actor_kind, actor_id }) {
      if (actor_id === null) return { name: '', person: undefined };
      if (actor_kind === 'user')
        return { name: byId.get(actor_id)?.username ?? '', person: ofAccount(actor_id) };
      const email = invitations.get(actor_id) ?? '';
      return { name: email, person: email === '' ? undefined : personOf(email) };
    },
    objectOf(entry) {
      if (!isNameOfPerson(entry)) return undefined;
      const { object_kind, object_id, object_name } = entry;
      return object_kind === 'user' ? ofAccount(object_id ?? 0) : personOf(object_name ?? '');
    },
  };
}

/** Tells whether the name of the object is that of a person; entries with keys store it encrypted, and no other name. */
export const isNameOfPerson = ({
  object_kind,
  object_id,
  object_name,
}: Pick<AuditRow, 'object_kind' | 'object_id' | 'object_name'>): boolean =>
  Boolean(object_name) && (object_kind === 'invitation' || (object_kind === 'user' && object_id !== null));

/** The names that identify an account: not a username that could be an address, nor an address that nobody confirmed. */
const namesOf = ({ username_key, email_key, email_verified_at }: AccountRow): string[] => [
  ...(username_key.includes('@') ? [] : [username_key]),
  ...(email_verified_at === null ? [] : [email_key]),
];

const userIdsOf = (entries: readonly PendingAuditRow[]): number[] => [
  ...new Set(
    entries.flatMap(({ actor_kind, actor_id }) =>
      actor_kind === 'user' && actor_id !== null ? [actor_id] : [],
    ),
  ),
];

function namesIn({ object_kind, object_name, details }: PendingAuditRow): string[] {
  const names = object_kind === 'invitation' && object_name ? [object_name] : [];
  if (details !== null)
    mapPersonalTexts(JSON.parse(details), ({ text, name }) => {
      if (name !== undefined) names.push(name);
      return text;
    });
  return names;
}

/** Finds the addresses of the visitors among the actors. */
async function findInvitations(
  db: Database,
  entries: readonly PendingAuditRow[],
): Promise<ReadonlyMap<number, string>> {
  const ids = entries.flatMap(({ actor_kind, actor_id }) =>
    actor_kind === 'visitor' && actor_id !== null ? [actor_id] : [],
  );
  const distinct = [...new Set(ids)];
  const addresses = new Map<number, string>();
  for (let start = 0; start < distinct.length; start += VALUES_AT_ONCE) {
    const rows = await db
      .selectFrom('invitations')
      .select(['id', 'email'])
      .where('id', 'in', distinct.slice(start, start + VALUES_AT_ONCE))
      .execute();
    for (const { id, email } of rows) addresses.set(id, email);
  }
  return addresses;
}

const ACCOUNT_COLUMNS = [
  'id',
  'username',
  'username_key',
  'email_key',
  'email_verified_at',
  'deleted_at',
] as const;

const selectAccount = prepareQuery((db, { id }: { id: number }) =>
  db.selectFrom('users').select(ACCOUNT_COLUMNS).where('id', '=', id),
);

async function findAccounts(
  db: Database,
  ids: readonly number[],
  names: readonly string[],
): Promise<AccountRow[]> {
  const [id] = ids;
  // Most entries name nobody but their actor.
  if (id !== undefined && ids.length === 1 && names.length === 0) return selectAccount(db, { id });
  const found = new Map<number, AccountRow>();
  const size = Math.max(ids.length, names.length);
  for (let start = 0; start < size; start += VALUES_AT_ONCE) {
    const [someIds, someNames] = [ids, names].map((all) => all.slice(start, start + VALUES_AT_ONCE));
    const rows = await db
      .selectFrom('users')
      .select(ACCOUNT_COLUMNS)
      .where((where) =>
        where.or([
          ...(someIds && someIds.length > 0 ? [where('id', 'in', someIds as number[])] : []), // the first list has ids
          ...(someNames && someNames.length > 0
            ? [
                where('username_key', 'in', someNames as string[]), // the second list has names
                where('email_key', 'in', someNames as string[]), // likewise
              ]
            : []),
        ]),
      )
      .execute();
    for (const row of rows) found.set(row.id, row);
  }
  return [...found.values()];
}
