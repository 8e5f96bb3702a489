import type { File as StoredFile } from '#shared/contracts/files.ts';
import { storedName } from '#shared/domain/entry-name.ts';
import type { Actor } from '#shared/policies/actor.ts';
import { filePolicy } from '#shared/policies/files.ts';
import type { PlannedUpload } from '../plan-uploads.ts';

/** Decides about an upload whose name a file in the folder has. */
export type SameNameChoice = 'version' | 'another' | 'skip';

/**
 * Finds the planned uploads directly into a folder that have the name of a file in it which the actor may replace, with the
 * id of that file. `files` are those of the folder, newest first.
 */
export function findSameNames(
  planned: readonly PlannedUpload[],
  files: readonly StoredFile[],
  actor: Actor,
): ReadonlyMap<PlannedUpload, number> {
  const nameOf = ({ name }: { name: string }) => storedName(name);
  const byName = new Map<string, number>();
  for (const file of files) {
    // The root of an administrator lists the files of everybody.
    const isHere = file.folderId !== null || (actor.kind === 'user' && file.ownerId === actor.id);
    if (!byName.has(nameOf(file)) && isHere && filePolicy.addVersion(actor, file))
      byName.set(nameOf(file), file.id);
  }
  const same = new Map<PlannedUpload, number>();
  for (const upload of planned) {
    const { file, path, rejection } = upload;
    const id = file && path.length === 0 && rejection === null ? byName.get(nameOf(file)) : undefined;
    if (id === undefined) continue;
    same.set(upload, id);
    // A second upload of the same name would replace the first one at once.
    byName.delete(nameOf(upload));
  }
  return same;
}

/** Applies the choice to the uploads found by `findSameNames`. */
export function applyChoice(
  planned: readonly PlannedUpload[],
  same: ReadonlyMap<PlannedUpload, number>,
  choice: SameNameChoice,
): readonly PlannedUpload[] {
  if (choice === 'another') return planned;
  if (choice === 'skip') return planned.filter((upload) => !same.has(upload));
  return planned.map((upload) => {
    const fileId = same.get(upload);
    return fileId === undefined ? upload : { ...upload, replaces: { fileId } };
  });
}
