import { utils, write } from '@e965/xlsx';
import fc from 'fast-check';
import { strToU8, zipSync } from 'fflate';
import { describe, expect } from 'vitest';
import type { TestClient } from '#server/testing/clients/inject-client.ts';
import { openRoom } from '#server/testing/room-fixture.ts';
import { PROPERTY_TIMEOUT_MS, runCount } from '#server/testing/run-count.ts';
import { type TestApp, test } from '#server/testing/test-app.ts';
import type { Entry } from '#shared/contracts/rooms/order.ts';

interface Options {
  readonly apply?: boolean;
  readonly filename?: string;
}

const send = (
  client: TestClient,
  roomId: number,
  value: string | Buffer,
  { apply = false, filename = 'index.csv' }: Options = {},
) =>
  client.form(`/api/rooms/${roomId}/index`, [
    { name: 'apply', value: String(apply) },
    { name: 'file', value, filename },
  ]);

const csv = (...lines: string[]): string => ['Number,Name,Kind,Due,Responsible', ...lines].join('\n');

/** Lists everything in a folder as `number kind name`. */
async function indexOf(client: TestClient, folderId: number): Promise<string[]> {
  const entries: Entry[] = (await client.get(`/api/folders/${folderId}/entries`)).body;
  const lines: string[] = [];
  for (const { kind, id, number, name } of entries) {
    lines.push(`${number} ${kind} ${name}`);
    if (kind === 'folder') lines.push(...(await indexOf(client, id)));
  }
  return lines;
}

async function openEmptyRoom(testApp: TestApp) {
  const owner = await testApp.user();
  const root = await owner.folder('Empty');
  await owner.post('/api/rooms', { folderId: root.id });
  return { owner, root };
}

describe('the preview of an imported index', () => {
  test('the preview of an imported index says what is created, renamed and moved, and changes nothing', {
    tags: ['sqlite'],
  }, async ({ testApp }) => {
    const { owner, root, file } = await openRoom(testApp);
    const before = await indexOf(owner, root.id);
    const sheet = csv(
      '1,Finance 2026',
      '1.1,Lease,,2026-12-12,Ms. Roth',
      '2,Legal,Folder',
      `2.1,${file.name}`,
    );
    const { status, body } = await send(owner, root.id, sheet);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      counts: { created: 1, renamed: 2, moved: 1, problems: 0 },
      moved: [{ line: 5, number: '2.1', name: file.name, from: '1.2' }],
      renamed: [
        { line: 2, number: '1', from: 'Finance', to: 'Finance 2026' },
        { line: 3, number: '1.1', from: 'Salaries', to: 'Lease' },
      ],
    });
    expect(await indexOf(owner, root.id)).toEqual(before);
  });

  test('the preview of an imported index names the line and the reason of each problem', {
    tags: ['sqlite'],
  }, async ({ testApp }) => {
    const { owner, root } = await openEmptyRoom(testApp);
    const sheet = csv('1,A', '1,B', '3.1,C', '2.1,D', '2,E', 'x,F', '4,G', '2.2,a/b', '2.3,H,,soon', ',I');
    const { body } = await send(owner, root.id, sheet);
    expect(body.problems).toEqual([
      { line: 3, reason: 'the number 1 is on line 2 already' },
      { line: 4, reason: 'its parent 3 is not above it' },
      { line: 5, reason: 'its parent 2 is not above it' },
      { line: 7, reason: '“x” is no number such as 1.2.3' },
      { line: 8, reason: 'a number before 4 is missing' },
      { line: 9, reason: "A name can't contain / or \\" },
      { line: 10, reason: '“soon” is no date such as 2026-12-31' },
      { line: 11, reason: 'it has no number' },
    ]);
    const applied = await send(owner, root.id, sheet, { apply: true });
    expect([applied.status, applied.body.error]).toEqual([
      409,
      'Line 3: the number 1 is on line 2 already. Nothing was changed.',
    ]);
    expect(await indexOf(owner, root.id)).toEqual([]);
  });

  test('the preview of an imported index refuses a folder inside itself', async ({ testApp }) => {
    const { owner, root } = await openRoom(testApp);
    const { body } = await send(owner, root.id, csv('1.1.1,Finance,Folder'));
    expect(body.problems).toEqual([{ line: 2, reason: 'the folder would be inside itself' }]);
  });
});

