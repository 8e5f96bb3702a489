import pLimit from 'p-limit';
import { type Context, type Services, systemContext, transaction } from '#server/app/context.ts';
import { publish } from '#server/app/domain-events.ts';
import { createEventLoopYield } from '#server/engines/event-loop/yield-to-event-loop.ts';
import type { EndJob } from '#server/engines/queue/job-queue.ts';
import { readBlocks } from '#server/modules/search/indexing/stored-blocks.ts';
import { askQuestions } from './ask-questions.ts';
import * as queries from './check-queries.ts';
import { recordCompared } from './compared/compared-queries.ts';
import { hashSettings } from './compared/settings-hash-queries.ts';
import { listDocumentRanges } from './document-range-queries.ts';
import * as earlierChecks from './earlier-check-queries.ts';
import * as findings from './finding-queries.ts';
import { createValueHash } from './hash-value.ts';
import { SCAN_RULES, scanContent } from './inspect-content.ts';
import { createNameMatcher, foldName } from './match-names.ts';
import { createReach, listAllReached, storeDocuments } from './reach-queries.ts';
import { viewsOf } from './reach-views.ts';
import { contextOfGroup, versionScopeOf } from './read-check.ts';
import { findFileToScan } from './scan-queries.ts';
import { listNames } from './settings-queries.ts';
import { findNamesInTree } from './tree-names/name-findings.ts';
import { collectVersions, findNamesInVersions, scanVersions } from './versions/check-versions.ts';

/** So few that looking for those that lack something lets other work run on SQLite. */
const DOCUMENTS_PER_LOOK = 200;
/** So few that their findings let other work run on SQLite. */
const TEXTS_PER_BATCH = 25;
const CONCURRENT_TEXTS = 4;
/** So few that taking over the decisions on their findings lets other work run on SQLite. */
const DOCUMENTS_PER_DECISION = 10;
/** A document that names somebody a thousand times says nothing new after that. */
const MAX_NAMES_PER_DOCUMENT = 1_000;

/** How often a check looks whether the documents that are being read are read by now. */
const WAIT_MS = 2_000;
/** Then it runs without their texts; it cannot be signed off while a document is not read. */
const MAX_WAIT_MS = 30 * 60 * 1000;

/**
 * Carries out a check, once the documents that it covers are read. It can run twice, and then begins again. A job that waits ends
 * with the request for the next one.
 */
export async function runCheck(
  services: Services,
  checkId: number,
  { signal, end }: { signal: AbortSignal; end?: EndJob },
): Promise<void> {
  const check = await queries.findCheck(services.db, checkId);
  if (!check || check.state === 'done') return;
  const group = contextOfGroup(services, check);
  await collect(services, group, check);
  if (await waitForTexts(services, check, end)) return;
  await collectVersions(services, checkId, await versionScopeOf(services, group, check));
  await scanMissing(services, checkId, signal);
  await scanVersions(services, checkId, signal);
  await queries.setCheck(services.db, checkId, {
    settings_hash: await hashSettings(services.db, check.room_id),
  });
  for await (const range of listDocumentRanges(services.db, checkId)) {
    await recordCompared(services.db, checkId, range);
    await findings.insertContentFindings(services.db, checkId, range);
  }
  await findKnownNames(services, check, signal);
  await findNamesInTree(services, await createReach(services.longReads, viewsOf(group)), check);
  const questions = await askQuestions(services, group, check, signal);
  await carryDecisions(services, check);
  await queries.setCheck(services.db, checkId, {
    state: 'done',
    questions: JSON.stringify(questions),
    finished_at: services.now(),
  });
  await earlierChecks.removeOldChecks(services.db, check.group_id, checkId);
}

async function carryDecisions({ db }: Services, { id, group_id }: queries.CheckRow): Promise<void> {
  const fromIds = await earlierChecks.listEarlierChecks(db, group_id, id);
  for await (const range of listDocumentRanges(db, id, DOCUMENTS_PER_DECISION))
    await earlierChecks.carryDecisions(db, id, fromIds, range);
  await earlierChecks.carryDecisions(db, id, fromIds, earlierChecks.NAMES);
}

/** Records after the last attempt that the check failed. */
export const abandonCheck = ({ db }: Services, checkId: number): Promise<void> =>
  queries.failUnfinishedCheck(db, checkId);

/**
 * Stores which documents the check covers. Whatever the group reaches only by the time they are stored is missed as if it came
 * later: a sign-off compares with what the group reaches then.
 */
