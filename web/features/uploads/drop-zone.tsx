import { useQueryClient } from '@tanstack/react-query';
import Upload from 'lucide-react/icons/upload';
import { type ReactNode, useEffect, useState } from 'react';
import type { File as StoredFile } from '#shared/contracts/files.ts';
import { useUser } from '#web/features/accounts/current-user.ts';
import { describeDrop } from '#web/features/folders/drag-and-drop/describe-drop.ts';
import { findDropTarget } from '#web/features/folders/drag-and-drop/drag-and-drop.ts';
import type { DropTarget } from '#web/features/folders/drag-and-drop/drag-items.ts';
import {
  findPlaceholderTarget,
  type PlaceholderTarget,
} from '#web/features/folders/drag-and-drop/placeholder-targets.ts';
import {
  findReplaceTarget,
  type ReplaceTarget,
} from '#web/features/folders/drag-and-drop/replace-targets.ts';
import { usePublicSettings } from '#web/features/settings/api.ts';
import { preloadOnInteraction } from '#web/lib/browser/preload-on-interaction.ts';
import type { CollectedFiles } from './collect-files.ts';
import type { PlannedUpload } from './plan-uploads.ts';
import { useSameNameQuestion } from './same-names/same-name-question.ts';
import { useFileDrop } from './use-file-drop.ts';

/** A file that was dropped on the row of another. */
export interface DroppedVersion {
  file: StoredFile;
  dropped: File;
  /** Uploads it beside the other in place of replacing that. */
  onAddAsNew: () => void;
  onClose: () => void;
}

interface FileDropZoneProps {
  /** Folder of the page; without it only folders shown on the page accept drops. */
  defaultTarget?: DropTarget;
  /** False while something else accepts drops, or where the user may not add files. */
  enabled: boolean;
  /** Asks whether a file dropped on the row of another replaces it; without it every drop is an upload. */
  askToReplace?: (dropped: DroppedVersion) => ReactNode;
}

/** Accepts files dropped on the page or its folders; visible only during a drag. */
export function FileDropZone({ defaultTarget, enabled, askToReplace }: FileDropZoneProps) {
  const { resolveNames, question } = useSameNameQuestion();
  const uploadTo = useUploadTo();
  const upload = (found: CollectedFiles, folderId: number | null) =>
    uploadTo(folderId, found, (planned) => resolveNames(planned, folderId));
  const [version, setVersion] = useState<DroppedVersion | null>(null);
  const dragged = useFileDrop<DropTarget | ReplaceTarget | PlaceholderTarget>(
    (element) => {
      if (!enabled || question || version) return null;
      const replaced = askToReplace && findReplaceTarget(element);
      return replaced ?? findPlaceholderTarget(element) ?? findDropTarget(element) ?? defaultTarget ?? null;
    },
    (found, place) => {
      const [only, ...others] = found.files;
      const isOne = only !== undefined && others.length + found.folders.length === 0;
      if (isOne && 'placeholderId' in place) {
        const { placeholderId } = place;
        return uploadTo(place.id, found, (planned) => planned.map((each) => ({ ...each, placeholderId })));
      }
      if (!isOne || !('replaced' in place)) return upload(found, place.id);
      const onClose = () => setVersion(null);
      const onAddAsNew = () => {
        onClose();
        void upload(found, place.id);
      };
      setVersion({ file: place.replaced, dropped: only.file, onAddAsNew, onClose });
      return undefined;
    },
  );
  if (version && askToReplace) return askToReplace(version);
  if (!dragged) return question;
  return (
    <div className="pointer-events-none fixed inset-0 z-40 animate-appear bg-scrim p-3">
      <div className="grid h-full place-items-center rounded-lg border-2 border-on-accent border-dashed">
        <p className="flex items-center max-w-full gap-2 rounded-md bg-raised px-4 py-3 font-medium text-base shadow-popup">
          <Upload size={18} className="text-accent-ink" />
          <span className="min-w-0 truncate">{describeDrop(dragged.target, dragged.isSeveral)}</span>
        </p>
      </div>
    </div>
  );
}

const loadUploads = () => import('./add-uploads.ts');
const loadPlans = () => import('./plan-uploads.ts');

type Resolve = (
  planned: readonly PlannedUpload[],
) => readonly PlannedUpload[] | null | Promise<readonly PlannedUpload[] | null>;

/**
 * Returns a function that uploads found files to a folder, as they are resolved, with code that is loaded for the first of them.
 */
function useUploadTo() {
  const client = useQueryClient();
  // There is no user for a moment when the session ends, before this page is left.
  const userId = useUser()?.id;
  const maxUploadSizeMB = usePublicSettings()?.maxUploadSizeMB;
  useEffect(() => preloadOnInteraction([loadUploads, loadPlans]), []);
  return async (folderId: number | null, found: CollectedFiles, resolve: Resolve): Promise<void> => {
    if (userId === undefined) return;
    const [{ addUploads }, { planUploads }] = await Promise.all([loadUploads(), loadPlans()]);
    const resolved = await resolve(planUploads(found, maxUploadSizeMB));
    if (resolved) addUploads(resolved, { folderId, allowDownload: true }, { client, userId });
  };
}