describe('an applied index', () => {
  test('creates, renames, moves and orders, and is recorded', { tags: ['sqlite'] }, async ({ testApp }) => {
    const { owner, root, file } = await openRoom(testApp);
    testApp.advanceClock(1);
    await owner.folder('Legal', root.id);
    const sheet = csv(
      '1,Contracts',
      '2,Legal,Folder',
      `2.1,${file.name}`,
      '2.2,Lease,,2026-12-12,Ms. Roth',
      '3,Tax,Folder',
    );
    const first = await send(owner, root.id, sheet);
    expect(first.body.counts).toEqual({ created: 2, renamed: 1, moved: 1, problems: 0 });
    expect((await send(owner, root.id, sheet, { apply: true })).body).toEqual(first.body);
    expect(await indexOf(owner, root.id)).toEqual([
      '1 folder Contracts',
      '1.1 folder Salaries',
      '2 folder Legal',
      `2.1 file ${file.name}`,
      '2.2 placeholder Lease',
      '3 folder Tax',
    ]);
    const again = await send(owner, root.id, sheet);
    expect(again.body.counts).toEqual({ created: 0, renamed: 0, moved: 0, problems: 0 });
    const swapped = csv('1,Tax', '2,Legal', '3,Contracts');
    expect((await send(owner, root.id, swapped, { apply: true })).body.counts.moved).toBe(2);
    expect((await indexOf(owner, root.id)).filter((line) => /^\d /.test(line))).toEqual([
      '1 folder Tax',
      '2 folder Legal',
      '3 folder Contracts',
    ]);
    const events = await testApp.server.services.db
      .selectFrom('audit_log')
      .select('details')
      .where('action', '=', 'room.import-index')
      .where('actor_id', '=', owner.id)
      .where('result', '=', 'done')
      .execute();
    expect(events).toHaveLength(2);
  });

  test('an applied index finds entries whose stored names are not in composed form', async ({ testApp }) => {
    const { owner, root } = await openEmptyRoom(testApp);
    const { db } = testApp.server.services;
    for (const name of ['Übersicht', 'Verträge']) {
      const { id } = await owner.folder(name, root.id);
      await db
        .updateTable('folders')
        .set({ name: name.normalize('NFD') })
        .where('id', '=', id)
        .execute();
    }
    const { body } = await send(owner, root.id, csv('1,Verträge', '2,Übersicht'), { apply: true });
    expect(body.counts).toEqual({ created: 0, renamed: 0, moved: 2, problems: 0 });
    expect((await indexOf(owner, root.id)).map((line) => line.normalize('NFC'))).toEqual([
      '1 folder Verträge',
      '2 folder Übersicht',
    ]);
  });

  test('an applied index changes nothing when the actor may not do all of it', { tags: ['sqlite'] }, async ({
    testApp,
  }) => {
    const { owner, root } = await openRoom(testApp);
    const editor = await testApp.user();
    await testApp.share(root.id, editor);
    const before = await indexOf(owner, root.id);
    const sheet = csv('1,Finance', '2,Legal,Folder', '2.1,Salaries');
    expect((await send(editor, root.id, sheet, { apply: true })).status).toBe(403);
    expect(await indexOf(owner, root.id)).toEqual(before);
    expect((await send(editor, root.id, csv('2,Legal,Folder'), { apply: true })).status).toBe(200);
  });

  test('an applied index is refused in a closed room, whose preview remains', { tags: ['sqlite'] }, async ({
    testApp,
  }) => {
    const { owner, root } = await openEmptyRoom(testApp);
    const { version } = (await owner.get(`/api/rooms/${root.id}`)).body;
    await owner.post(`/api/rooms/${root.id}/state`, { state: 'closed', version });
    const sheet = csv('1,New folder,Folder,,', '2,Lease,File,,');
    expect((await send(owner, root.id, sheet)).status).toBe(200);
    const { status, body } = await send(owner, root.id, sheet, { apply: true });
    expect([status, body.error]).toEqual([409, 'This room is closed.']);
    expect(await indexOf(owner, root.id)).toEqual([]);
  });

  test('an applied index is refused in a room with frozen numbers', { tags: ['sqlite'] }, async ({
    testApp,
  }) => {
    const { owner, root } = await openRoom(testApp);
    await owner.post(`/api/rooms/${root.id}/numbers/freeze`);
    const answer = await send(owner, root.id, csv('2,Legal'));
    expect([answer.status, answer.body.error]).toEqual([409, 'The numbers of this room are frozen.']);
  });
});

