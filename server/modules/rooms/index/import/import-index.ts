import type { FastifyRequest } from 'fastify';
import { audit } from '#server/app/audit.ts';
import { type Context, withLock } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { loadRoom } from '#server/authorization/groups/load-room.ts';
import { readRoomTree } from '#server/authorization/index-numbers/read-room-tree.ts';
import { reloadUser } from '#server/authorization/reload-actor.ts';
import { createEventLoopYield } from '#server/engines/event-loop/yield-to-event-loop.ts';
import { enforceMaintenanceMode } from '#server/modules/settings/enforce-maintenance-mode.ts';
import { type IndexPreview, MAX_INDEX_LINES, MAX_LISTED_LINES } from '#shared/contracts/rooms/room-index.ts';
import { NUMBERS_FROZEN } from '#shared/domain/messages.ts';
import { findRoomRow } from '../../state/queries.ts';
import { applyPlan } from './apply-import.ts';
import { hashPlan } from './hash-plan.ts';
import { keepsName } from './match-lines.ts';
import { type ImportPlan, planImport } from './plan-import.ts';
import type { IndexSheet } from './read-index-lines.ts';
import { receiveSheet } from './receive-sheet.ts';

/** Compares an uploaded index with that of a room, and with `apply` changes the room accordingly: completely or not at all. */
export async function importIndex(
  ctx: Context,
  roomId: number,
  request: FastifyRequest,
): Promise<IndexPreview> {
  await loadRoom(ctx, roomId, 'view');
  const { sheet, apply, version } = await receiveSheet(ctx, request);
  if (!apply) {
    // A body may take an hour, in which the room may have been left: the comparison names what is in it.
    const current = await reloadRequester(ctx);
    await loadRoom(current, roomId, 'view');
    return preview(await plan(current, roomId, sheet));
  }
  return withLock(ctx, 'folder-tree', async (before) => {
    const ctx = await reloadRequester(before);
    const room = await loadRoom(ctx, roomId, 'edit');
    const planned = await plan(ctx, roomId, sheet);
    const result = await preview(planned);
    if (version !== undefined && version !== result.version)
      throw new AppError('conflict', 'The room has changed since the preview. Look at the changes again.');
    const [first] = planned.problems;
    if (first) throw new AppError('conflict', `Line ${first.line}: ${first.reason}. Nothing was changed.`);
    await applyPlan(ctx, room, planned);
    await audit(ctx, {
      action: 'room.import-index',
      object: { kind: 'folder', id: roomId, name: room.name },
      details: result.counts,
    });
    return result;
  });
}

async function reloadRequester(before: Context) {
  const ctx = await reloadUser(before);
  await enforceMaintenanceMode(ctx);
  return ctx;
}

async function plan(ctx: Context, roomId: number, sheet: IndexSheet): Promise<ImportPlan> {
  const { frozen_at: frozenAt } = await findRoomRow(ctx.db, roomId);
  if (frozenAt !== null) throw new AppError('conflict', NUMBERS_FROZEN);
  const assertCount = (count: number) => {
    if (count > MAX_INDEX_LINES)
      throw new AppError('conflict', 'The room has too many entries to be compared with an index.');
  };
  const pause = createEventLoopYield();
  const tree = await readRoomTree(ctx, { roomId, frozenAt, isStaff: true, assertCount, pause });
  return planImport(sheet, tree, roomId);
}

async function preview(plan: ImportPlan): Promise<IndexPreview> {
  const { planned, problems } = plan;
  const lines = planned.toSorted((one, other) => one.line.line - other.line.line);
  const created = lines.filter(({ entry }) => entry === undefined);
  const renamed = lines.filter(({ line, entry }) => entry !== undefined && !keepsName(line, entry));
  const moved = lines.filter(({ line, entry }) => entry !== undefined && entry.number !== line.number);
  return {
    version: await hashPlan(plan),
    counts: {
      created: created.length,
      renamed: renamed.length,
      moved: moved.length,
      problems: problems.length,
    },
    created: created.slice(0, MAX_LISTED_LINES).map(({ line: { line, number, name }, isFolder }) => ({
      ...{ line, number, name },
      kind: isFolder ? 'folder' : 'placeholder',
    })),
    renamed: renamed.slice(0, MAX_LISTED_LINES).map(({ line: { line, number, name }, entry }) => ({
      ...{ line, number },
      from: entry?.name ?? '',
      to: name,
    })),
    moved: moved.slice(0, MAX_LISTED_LINES).map(({ line: { line, number, name }, entry }) => ({
      ...{ line, number, name },
      from: entry?.number ?? '',
    })),
    problems: problems.slice(0, MAX_LISTED_LINES).map(({ line, reason }) => ({ line, reason })),
  };
}