async function collect(services: Services, group: Context, { id, room_id }: queries.CheckRow): Promise<void> {
  const now = services.now();
  // Read first: what another publication adds meanwhile is not taken for a part of it.
  const last = await queries.findLastPublication(services.db, room_id, now);
  const reached = await listAllReached(services.longReads, viewsOf(group));
  await transaction(systemContext(services), async ({ db }) => {
    const documents = await storeDocuments(db, id, reached, { since: last?.publish_at, now });
    await queries.setCheck(db, id, {
      state: 'running',
      documents,
      checked_documents: 0,
      publication_id: last?.id ?? null,
    });
  });
}

/** Puts a check off while documents are being read, whose text it would otherwise end without. */
async function waitForTexts(
  services: Services,
  { id: checkId, requested_by_id: ownerId, created_at: requestedAt }: queries.CheckRow,
  end: EndJob | undefined,
): Promise<boolean> {
  if (services.now() - requestedAt >= MAX_WAIT_MS) return false;
  if (!(await hasPending(services, checkId))) return false;
  await transaction(systemContext(services), async (ctx) => {
    await queries.setCheck(ctx.db, checkId, { state: 'waiting' });
    const next = { ownerId, delayMs: WAIT_MS, dedupeKey: `exposure-check ${checkId}` };
    await publish(ctx, 'room.exposure_check_requested', { checkId }, next);
    await end?.(ctx.db);
  });
  return true;
}

async function hasPending({ db }: Services, checkId: number): Promise<boolean> {
  for await (const range of listDocumentRanges(db, checkId, DOCUMENTS_PER_LOOK))
    if (await queries.hasPending(db, checkId, range)) return true;
  return false;
}

/** Inspects documents from before the room had groups, or whose inspection has not had its turn yet. */
async function scanMissing(services: Services, checkId: number, signal: AbortSignal): Promise<void> {
  const limit = pLimit(CONCURRENT_TEXTS);
  for await (const range of listDocumentRanges(services.db, checkId, DOCUMENTS_PER_LOOK)) {
    signal.throwIfAborted();
    const ids = await queries.listUnscanned(services.db, checkId, SCAN_RULES, range);
    await limit.map(ids, async (id) => {
      signal.throwIfAborted();
      const file = await findFileToScan(services.db, id);
      if (file) await scanContent(services, file, signal);
    });
    if (ids.length > 0) await queries.setProgress(services.db, checkId, ids.length);
  }
}

async function findKnownNames(
  services: Services,
  check: queries.CheckRow,
  signal: AbortSignal,
): Promise<void> {
  const match = createNameMatcher(await listNames(services.db, check.room_id));
  const hash = createValueHash(services);
  const limit = pLimit(CONCURRENT_TEXTS);
  const yieldIfDue = createEventLoopYield();
  type Content = Pick<queries.TextDocument, 'id' | 'version' | 'textBlobKey' | 'isNew'>;
  async function findIn(document: Content, name?: string): Promise<findings.NewFinding[]> {
    const found: findings.NewFinding[] = [];
    const add = (name: string, place: { page: number | null; start: number | null; end: number | null }) =>
      found.push({
        check_id: check.id,
        file_id: document.id,
        version: document.version,
        kind: 'name',
        page: place.page,
        span_start: place.start,
        span_end: place.end,
        value_hash: hash('name', foldName(name)),
        is_new: document.isNew,
      });
    for (const { name: known } of match(name ?? '')) add(known, { page: null, start: null, end: null });
    if (document.textBlobKey === null) return found;
    for await (const { text, start, page, slide } of readBlocks(services, document.textBlobKey)) {
      for (const { name, ...at } of match(text))
        add(name, { page: page ?? slide ?? null, start: start + at.start, end: start + at.end });
      if (found.length > MAX_NAMES_PER_DOCUMENT) break;
      await yieldIfDue();
    }
    return found.slice(0, MAX_NAMES_PER_DOCUMENT);
  }
  for (let after = 0; ; ) {
    signal.throwIfAborted();
    const documents = await queries.listTexts(services.db, check.id, { after, limit: TEXTS_PER_BATCH });
    if (documents.length === 0) break;
    const found = await limit.map(documents, (document) => findIn(document, document.name));
    await findings.insertFindings(services.db, found.flat());
    await queries.setProgress(services.db, check.id, documents.length);
    after = documents.at(-1)?.id ?? after;
  }
  await findNamesInVersions(
    services,
    check.id,
    ({ fileId, ...version }) => findIn({ id: fileId, ...version }),
    signal,
  );
}
