import Download from 'lucide-react/icons/download';
import { useState } from 'react';
import type { PermissionFormat } from '#shared/contracts/rooms/permissions.ts';
import { MAX_EXPORTED_FOLDERS } from '#shared/domain/limits.ts';
import { buildUrl } from '#web/lib/http/call.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { ButtonLink } from '#web/ui/buttons/button-link.tsx';
import { Select } from '#web/ui/forms/select.tsx';
import { Dialog, DialogActions } from '#web/ui/overlays/dialog.tsx';

const FORMATS: readonly { value: PermissionFormat; label: string }[] = [
  { value: 'xlsx', label: 'Excel (XLSX)' },
  { value: 'csv', label: 'CSV' },
];

interface ExportGridProps {
  roomId: number;
  /** The folders whose content the grid shows. */
  openFolderIds: ReadonlySet<number>;
}

/** Downloads the permissions as a spreadsheet, of the whole room or as the grid shows them. */
export function ExportGrid(props: ExportGridProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon={Download} onClick={() => setOpen(true)}>
        Export
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title="Export Permissions"
        description="The level of each group on folders and files, with their numbers and dates. Levels that are drafts are left out."
      >
        <ExportForm {...props} onClose={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

function ExportForm({ roomId, openFolderIds, onClose }: ExportGridProps & { onClose: () => void }) {
  const [format, setFormat] = useState<PermissionFormat>('xlsx');
  const [content, setContent] = useState('');
  // The address of the download names the folders.
  const mayBeShown = openFolderIds.size <= MAX_EXPORTED_FOLDERS;
  const contents = [
    { value: '', label: 'The whole room' },
    ...(mayBeShown ? [{ value: 'shown', label: 'The rows shown' }] : []),
  ];
  const isShown = mayBeShown && content === 'shown';
  const query = { format, ...(isShown && { openFolderIds: [...openFolderIds].join(',') }) };
  return (
    <div className="flex flex-col gap-4">
      <Select
        label="Content"
        options={contents}
        value={isShown ? content : ''}
        onChange={({ target }) => setContent(target.value)}
      />
      <Select
        label="Format"
        options={FORMATS}
        value={format}
        onChange={({ target }) => setFormat(target.value as PermissionFormat)} // one of the options
      />
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
        <ButtonLink
          variant="primary"
          icon={Download}
          opens="download"
          href={buildUrl('GET /api/rooms/:id/permissions/export', { params: { id: roomId }, query })}
        >
          Export Permissions
        </ButtonLink>
      </DialogActions>
    </div>
  );
}
