import type { Context } from '#server/app/context.ts';
import { MAX_PAGE_SIZE } from '#server/http/pagination.ts';
import { loadPreferences } from '#server/modules/accounts/change-preferences.ts';
import { loadCurrentUser } from '#server/modules/accounts/load-current-user.ts';
import { presentSignedInUser } from '#server/modules/accounts/presenter.ts';
import { listChanges } from '#server/modules/changes/list-changes.ts';
import { listFiles } from '#server/modules/files/list-files.ts';
import { presentListedFile } from '#server/modules/files/presenter.ts';
import { listFolders } from '#server/modules/folders/list-folders.ts';
import { presentListedFolder } from '#server/modules/folders/presenter.ts';
import { summarizeContents } from '#server/modules/folders/summarize-contents.ts';
import { listRooms } from '#server/modules/rooms/create-room.ts';
import { listMemberships } from '#server/modules/rooms/groups/list-memberships.ts';
import { listUploadFolders } from '#server/modules/rooms/inbox/list-upload-folders.ts';
import { listApprovals } from '#server/modules/rooms/publications/decide-as-member.ts';
import { loadPublicSettings } from '#server/modules/settings/load-public-settings.ts';
import { loadVisitorStatus } from '#server/modules/visitors/load-visitor-status.ts';
import type { ResultOf } from '#shared/contracts/endpoint.ts';
import type { getStart, HomeLists } from '#shared/contracts/start/start.ts';
import { MAX_SUMMARY_CHANGES } from '#shared/domain/limits.ts';
import type { Actor } from '#shared/policies/actor.ts';

type Start = ResultOf<typeof getStart>;

/** Loads what the web app needs before its first screen. Everybody gets an answer, with what they may see. */
export async function loadStart(ctx: Context, { home }: { home: boolean }): Promise<Start> {
  const { actor } = ctx;
  const mayRead = isAdmitted(actor);
  return {
    user:
      actor.kind === 'user'
        ? presentSignedInUser(await loadCurrentUser(ctx), actor.mustSetUpFactor === true)
        : null,
    preferences: actor.kind === 'user' && mayRead ? await loadPreferences(ctx) : null,
    visitor: await loadVisitorStatus(ctx),
    settings: await loadPublicSettings(ctx),
    home: home && mayRead ? await loadHomeLists(ctx) : null,
  };
}

/** Tells whether the calls for the parts would be answered, by the rules of `assertCallerAllowed`. */
function isAdmitted(actor: Actor): boolean {
  if (actor.kind === 'user') return !actor.mustChangePassword && !actor.mustSetUpFactor;
  return actor.kind === 'visitor' && !actor.mustAcceptTerms;
}

const FIRST_PAGE = { limit: MAX_PAGE_SIZE, cursor: undefined };

/**
 * The folders at the top of the tree, whose parent the actor may not see or which have none; undefined unless the whole tree was
 * listed.
 */
const topmostOf = <Folder extends { readonly parent_id: number | null }>(tree: readonly Folder[]) =>
  tree.length <= MAX_PAGE_SIZE ? tree.filter(({ parent_id }) => parent_id === null) : undefined;

async function loadHomeLists(ctx: Context): Promise<HomeLists> {
  const tree = await listFolders(ctx, { parentId: undefined, ...FIRST_PAGE });
  const folders = topmostOf(tree) ?? (await listFolders(ctx, { parentId: null, ...FIRST_PAGE }));
  const contentsOf = await summarizeContents(ctx, folders);
  const files = await listFiles(ctx, { folderId: undefined, ...FIRST_PAGE });
  const rooms = ctx.actor.kind === 'user' ? await listRooms(ctx, FIRST_PAGE) : [];
  const changes = await listChanges(ctx, {
    since: 'visit',
    folderId: undefined,
    limit: MAX_SUMMARY_CHANGES,
    cursor: undefined,
  });
  return {
    ...(tree.length <= MAX_PAGE_SIZE && { tree: tree.map(presentListedFolder) }),
    ...(folders.length <= MAX_PAGE_SIZE && {
      folders: folders.map((folder) => ({ ...presentListedFolder(folder), contents: contentsOf(folder) })),
    }),
    files: files.slice(0, MAX_PAGE_SIZE).map((file) => presentListedFile(file, ctx.actor)),
    ...(ctx.actor.kind === 'user' && rooms.length <= MAX_PAGE_SIZE && { rooms }),
    // One more than the summary shows, which then links to all of them.
    changes: changes.map(({ id: _, ...change }) => change),
    approvals: await listApprovals(ctx),
    uploadFolders: await listUploadFolders(ctx),
    memberships: await listMemberships(ctx),
  };
}
