import type { Context } from '#server/app/context.ts';
import { hidesPersonsIn } from '#server/authorization/publication/hidden-persons.ts';
import { presentPerson } from '#server/modules/accounts/present-person.ts';
import { listCollaborators } from '#server/modules/folders/list-collaborators.ts';
import type { ResultOf } from '#shared/contracts/endpoint.ts';
import type { PersonNames } from '#shared/contracts/fields/person-fields.ts';
import type { listSharing as contract, SharedLink, SharedPerson } from '#shared/contracts/links/sharing.ts';
import { isoInstant, isoInstantOrNull } from '#shared/domain/iso-instant.ts';
import { type Actor, isSelf } from '#shared/policies/actor.ts';
import { mayReadBearerAddresses } from '#shared/policies/bearer-addresses.ts';
import { invitationPolicy } from '#shared/policies/invitations.ts';
import { listCollaboratorGrants, listVisitorGrants } from './inherited-access-queries.ts';
import { buildInviteUrl } from './invitation-token.ts';
import { type AccessPath, describeSource, keepNearest } from './load-access-path.ts';
import * as queries from './sharing-queries.ts';

/** Limit of each list; the panel that shows them is no directory. */
export const MAX_LISTED = 500;

interface Grant {
  readonly id: number;
  readonly folder_id: number | null;
}

/**
 * Lists the people who can open a folder and the invitations to it. A folder above whose access the caller does not manage adds
 * nobody and no link, as in the list of inherited access.
 */
export async function listSharing(
  ctx: Context,
  path: AccessPath,
): Promise<Pick<ResultOf<typeof contract>, 'people' | 'links' | 'isComplete'>> {
  const [people, links] = [await listPeople(ctx, path), await listLinks(ctx, path)];
  return {
    people: people.rows.slice(0, MAX_LISTED),
    links: links.rows.slice(0, MAX_LISTED),
    isComplete: path.managesAll && people.isComplete && links.isComplete,
  };
}

/** Lists owners first, then the folder's own collaborators, then those of the folders above. */
async function listPeople(
  ctx: Context,
  path: AccessPath,
): Promise<{ rows: SharedPerson[]; isComplete: boolean }> {
  const { folder, managedIds, pathIds } = path;
  const owners = keepNearest(await queries.listFolderOwners(ctx.db, folder.id, managedIds), pathIds);
  const own = await listCollaborators(ctx, folder.id, MAX_LISTED, undefined);
  const page = { folderId: folder.id, managedIds, limit: MAX_LISTED };
  const granted = await listCollaboratorGrants(ctx.db, page);
  const others = keepNearest(granted.filter(isListedIn(path)), pathIds);
  const byId = new Map<number, Omit<SharedPerson, 'lastOpenedAt'>>();
  const add = (
    role: SharedPerson['role'],
    { id, username, email, folder_id, ...names }: Grant & PersonNames & { username: string; email: string },
  ) => {
    if (byId.has(id)) return;
    const { displayName, avatar } = names;
    byId.set(id, {
      id,
      username,
      email,
      ...(displayName !== undefined && { displayName }),
      ...(avatar !== undefined && { avatar }),
      role,
      inheritedFrom: describeSource(path, folder_id),
    });
  };
  for (const owner of owners) add('owner', { ...owner, ...presentPerson(owner) });
  for (const each of own) add('collaborator', { ...each, folder_id: folder.id });
  for (const each of others) add('collaborator', { ...each, ...presentPerson(each) });
  const hidesViews = await hidesPersonsIn(ctx.db, folder.id);
  const lastOpened = hidesViews
    ? new Map<number, number>()
    : await queries.findLastOpened(ctx.db, folder.id, [...byId.keys()]);
  return {
    rows: [...byId.values()].map((person) => ({
      ...person,
      ...(!hidesViews && { lastOpenedAt: isoInstantOrNull(lastOpened.get(person.id)) }),
    })),
    isComplete: own.length <= MAX_LISTED && granted.length <= MAX_LISTED,
  };
}

/** Lists the links of visitors and the pending invitations of collaborators, newest first. */
async function listLinks(
  ctx: Context,
  path: AccessPath,
): Promise<{ rows: SharedLink[]; isComplete: boolean }> {
  const page = {
    folderId: path.folder.id,
    managedIds: path.managedIds,
    limit: MAX_LISTED,
    now: ctx.now(),
  };
  const visitors = await listVisitorGrants(ctx.db, page);
  const pending = await queries.listPendingCollaborations(ctx.db, page);
  const grants = keepNearest<Grant>([...visitors, ...pending].filter(isListedIn(path)), path.pathIds);
  const grantOf = new Map(grants.map((grant) => [grant.id, grant]));
  const rows = await queries.listInvitationsToFolder(ctx.db, path.folder.id, {
    ids: [...grantOf.keys()],
    actor: ctx.actor,
  });
  return {
    rows: rows.map((row) => ({
      invitationId: row.id,
      email: row.email === '' ? null : row.email,
      role: row.role,
      expiresAt: isoInstant(row.expires_at),
      allowDownload: row.allow_download === 1,
      inheritedFrom: describeSource(path, grantOf.get(row.id)?.folder_id ?? null),
      url: mayReadAddress(ctx.actor, row) ? buildInviteUrl(ctx, row) : null,
      opensOtherFolders: row.all_folders === 1 || row.other_folders > 0,
      lastSeenAt: isoInstantOrNull(row.last_seen_at),
    })),
    isComplete: visitors.length <= MAX_LISTED && pending.length < MAX_LISTED,
  };
}

/** An administrator gets no address of an invitation that also opens a room which they may not read. */
const mayReadAddress = (actor: Actor, { inviter_id: inviterId, is_excluded }: queries.InvitationToFolder) =>
  mayReadBearerAddresses(actor) &&
  (isSelf(actor, inviterId) || (is_excluded === 0 && invitationPolicy.revoke(actor, { inviterId })));

const isListedIn =
  ({ managesAll }: AccessPath) =>
  ({ folder_id }: { folder_id: number | null }): boolean =>
    folder_id !== null || managesAll;
