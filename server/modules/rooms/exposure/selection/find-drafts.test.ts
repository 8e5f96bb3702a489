import { expect, vi } from 'vitest';
import { asGroup } from '#server/authorization/groups/as-group.ts';
import { isPostgres } from '#server/database/open-database.ts';
import { test } from '#server/testing/test-app.ts';
import { openDrafts } from '../../testing/drafted-room.ts';
import { previewOfSelection, viewsOf } from '../reach-views.ts';
import { createDraftFinders } from './find-drafts.ts';

test('the drafts above folders are found without reading folders that are not below them', {
  tags: ['sqlite'],
}, async ({ testApp }) => {
  const { owner, root, group, folder, inner, check } = await openDrafts(testApp);
  let deepest = folder;
  for (let depth = 0; depth < 4; depth += 1) deepest = await owner.folder('Below', deepest.id);
  const checkId = Number((await check({ folderIds: [folder.id] })).split('/').at(-1));
  const { services } = testApp.server;
  const { db } = services;
  const viewed = { roomId: root.id, groupId: group.id, requestedById: owner.id };
  const { covered } = viewsOf(asGroup(services, viewed, previewOfSelection(checkId)));
  using asked = vi.spyOn(db.getExecutor(), 'executeQuery');
  const finders = await createDraftFinders(services, covered, checkId);
  const queries = asked.mock.calls.map(([query]) => query);
  expect(finders.map((finder) => finder.ofFolder(deepest.id)?.draft_id)).toEqual(
    covered.map(() => folder.id),
  );
  expect(finders.map((finder) => finder.ofFolder(inner.id))).toEqual(covered.map(() => undefined));
  // What drafts move is read once in each view, at any depth.
  expect(queries.filter(({ sql }) => sql.includes('now_in_room'))).toHaveLength(covered.length);
  const steps = queries.filter(({ sql }) => sql.includes('"parent_id" in'));
  expect(steps).toHaveLength(covered.length * 5);
  if (isPostgres(db)) return;
  for (const query of steps) {
    const { rows } = await db.executeQuery({ ...query, sql: `explain query plan ${query.sql}` });
    expect(JSON.stringify(rows)).toContain('SEARCH folders USING INDEX');
  }
});
