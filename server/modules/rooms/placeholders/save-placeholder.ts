import { audit } from '#server/app/audit.ts';
import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { findNumbersIn } from '#server/authorization/index-numbers/find-numbers.ts';
import { keepNumbers } from '#server/authorization/index-numbers/keep-numbers.ts';
import { type LoadedFolder, loadFolder } from '#server/authorization/load-folder.ts';
import { loadPlaceholder, type PlaceholderRow } from '#server/authorization/placeholders/load-placeholder.ts';
import { withLockAsUser } from '#server/authorization/reload-actor.ts';
import { loadSettings } from '#server/modules/settings/load-settings.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type {
  createPlaceholder as createContract,
  Placeholder,
  updatePlaceholder as updateContract,
} from '#shared/contracts/rooms/placeholders.ts';
import { presentPlaceholder } from './present-placeholder.ts';
import { countPlaceholders, insertPlaceholder, setPlaceholder } from './queries.ts';

/** Adds an entry without a file to a folder of a room. */
export function createPlaceholder(
  ctx: Context,
  folderId: number,
  { name, responsibleName, dueAt }: BodyOf<typeof createContract>,
): Promise<Placeholder> {
  return withLockAsUser(ctx, 'folder-tree', async (ctx) => {
    const folder = await loadFolder(ctx, folderId, 'addTo');
    if (!folder.isInRoom) throw new AppError('conflict', 'Only folders of a room have placeholders.');
    const { maxFilesPerFolder } = await loadSettings(ctx);
    if ((await countPlaceholders(ctx.db, folderId)) >= maxFilesPerFolder)
      throw new AppError('conflict', `A folder can have at most ${maxFilesPerFolder} placeholders.`);
    const row = await insertPlaceholder(ctx.db, {
      folder_id: folderId,
      name,
      responsible_name: responsibleName,
      due_at: parseInstant(dueAt),
      created_at: ctx.now(),
    });
    await keepNumbers(ctx, [folderId]);
    await auditPlaceholder(ctx, 'placeholder.create', folder, row);
    return present(ctx, row);
  });
}

export async function updatePlaceholder(
  ctx: Context,
  id: number,
  { name, responsibleName, dueAt }: BodyOf<typeof updateContract>,
): Promise<Placeholder> {
  const row = await changePlaceholder(ctx, id, {
    ...(name !== undefined && { name }),
    ...(responsibleName !== undefined && { responsible_name: responsibleName }),
    ...(dueAt !== undefined && { due_at: parseInstant(dueAt) }),
  });
  return present(ctx, row);
}

/** Changes columns of a placeholder, its folder included. */
export function changePlaceholder(
  ctx: Context,
  id: number,
  changes: Partial<Pick<PlaceholderRow, 'folder_id' | 'name' | 'responsible_name' | 'due_at'>>,
): Promise<PlaceholderRow> {
  return withLockAsUser(ctx, 'folder-tree', async (ctx) => {
    const { placeholder, folder } = await loadPlaceholder(ctx, id);
    if (changes.folder_id !== undefined) await loadFolder(ctx, changes.folder_id, 'addTo');
    const row = await setPlaceholder(ctx.db, id, { name: placeholder.name, ...changes });
    await auditPlaceholder(ctx, 'placeholder.update', folder, row);
    return row;
  });
}

export function deletePlaceholder(ctx: Context, id: number): Promise<void> {
  return withLockAsUser(ctx, 'folder-tree', async (ctx) => {
    const { placeholder, folder } = await loadPlaceholder(ctx, id);
    await setPlaceholder(ctx.db, id, { deleted_at: ctx.now() });
    await keepNumbers(ctx, [folder.id]);
    await auditPlaceholder(ctx, 'placeholder.delete', folder, placeholder);
  });
}

const parseInstant = (text: string | null): number | null => (text === null ? null : Date.parse(text));

async function present(ctx: Context, row: PlaceholderRow): Promise<Placeholder> {
  const number = (await findNumbersIn(ctx, row.folder_id))('placeholder', row.id);
  return presentPlaceholder(row, { isStaff: true, number });
}

/** Records what was done with a placeholder as an event of its folder. */
export const auditPlaceholder = (
  ctx: Context,
  action: 'placeholder.create' | 'placeholder.update' | 'placeholder.delete',
  folder: Pick<LoadedFolder, 'id' | 'name'>,
  { id: placeholderId, name, responsible_name: responsibleName, due_at: dueAt }: PlaceholderRow,
): Promise<void> =>
  audit(ctx, {
    action,
    object: { kind: 'folder', id: folder.id, name: folder.name },
    details: { placeholderId, name, responsibleName, dueAt },
  });
