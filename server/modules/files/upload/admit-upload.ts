import type { Context } from '#server/app/context.ts';
import { authorizeSystemAction } from '#server/authorization/authorize.ts';
import { loadUploadPlace, type UploadPlace } from '#server/authorization/groups/upload-place.ts';
import { loadFile } from '#server/authorization/load-file.ts';
import { reloadCaller, reloadUser } from '#server/authorization/reload-actor.ts';
import { enforceMaintenanceMode } from '#server/modules/settings/enforce-maintenance-mode.ts';
import { assertFolderCapacity, assertRootCapacity } from '../assert-capacity.ts';

/** The target of an upload: a folder or the root for a new file, or the file that gets a new version. */
export type UploadTarget = { readonly folderId: number | null } | { readonly replaces: number };

/** Refuses when the actor may not add a file to the folder, or a version to the file, or the folder is full. */
export async function assertUploadAllowed(ctx: Context, target: UploadTarget): Promise<void> {
  if ('replaces' in target) {
    await loadFile(ctx, target.replaces, 'addVersion');
    return;
  }
  await admitFile(ctx, target.folderId);
}

/** Refuses when the actor may not add a file to the folder or the folder is full, and returns who the file belongs to. */
async function admitFile(ctx: Context, folderId: number | null): Promise<UploadPlace> {
  if (folderId === null) authorizeSystemAction(ctx.actor, 'addToRoot');
  const place = await loadUploadPlace(ctx, folderId);
  if (folderId !== null) await assertFolderCapacity(ctx, folderId);
  else if (ctx.actor.kind === 'user') await assertRootCapacity(ctx, [ctx.actor.id]);
  return place;
}

/** Repeats the checks with the reloaded actor after the bytes have arrived. */
export async function reauthorizeUpload(ctx: Context, target: UploadTarget) {
  const current = await reloadUser(ctx);
  await enforceMaintenanceMode(current);
  await assertUploadAllowed(current, target);
  return current;
}

/** The same for a new file, which members of groups without an account upload too. */
export const reauthorizeUploader = (folderId: number | null) => async (ctx: Context) => {
  const current = await reloadCaller(ctx);
  await enforceMaintenanceMode(current);
  return { ...current, place: await admitFile(current, folderId) };
};
