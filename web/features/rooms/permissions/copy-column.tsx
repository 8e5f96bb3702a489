import Copy from 'lucide-react/icons/copy';
import { type FormEvent, useState } from 'react';
import type { Group } from '#shared/contracts/rooms/groups/groups.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Select } from '#web/ui/forms/select.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { SaveActions } from '#web/ui/overlays/save-actions.tsx';
import { type CopyResult, useCopyPermissions } from './permissions-api.ts';

interface CopyColumnProps {
  roomId: number;
  groups: readonly Group[];
  /** The levels count once they are published. */
  isDraft: boolean;
  /** Receives what was changed as it was. */
  onCopied: (before: CopyResult) => void;
}

/** Gives a group all levels of another. */
export function CopyColumn({ roomId, groups, isDraft, onCopied }: CopyColumnProps) {
  const [isOpen, setOpen] = useState(false);
  if (groups.length < 2) return null;
  return (
    <>
      <Button icon={Copy} onClick={() => setOpen(true)}>
        Copy a Column
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title="Copy a Column"
        description={
          isDraft
            ? 'All levels that the second group has are replaced once this is published. Rights to add and manage are not copied, and end where the copied level is None or Inherit. On placeholders and in the trash the second group loses at once what the first does not have.'
            : 'All levels that the second group has are replaced; in the trash it only loses what the first does not have. Undo brings them back, except in the trash.'
        }
      >
        <CopyForm {...{ roomId, groups, isDraft, onCopied, onClose: () => setOpen(false) }} />
      </Dialog>
    </>
  );
}

interface CopyFormProps extends CopyColumnProps {
  onClose: () => void;
}

function CopyForm({ roomId, groups, isDraft, onCopied, onClose }: CopyFormProps) {
  const [from, setFrom] = useState(groups[0]?.id ?? 0);
  const [chosen, setTo] = useState<number>();
  const others = groups.filter(({ id }) => id !== from);
  const to = others.find(({ id }) => id === chosen)?.id ?? others[0]?.id ?? 0;
  const copy = useCopyPermissions(roomId);
  const toOptions = (list: readonly Group[]) =>
    list.map(({ id, name }) => ({ value: String(id), label: name }));
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    // A node of an earlier version knows no drafts of copies.
    const body = { fromGroupId: from, toGroupId: to, ...(isDraft && { draft: true }) };
    copy.mutate(body, {
      onSuccess: (result) => {
        onCopied(result);
        onClose();
      },
    });
  };
  return (
    <form onSubmit={onSubmit} className="flex flex-col gap-4">
      <Select
        label="From"
        value={String(from)}
        onChange={(event) => setFrom(Number(event.target.value))}
        options={toOptions(groups)}
      />
      <Select
        label="To"
        value={String(to)}
        onChange={(event) => setTo(Number(event.target.value))}
        options={toOptions(others)}
      />
      <SaveActions label="Copy" busy={copy.isPending} onCancel={onClose} />
    </form>
  );
}
