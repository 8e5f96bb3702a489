import Upload from 'lucide-react/icons/upload';
import { useAddUploads, usePlanUploads } from './uploads.ts';
import { useFileDrop } from './use-file-drop.ts';

interface DropZoneProps {
  folderId: number | null;
  /** As people know it. */
  folderName: string;
  /** Not while something else takes drops, or where the user may not add files. */
  enabled: boolean;
}

/** The whole page as a place to drop files and folders on; to be seen only while some are held over it. */
export function DropZone({ folderId, folderName, enabled }: DropZoneProps) {
  const addUploads = useAddUploads();
  const plan = usePlanUploads();
  const isOver = useFileDrop(
    enabled ? (found) => addUploads(plan(found), { folderId, allowDownload: true }) : null,
  );
  if (!isOver) return null;
  return (
    <div className="pointer-events-none fixed inset-0 z-40 animate-appear bg-scrim p-3">
      <div className="grid h-full place-items-center rounded-lg border-2 border-on-accent border-dashed">
        <p className="flex items-center gap-2 rounded-md bg-raised px-4 py-3 font-medium text-base shadow-popup">
          <Upload size={18} className="text-accent-ink" />
          Drop to upload to {folderName}
        </p>
      </div>
    </div>
  );
}
