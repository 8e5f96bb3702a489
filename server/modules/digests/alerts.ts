import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { findFolderAccess } from '#server/authorization/access-level.ts';
import type { Digest } from '#shared/contracts/changes/digests.ts';
import { roomPolicy } from '#shared/policies/rooms.ts';
import {
  type AlertPosition,
  type AlertRow,
  countAuditedActions,
  type FirstVisitor,
  findAlertPosition,
  listAlertSettings,
  listFirstGroups,
  listFirstVisitors,
  MAX_ALERT_PEOPLE,
  setAlertSettings,
} from './alert-queries.ts';

type Alerts = NonNullable<Digest['alerts']>;

type AlertChange = { readonly [Name in keyof Alerts]?: boolean | undefined };

const NO_ALERTS: Alerts = { firstVisit: false, firstGroupVisit: false, download: false, refusal: false };

/** Returns those of the root folders that the actor owns, or manages as rooms: only of these they get alerts. */
export async function listManagedRoots(
  ctx: Context,
  rootIds: readonly number[],
): Promise<ReadonlySet<number>> {
  if (ctx.actor.kind !== 'user') return new Set();
  const accessTo = await findFolderAccess(ctx.db, ctx, rootIds);
  return new Set(rootIds.filter((id) => accessTo(id).isActive && roomPolicy.manage(ctx.actor, accessTo(id))));
}

export const presentAlerts = (row: AlertRow | undefined): Alerts =>
  row
    ? {
        firstVisit: row.first_visit === 1,
        firstGroupVisit: row.first_group_visit === 1,
        download: row.download === 1,
        refusal: row.refusal === 1,
      }
    : NO_ALERTS;

/** Changes what the actor is alerted of; what happened before is not reported afterwards. */
export async function updateAlerts(
  ctx: Context,
  { settingId, rootId }: { settingId: number; rootId: number },
  change: AlertChange,
): Promise<Alerts> {
  if (!(await listManagedRoots(ctx, [rootId])).has(rootId))
    throw new AppError('forbidden', 'Only the owners of a room get alerts about it.');
  const [known] = await listAlertSettings(ctx.db, [settingId]);
  const before = presentAlerts(known);
  const after: Alerts = {
    firstVisit: change.firstVisit ?? before.firstVisit,
    firstGroupVisit: change.firstGroupVisit ?? before.firstGroupVisit,
    download: change.download ?? before.download,
    refusal: change.refusal ?? before.refusal,
  };
  const flag = (isOn: boolean) => (isOn ? 1 : 0);
  const { viewId, auditPosition } = await findAlertPosition(ctx.db);
  await setAlertSettings(ctx.db, {
    setting_id: settingId,
    first_visit: flag(after.firstVisit),
    first_group_visit: flag(after.firstGroupVisit),
    download: flag(after.download),
    refusal: flag(after.refusal),
    from_view_id: known && hasAlerts(known) ? known.from_view_id : viewId,
    from_audit_position: known && hasAlerts(known) ? known.from_audit_position : auditPosition,
  });
  return after;
}

export const hasAlerts = (row: AlertRow): boolean => Object.values(presentAlerts(row)).includes(true);

/** Writes one sentence for each kind of alert that there is. */
export async function writeAlerts(
  ctx: Context,
  row: AlertRow,
  { rootId, until }: { rootId: number; until: AlertPosition },
): Promise<string[]> {
  if (ctx.actor.kind !== 'user' || !(await listManagedRoots(ctx, [rootId])).has(rootId)) return [];
  const alerts = presentAlerts(row);
  const from = { viewId: row.from_view_id, auditPosition: row.from_audit_position };
  const range = { rootId, userId: ctx.actor.id, from, until };
  const sentences: string[] = [];
  if (alerts.firstVisit || alerts.firstGroupVisit) {
    const visitors = await listFirstVisitors(ctx.db, range);
    const more = visitors.length === MAX_ALERT_PEOPLE ? ' and possibly others' : '';
    if (alerts.firstVisit && visitors.length > 0)
      sentences.push(`First visit of ${namePeople(visitors)}${more}`);
    const groups = alerts.firstGroupVisit ? await listFirstGroups(ctx.db, range, visitors) : [];
    if (groups.length > 0)
      sentences.push(`First visit of the group ${groups.map((name) => `“${name}”`).join(', ')}`);
  }
  if (!alerts.download && !alerts.refusal) return sentences;
  const { downloads, refusals, people } = await countAuditedActions(ctx.db, range);
  if (alerts.download && downloads > 0)
    sentences.push(`${plural(downloads, 'download')} by ${people === 1 ? '1 person' : `${people} people`}`);
  if (alerts.refusal && refusals > 0) sentences.push(plural(refusals, 'refused request'));
  return sentences;
}

/** Names people, or counts them where the room hides them. */
function namePeople(people: readonly FirstVisitor[]): string {
  if (people.some(({ is_hidden }) => is_hidden === 1))
    return people.length === 1 ? '1 person' : `${people.length} people`;
  return people.map(({ name }) => name).join(', ');
}

const plural = (count: number, thing: string) => `${count} ${thing}${count === 1 ? '' : 's'}`;
