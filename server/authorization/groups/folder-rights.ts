import type { RawBuilder } from 'kysely';
import type { Requester } from '#server/app/context.ts';
import { groupIdsOf } from '#shared/policies/actor.ts';
import { foreseenFolders, foreseenGrants } from '../drafts/foreseen.ts';
import { withinLimits } from '../folder-access.ts';
import { SOURCES } from '../grants/folder-sources.ts';
import { publishedBy } from '../publication/published.ts';
import { type GroupRightsRow, groupRights } from './group-access.ts';

/**
 * The levels of the groups of an actor in the folders of their rooms, and what they may change there; undefined for actors
 * without groups.
 */
export function folderRights(
  requester: Requester,
  source: 'active' | 'ancestors',
): RawBuilder<GroupRightsRow> | undefined {
  const groupIds = groupIdsOf(requester.actor);
  if (groupIds.length === 0) return undefined;
  const folders = foreseenFolders(requester) ?? SOURCES[source];
  const rights = groupRights(groupIds, folders, publishedBy(requester), foreseenGrants(requester));
  return withinLimits(requester.actor, source, rights);
}
