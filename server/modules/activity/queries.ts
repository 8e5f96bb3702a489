import { type Insertable, type Selectable, type SqlBool, sql } from 'kysely';
import type { Requester } from '#server/app/context.ts';
import type { LoadedFile } from '#server/authorization/load-file.ts';
import { hidesPersons } from '#server/authorization/publication/hidden-persons.ts';
import { fileFoldersOf, isVisibleFile } from '#server/authorization/visible-to.ts';
import type { Database } from '#server/database/open-database.ts';
import { displayName } from '#server/database/person-name.ts';
import { prepareQuery } from '#server/database/prepared/prepare-query.ts';
import type { FileViewsTable } from '#server/database/tables/documents.ts';
import { inWindow, isInWindow, type ViewsWindow } from './views-window-queries.ts';

/** Viewer: an account, or the e-mail address of a visitor's invitation. */
type Viewer = Pick<Selectable<FileViewsTable>, 'viewer_id' | 'viewer_email' | 'link_id'>;

/** Finds the address of a visitor, and the link through which they came. */
export function findVisitor(
  db: Database,
  invitationId: number,
): Promise<{ email: string; link_id: number | null }> {
  return db
    .selectFrom('invitations')
    .select(['email', 'link_id'])
    .where('id', '=', invitationId)
    .executeTakeFirstOrThrow();
}

interface CurrentView extends Viewer {
  readonly fileId: number;
  readonly version: number;
  readonly seen: number;
  readonly begun: number;
}

const currentView = (db: Database, view: CurrentView) =>
  db
    .selectFrom('file_views')
    .select('id')
    .where('file_id', '=', view.fileId)
    .where('version', '=', view.version)
    .where('last_seen_at', '>', view.seen)
    .where('viewed_at', '>', view.begun)
    .where('viewer_id', 'is not distinct from', view.viewer_id)
    .where('viewer_email', 'is not distinct from', view.viewer_email)
    .where('link_id', 'is not distinct from', view.link_id)
    .orderBy('id', 'desc')
    .limit(1);
const selectCurrentView = prepareQuery(currentView);

/** Finds the viewer's view of a version of a file that was last active, and started, after these times. */
export async function findCurrentView(
  db: Database,
  { id: fileId, version }: Pick<LoadedFile, 'id' | 'version'>,
  viewer: Viewer,
  since: { seen: number; begun: number },
): Promise<number | undefined> {
  const [row] = await selectCurrentView(db, { fileId, version, ...viewer, ...since });
  return row?.id;
}

type NewView = Viewer &
  Pick<Insertable<FileViewsTable>, 'file_id' | 'version' | 'viewed_at' | 'last_seen_at'> & {
    version: number;
  };

const insertViewRow = prepareQuery((db, view: NewView & CurrentView) => {
  const integer = (value: number | null) => sql`cast(${value} as bigint)`;
  return sql<{ id: number }>`
    insert into file_views (viewer_id, viewer_email, link_id, file_id, version, viewed_at, last_seen_at)
    select ${integer(view.viewer_id)}, cast(${view.viewer_email} as text), ${integer(view.link_id)},
      ${integer(view.file_id)}, ${integer(view.version)}, ${integer(view.viewed_at)}, ${integer(view.last_seen_at)}
    where not exists ${currentView(db, view)} returning id`;
});

/** Inserts a view and returns its id; nothing when the viewer has one that was last active, and started, after these times. */
export async function insertView(
  db: Database,
  view: NewView,
  since: { seen: number; begun: number },
): Promise<number | undefined> {
  const [inserted] = await insertViewRow(db, { ...view, fileId: view.file_id, ...since });
  return inserted?.id;
}

interface ListOptions {
  /** Views of the user's own files by others, or the user's own views. */
  whose: 'owner' | 'viewer';
  limit: number;
  cursor: number | undefined;
  /** Only these of the views. */
  window?: ViewsWindow;
}

export type ViewRow = Awaited<ReturnType<typeof listViews>>[number];

/** Lists views of active files that the user may see, newest first; one more than `limit`. */
export function listViews(
  db: Database,
  requester: Requester & { actor: { kind: 'user' } },
  { whose, limit, cursor, window }: ListOptions,
) {
  const { actor } = requester;
  return (
    db
      .selectFrom('file_views')
      .innerJoin('files', 'files.id', 'file_views.file_id')
      .innerJoin('users as owners', 'owners.id', 'files.owner_id')
      .leftJoin('users as viewers', 'viewers.id', 'file_views.viewer_id')
      .leftJoin(fileFoldersOf(requester), 'visible.id', 'files.folder_id')
      // The name of a link is for its owner alone.
      .leftJoin('links', (join) =>
        join.onRef('links.id', '=', 'file_views.link_id').on('links.owner_id', '=', actor.id),
      )
      .select([
        'file_views.id',
        'file_views.file_id',
        'file_views.viewed_at',
        'file_views.viewer_email',
        'file_views.version',
        'links.id as link_id',
        'links.name as link_name',
        'files.name',
        'files.size',
        'owners.username as owner_name',
        displayName('owners').as('owner_display_name'),
        'viewers.username as viewer_name',
        'viewers.avatar_token as viewer_avatar',
        displayName('viewers').as('viewer_display_name'),
        sql<number>`(select coalesce(sum(ms), 0) from page_times where view_id = file_views.id)`.as('ms'),
        // A person who lists their own views sees their name.
        (whose === 'viewer' ? sql<0 | 1>`0` : hidesPersons(sql`files.folder_id`)).as('is_hidden'),
      ])
      .where('files.deleted_at', 'is', null)
      .where(isVisibleFile(requester))
      .$if(whose === 'viewer', (query) => query.where('file_views.viewer_id', '=', actor.id))
      .$if(whose === 'owner', (query) =>
        // Views by the current owner, from before the transfer, are not views by others.
        query
          .where(sql<SqlBool>`${inWindow(sql.ref('files.owner_id'), window)} = ${actor.id}`)
          .where('file_views.viewer_id', 'is distinct from', actor.id),
      )
      .$if(cursor !== undefined, (query) => query.where('file_views.id', '<', cursor ?? 0))
      .where(isInWindow(sql.ref('file_views.id'), window))
      .orderBy('file_views.id', 'desc')
      .limit(limit + 1)
      .execute()
  );
}
