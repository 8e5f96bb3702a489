import Upload from 'lucide-react/icons/upload';
import { findDropTarget } from '#web/features/folders/drag-and-drop/drag-and-drop.ts';
import type { DropTarget } from '#web/features/folders/drag-and-drop/drag-items.ts';
import type { CollectedFiles } from './collect-files.ts';
import { useSameNameQuestion } from './same-name-question.ts';
import { useFileDrop } from './use-file-drop.ts';
import { useAddUploads, usePlanUploads } from './use-uploads.ts';

interface FileDropZoneProps {
  /** Folder of the page; without it only folders shown on the page accept drops. */
  defaultTarget?: DropTarget;
  /** False while something else accepts drops, or where the user may not add files. */
  enabled: boolean;
}

/** Accepts files dropped on the page or its folders; visible only during a drag. */
export function FileDropZone({ defaultTarget, enabled }: FileDropZoneProps) {
  const addUploads = useAddUploads();
  const plan = usePlanUploads();
  const { resolveNames, question } = useSameNameQuestion();
  const upload = async (found: CollectedFiles, folderId: number | null) => {
    const resolved = await resolveNames(plan(found), folderId);
    if (resolved) addUploads(resolved, { folderId, allowDownload: true });
  };
  const dropTarget = useFileDrop(
    (element) => (enabled && !question ? (findDropTarget(element) ?? defaultTarget ?? null) : null),
    (found, place) => void upload(found, place.id),
  );
  if (!dropTarget) return question;
  return (
    <div className="pointer-events-none fixed inset-0 z-40 animate-appear bg-scrim p-3">
      <div className="grid h-full place-items-center rounded-lg border-2 border-on-accent border-dashed">
        <p className="flex items-center max-w-full gap-2 rounded-md bg-raised px-4 py-3 font-medium text-base shadow-popup">
          <Upload size={18} className="text-accent-ink" />
          <span className="min-w-0 truncate">Drop to upload to {dropTarget.name}</span>
        </p>
      </div>
    </div>
  );
}
