import type { PendingAuditRow } from '../audit/pending-audit-row.ts';
import type { Database } from '../open-database.ts';
import { acquireLock } from '../transaction-locks.ts';
import { insertWithRoots, type NewChange } from './insert-changes.ts';

type Details = Readonly<Record<string, unknown>>;

/** The root folders with the time of their last change, which a publication at a date has in the future. */
export type RecordedChanges = ReadonlyMap<number, number>;

/** Both engines limit the number of parameters of a statement. */
const MAX_ROWS_PER_STATEMENT = 500;

/**
 * Records what the events of a transaction change for readers. Call it at the end of the transaction: until the commit nobody
 * else records changes, so that positions increase in the order of commits and a reader never skips one. Returns where.
 */
export async function recordChanges(
  db: Database,
  events: readonly PendingAuditRow[],
  now: number,
): Promise<RecordedChanges> {
  const changes = events.filter(({ result }) => result === 'done').flatMap(toChanges);
  const publications = events.flatMap(({ action, details }) =>
    action === 'room.publish' ? [Number(parse(details)['publicationId'])] : [],
  );
  if (changes.length === 0 && publications.length === 0) return new Map();
  await acquireLock(db, 'changes', now);
  const published = await listPublished(db, publications);
  const all = [...changes, ...published];
  const recorded = new Map<number, number>();
  for (let at = 0; at < all.length; at += MAX_ROWS_PER_STATEMENT)
    for (const { root_folder_id, changed_at } of await insertWithRoots(
      db,
      all.slice(at, at + MAX_ROWS_PER_STATEMENT),
    ))
      recorded.set(root_folder_id, Math.max(changed_at, recorded.get(root_folder_id) ?? 0));
  return recorded;
}

const parse = (details: string | null): Details => JSON.parse(details ?? '{}');
const textOf = (value: unknown): string | null =>
  value === undefined || value === null ? null : String(value);

function toChanges(event: PendingAuditRow): NewChange[] {
  const { action, object_kind, object_id, object_name, occurred_at, actor_kind, actor_id } = event;
  if (object_id === null) return [];
  const details = parse(event.details);
  const author_id = actor_kind === 'user' ? actor_id : null;
  const base = { changed_at: occurred_at, author_id };
  const change = (kind: NewChange['kind'], from: unknown = null, to: unknown = null): NewChange[] =>
    object_kind === 'file' || object_kind === 'folder'
      ? [
          {
            ...base,
            kind,
            entry_kind: object_kind,
            entry_id: object_id,
            from_value: textOf(from),
            to_value: textOf(to),
          },
        ]
      : [];
  switch (action) {
    case 'file.upload':
    case 'folder.create':
    case 'file.restore':
    case 'folder.restore':
      return change('new');
    case 'file.add-version':
    case 'file.restore-version':
      return change('replaced', details['replaced'], details['version']);
    case 'file.withdraw-version':
      return change('withdrawn', details['version'], details['current']);
    case 'file.rename':
      return change('renamed', object_name, details['to']);
    case 'folder.rename':
      return change('renamed', object_name, details['name']);
    case 'file.move':
    case 'folder.move':
      return change('moved', details['from'], details['to']);
    case 'collaborator.add':
      return change('access').map((row) => ({ ...row, reader_user_id: Number(details['userId']) }));
    case 'permissions.update':
      return listGranted(details).map((granted) => ({ ...base, kind: 'access', ...granted }));
    default:
      return [];
  }
}

interface Cell {
  readonly folderId?: number;
  readonly fileId?: number;
  readonly groupId: number;
  readonly level: string | null;
}

/** The entries of which a group got a level; one that inherits again is not known to be more than before. */
function listGranted(details: Details) {
  const cells = (details['cells'] ?? []) as readonly Cell[]; // written by the use case of this event
  return cells.flatMap(({ folderId, fileId, groupId, level }) => {
    const entry_id = folderId ?? fileId;
    if (entry_id === undefined || level === null || level === 'none') return [];
    const entry_kind = folderId === undefined ? ('file' as const) : ('folder' as const);
    return [{ entry_kind, entry_id, reader_group_id: groupId }];
  });
}

/** The entries of publications, with the time at which they appear. */
async function listPublished(db: Database, ids: readonly number[]): Promise<NewChange[]> {
  if (ids.length === 0) return [];
  const published = (table: 'files' | 'folders', entry_kind: 'file' | 'folder') =>
    db
      .selectFrom(table)
      .innerJoin('publications', 'publications.id', `${table}.publication_id`)
      .select([`${table}.id as entry_id`, 'publications.publish_at', 'publications.creator_id'])
      .where('publications.id', 'in', ids)
      .execute()
      .then((rows) =>
        rows.map(({ entry_id, publish_at, creator_id }) => ({
          kind: 'published' as const,
          entry_kind,
          entry_id,
          changed_at: publish_at,
          author_id: creator_id,
        })),
      );
  return [...(await published('folders', 'folder')), ...(await published('files', 'file'))];
}
