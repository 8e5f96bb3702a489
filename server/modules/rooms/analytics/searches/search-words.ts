import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { readAuditRows } from '#server/database/audit/persons/read-audit-rows.ts';
import type { RowsWanted } from '#server/http/filter-rows.ts';
import type { SearchedWords } from '#shared/contracts/rooms/analytics/search-words.ts';
import { instantOf } from '#shared/domain/changes/local-time.ts';
import { isoInstant } from '#shared/domain/iso-instant.ts';
import { createTextFilter } from '#shared/domain/search/text-filter.ts';
import { assertGroupOf, loadAnalytics, type Range } from '../load-analytics.ts';
import { listSearchRows, type SearchRow } from './search-words-queries.ts';

const NOT_RECORDED = 'This room does not record the words of searches.';
/** The newest searches that are counted. */
const MAX_SEARCHES = 10_000;
const ROWS_AT_ONCE = 1_000;
const DAY_MS = 24 * 60 * 60 * 1000;

type Asked = Range & { readonly groupId?: number | undefined };
type Count = { -readonly [Key in keyof SearchedWords]: SearchedWords[Key] };

/**
 * Lists what readers searched for in a room, by words, those without an answer first; one more than `limit`. Only searches since
 * the room records their words: earlier ones were made when only their number was to be kept.
 */
export async function listSearchWords(
  ctx: Context,
  roomId: number,
  { limit, cursor: offset = 0, text, inSlot }: RowsWanted,
  { groupId, ...range }: Asked,
): Promise<SearchedWords[]> {
  const count = () => countSearches(ctx, roomId, { groupId, ...range });
  const isFound = createTextFilter(text ?? '');
  return (await (text === undefined ? count() : inSlot(count)))
    .filter(({ words }) => isFound([words]))
    .slice(offset, offset + limit + 1);
}

async function countSearches(
  ctx: Context,
  roomId: number,
  { groupId, ...range }: Asked,
): Promise<SearchedWords[]> {
  const { settings, from, to } = await loadAnalytics(ctx, roomId, range);
  await assertGroupOf(ctx, roomId, groupId);
  if (settings.searchWordsSince === null) throw new AppError('forbidden', NOT_RECORDED);
  const startsAt = Math.max(instantOf(Date.parse(from), settings.timeZone), settings.searchWordsSince);
  const endsAt = instantOf(Date.parse(to) + DAY_MS, settings.timeZone);
  const counts = new Map<string, Count>();
  let before = Number.MAX_SAFE_INTEGER;
  for (let read = 0; read < MAX_SEARCHES; read += ROWS_AT_ONCE) {
    const asked = { roomId, startsAt, endsAt, groupId, before, limit: ROWS_AT_ONCE };
    const rows = await listSearchRows(ctx.db, asked);
    for (const row of await readAuditRows(ctx.db, ctx, rows)) count(counts, row);
    const last = rows.at(-1);
    if (!last || rows.length < ROWS_AT_ONCE) break;
    before = last.position;
  }
  return [...counts.values()].sort(
    (a, b) => b.unanswered - a.unanswered || b.searches - a.searches || (a.words < b.words ? -1 : 1),
  );
}

/** Rows come newest first; the spelling of the newest counts. */
function count(counts: Map<string, Count>, { details, occurred_at }: SearchRow): void {
  const { question, answered }: { question?: unknown; answered?: unknown } = JSON.parse(details ?? '{}');
  // Words with the address of an erased person are gone.
  if (typeof question !== 'string' || isErased(question)) return;
  const key = question.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
  const lastAt = isoInstant(occurred_at);
  const known = counts.get(key) ?? { words: question, searches: 0, unanswered: 0, lastAt };
  known.searches += 1;
  if (answered === false) known.unanswered += 1;
  counts.set(key, known);
}

const isErased = (text: string): boolean => /^Erased on \d{4}-\d\d-\d\d$/.test(text);
