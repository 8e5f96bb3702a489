import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { type LoadedRoom, loadGroup, loadRoom } from '#server/authorization/groups/load-room.ts';
import { addDays, dateOf, daysBetween } from '#shared/domain/changes/local-time.ts';
import { START_AFTER_END } from '#shared/domain/messages.ts';
import { previousDays } from '#shared/domain/rooms/previous-days.ts';
import { groupIdsIn } from '#shared/policies/actor.ts';
import { readAnalyticsSettings, type StoredAnalytics } from './settings.ts';
import { findGroupIn } from './settings-queries.ts';

const DEFAULT_DAYS = 90;
const MAX_DAYS = 366;

export interface Range {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** A room and the days, both included, of which its manager sees analytics. */
export interface Analytics {
  readonly roomId: number;
  readonly name: string;
  readonly settings: StoredAnalytics;
  readonly from: string;
  readonly to: string;
  readonly today: string;
}

/** Authorizes a manager of a room, and completes the range: by default, the last 90 days. */
export async function loadAnalytics(
  ctx: Context,
  roomId: number,
  { from, to }: Range,
  { isByDay = false }: { isByDay?: boolean } = {},
): Promise<Analytics> {
  return completeRange(ctx, await loadRoom(ctx, roomId, 'seeAnalytics'), { from, to }, { isByDay });
}

/** Authorizes a member of a group of a room that shows groups their own analytics; also finds the group. */
export async function loadOwnAnalytics(
  ctx: Context,
  roomId: number,
  range: Range,
): Promise<{ analytics: Analytics; groupId: number }> {
  const group = await findGroupIn(ctx.db, roomId, groupIdsIn(ctx.actor, roomId));
  const { showGroupsTheirOwn } = await readAnalyticsSettings(ctx, roomId);
  if (!group || !showGroupsTheirOwn) throw new AppError('not-found', 'The room could not be found.');
  return { analytics: await completeRange(ctx, { id: roomId, name: '' }, range), groupId: group.id };
}

async function completeRange(
  ctx: Context,
  { id, name }: LoadedRoom,
  { from, to }: Range,
  { isByDay = false }: { isByDay?: boolean } = {},
): Promise<Analytics> {
  const settings = await readAnalyticsSettings(ctx, id);
  const today = dateOf(ctx.now(), settings.timeZone);
  const last = to ?? (from !== undefined && from > today ? from : today);
  const first = from ?? addDays(last, 1 - DEFAULT_DAYS);
  if (first > last) throw new AppError('invalid', START_AFTER_END);
  if (isByDay && daysBetween(first, last) >= MAX_DAYS)
    throw new AppError('invalid', `Choose at most ${MAX_DAYS} days.`);
  return { roomId: id, name, settings, from: first, to: last, today };
}

/** Authorizes a manager of a room, for all days that it exists. */
export async function loadSinceCreation(ctx: Context, roomId: number): Promise<Analytics> {
  const analytics = await loadAnalytics(ctx, roomId, {});
  return { ...analytics, from: firstDayOf(analytics) };
}

/** Returns the day on which the room was created, in its time zone. */
const firstDayOf = ({ settings }: Analytics): string => dateOf(settings.createdAt, settings.timeZone);

/** Returns the first day of the room where days before it are compared; `null` where it existed on all of them. */
export function findRoomStart(analytics: Analytics, { from }: Pick<Analytics, 'from'>): string | null {
  const first = firstDayOf(analytics);
  return from < first ? first : null;
}

/** Returns the analytics of as many days before; `null` where the room did not exist then. */
export function beforeAnalytics(analytics: Analytics): Analytics | null {
  const days = previousDays({ ...analytics, firstDay: firstDayOf(analytics) });
  return days && { ...analytics, ...days };
}

/** Refuses a group of another room as if it did not exist. */
export async function assertGroupOf(
  ctx: Context,
  roomId: number,
  groupId: number | undefined,
): Promise<void> {
  if (groupId === undefined) return;
  const { group } = await loadGroup(ctx, groupId, 'seeAnalytics');
  if (group.room_id !== roomId) throw new AppError('not-found', 'The group could not be found.');
}

const PERSONS_HIDDEN = 'Persons are hidden in this room.';

export function assertPersonsShown({ settings }: Analytics): void {
  if (settings.hidePersons) throw new AppError('forbidden', PERSONS_HIDDEN);
}