describe('a malicious sheet', () => {
  test('a malicious sheet is refused when it has too many lines, unpacks to too much, or is none', {
    tags: ['sqlite'],
  }, async ({ testApp }) => {
    const { owner, root } = await openEmptyRoom(testApp);
    const lines = Array.from({ length: 100_001 }, (_, at) => `${at + 1},F`);
    const large = await send(owner, root.id, csv(...lines));
    expect([large.status, large.body.error]).toEqual([
      413,
      'The index has more than 100,000 lines. Split it and import the parts.',
    ]);
    const zeros = new Uint8Array(250 * 1024 * 1024);
    const bomb = Buffer.from(
      zipSync({
        '[Content_Types].xml': strToU8('<Types/>'),
        'xl/workbook.xml': strToU8('<workbook/>'),
        'xl/worksheets/sheet1.xml': [zeros, { level: 1 }],
      }),
    );
    for (const [value, filename] of [
      [bomb, 'bomb.xlsx'],
      ['no archive', 'text.xlsx'],
      ['a,b\n1,2', 'other.csv'],
      ['Number,Name', 'index.pdf'],
    ] as const)
      expect((await send(owner, root.id, value, { filename })).status).toBe(400);
  });

  test('a malicious sheet has its formulas ignored: only the stored values count, as text', async ({
    testApp,
  }) => {
    const { owner, root } = await openEmptyRoom(testApp);
    const sheet = utils.aoa_to_sheet([
      ['Number', 'Name'],
      ['1', 'Stored'],
    ]);
    sheet['B2'] = { t: 's', v: 'Stored', f: 'HYPERLINK("https://example.test","x")' };
    const workbook = utils.book_new(sheet, 'Index');
    const bytes: Buffer = write(workbook, { type: 'buffer', bookType: 'xlsx' });
    await send(owner, root.id, bytes, { apply: true, filename: 'index.xlsx' });
    expect(await indexOf(owner, root.id)).toEqual(['1 placeholder Stored']);
  });
});

interface Folder {
  readonly name: string;
  readonly inside: readonly (Folder | string)[];
}

const name = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
  .map((text) => text.replaceAll(/[/\\\p{C}\p{Z}]/gu, '_').normalize('NFC'))
  .map((text) => `n${text}`);
const { folder } = fc.letrec<{ folder: Folder }>((tie) => ({
  folder: fc.record({
    name,
    inside: fc.array(fc.oneof({ maxDepth: 3 }, name, tie('folder')), { maxLength: 4 }),
  }),
}));

test(
  'an index that is exported and imported into an empty room gives the same tree',
  async ({ testApp }) => {
    await fc.assert(
      fc.asyncProperty(fc.array(folder, { minLength: 1, maxLength: 3 }), async (folders) => {
        const { owner, root } = await openEmptyRoom(testApp);
        const fill = async ({ name, inside }: Folder, parentId: number): Promise<void> => {
          testApp.advanceClock(1);
          const { id } = await owner.folder(name, parentId);
          for (const each of inside) {
            testApp.advanceClock(1);
            if (typeof each !== 'string') await fill(each, id);
            else
              await owner.post(`/api/folders/${id}/placeholders`, {
                name: each,
                responsibleName: 'Ms. Roth',
              });
          }
        };
        for (const each of folders) await fill(each, root.id);
        for (const format of ['xlsx', 'csv']) {
          const { bytes } = await owner.get(`/api/rooms/${root.id}/index?format=${format}`);
          const copy = await openEmptyRoom(testApp);
          const imported = await send(copy.owner, copy.root.id, bytes, {
            apply: true,
            filename: `index.${format}`,
          });
          expect([imported.status, imported.body.problems]).toEqual([200, []]);
          expect(await indexOf(copy.owner, copy.root.id)).toEqual(await indexOf(owner, root.id));
        }
      }),
      { numRuns: runCount(3) },
    );
  },
  PROPERTY_TIMEOUT_MS,
);
