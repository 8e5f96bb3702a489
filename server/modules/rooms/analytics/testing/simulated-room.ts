import { addMembers, grant, openRoom } from '#server/testing/room-fixture.ts';
import type { TestApp } from '#server/testing/test-app.ts';
import type { Group } from '#shared/contracts/rooms/groups/groups.ts';

const MINUTE = 60_000;
export const DAY = 24 * 60 * MINUTE;

interface PlantedView {
  readonly fileId: number;
  /** A user by id, or a visitor by address. */
  readonly viewer: number | string;
  readonly at: number;
  readonly pages?: Readonly<Record<number, number>>;
  readonly version?: number;
}

/** Writes views and page times as the view tracker does. */
export async function plantViews({ server }: TestApp, views: readonly PlantedView[]): Promise<void> {
  const { db } = server.services;
  for (const { fileId, viewer, at, pages = {}, version = 1 } of views) {
    const { id } = await db
      .insertInto('file_views')
      .values({
        file_id: fileId,
        viewer_id: typeof viewer === 'number' ? viewer : null,
        viewer_email: typeof viewer === 'string' ? viewer : null,
        version,
        viewed_at: at,
        last_seen_at: at + MINUTE,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const times = Object.entries(pages).map(([page, ms]) => ({ view_id: id, page: Number(page), ms }));
    if (times.length > 0) await db.insertInto('page_times').values(times).execute();
  }
}

/** Runs the nightly sums as at this time. */
export async function sumAt(testApp: TestApp, ms: number): Promise<void> {
  testApp.advanceClock(ms);
  const job = testApp.server.services.db.updateTable('jobs').where('kind', '=', 'analytics.sum');
  await job.set({ run_at: 0 }).execute();
  await testApp.finishJobs();
}

/** Creates a room whose groups can open everything, as if they had been invited long ago. */
export async function openOldRoom(testApp: TestApp, groupCount: number, peoplePerGroup: number) {
  const { owner, root, inner, deep, file, group } = await openRoom(testApp);
  const { db, now } = testApp.server.services;
  const groups: Group[] = [group];
  for (let at = 1; at < groupCount; at += 1)
    groups.push((await owner.post(`/api/rooms/${root.id}/groups`, { name: `Bidder ${at}` })).body);
  for (const [at, each] of groups.entries()) {
    await grant(owner, root.id, { folder: inner, group: each, level: 'view' });
    const emails = Array.from({ length: peoplePerGroup }, (_, n) => `g${at}-p${n}@example.test`);
    await addMembers(owner, each, ...emails);
  }
  const longAgo = now() - 300 * DAY;
  await db.updateTable('group_members').set({ created_at: longAgo }).where('room_id', '=', root.id).execute();
  await db.updateTable('folders').set({ created_at: longAgo }).where('id', '=', root.id).execute();
  return { owner, root, inner, deep, file, groups, url: `/api/rooms/${root.id}` };
}
