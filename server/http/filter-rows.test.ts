import type { FastifyReply } from 'fastify';
import { describe, expect, test, vi } from 'vitest';
import { filterRows, type RowsWanted, readWanted } from './filter-rows.ts';

interface Row {
  readonly id: number;
  readonly name: string;
}

/** A list of rows from a high id to 1, which remembers what was read of it. */
function openList(names: readonly string[]) {
  const rows = names.map((name, place): Row => ({ id: names.length - place, name }));
  const reads: { limit: number; cursor: number | undefined }[] = [];
  const find = async (wanted: Partial<RowsWanted>): Promise<string[]> => {
    const found = await filterRows<Row, number>(
      {
        limit: 10,
        cursor: undefined,
        inSlot: (work) => work(),
        isAwaited: () => true,
        reportIncomplete: vi.fn(),
        ...wanted,
      },
      {
        readPage: async ({ limit, cursor = Number.POSITIVE_INFINITY }) => {
          reads.push({ limit, cursor });
          return rows.filter(({ id }) => id < cursor).slice(0, limit + 1);
        },
        textsOf: ({ name }) => [name],
        cursorOf: ({ id }) => id,
      },
    );
    return found.map(({ name }) => name);
  };
  return { find, reads };
}

const ASKED = { actor: { kind: 'user', id: 1, isAdmin: false }, address: '192.0.2.1' } as const;

/** 2,100 names, of which every 700th has the text. */
const MANY = Array.from({ length: 2_100 }, (_, place) =>
  place % 700 === 699 ? `Prüfung ${place}` : `Other ${place}`,
);

test('a list without a text is one page', async () => {
  const { find, reads } = openList(MANY);
  expect(await find({ limit: 3 })).toHaveLength(4);
  expect(reads).toHaveLength(1);
});

describe('a list with a text', () => {
  test('is read to its end in pages of at most 1,000 rows', async () => {
    const { find, reads } = openList(MANY);
    expect(await find({ text: 'PRUFUNG' })).toEqual(['Prüfung 699', 'Prüfung 1399', 'Prüfung 2099']);
    for (const { limit } of reads) expect(limit).toBeLessThanOrEqual(1_000);
    expect(reads.length).toBeGreaterThan(2);
  });

  test('is read no further than one row after the page', async () => {
    const { find, reads } = openList(MANY);
    expect(await find({ text: 'other', limit: 2 })).toEqual(['Other 0', 'Other 1', 'Other 2']);
    expect(reads).toHaveLength(1);
  });

  test('goes on after a cursor', async () => {
    const { find } = openList(MANY);
    expect(await find({ text: 'prüfung', cursor: 2_100 - 699 })).toEqual(['Prüfung 1399', 'Prüfung 2099']);
  });

  test('that is not read to its end is marked in the answer', () => {
    const reply = { raw: { destroyed: false }, header: vi.fn() };
    const wanted = readWanted(ASKED, { q: 'text' }, { reply: reply as unknown as FastifyReply });
    expect(wanted).toMatchObject({ text: 'text', limit: 1_000 });
    wanted.reportIncomplete();
    expect(reply.header.mock.calls).toEqual([['x-incomplete', 'true']]);
  });

  test('is one of at most four that a person filters at once', async () => {
    const reply = { raw: { destroyed: false }, header: vi.fn() } as unknown as FastifyReply;
    const { inSlot } = readWanted(ASKED, { q: 'text' }, { reply });
    const { promise, resolve } = Promise.withResolvers<void>();
    const running = Array.from({ length: 4 }, () => inSlot(() => promise));
    await expect(inSlot(async () => {})).rejects.toMatchObject({ code: 'rate-limited' });
    const { inSlot: ofOther } = readWanted(
      { ...ASKED, actor: { ...ASKED.actor, id: 2 } },
      { q: 'text' },
      { reply },
    );
    await ofOther(async () => {});
    resolve();
    await Promise.all(running);
    await inSlot(async () => {});
  });

  test('is read no further once nobody waits for it', async () => {
    const { find, reads } = openList(MANY);
    expect(await find({ text: 'nothing', isAwaited: () => reads.length < 2 })).toEqual([]);
    expect(reads).toHaveLength(2);
  });

  test('lets other work run between its pages', async () => {
    const { find, reads } = openList(MANY);
    let readBefore = 0;
    setImmediate(() => {
      readBefore = reads.length;
    });
    await find({ text: 'nothing' });
    expect(readBefore).toBe(1);
  });
});
