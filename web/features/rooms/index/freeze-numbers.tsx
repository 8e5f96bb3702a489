import { useMutation, useQueryClient } from '@tanstack/react-query';
import Lock from 'lucide-react/icons/lock';
import { useId, useState } from 'react';
import type { RoomWithSettings } from '#shared/contracts/rooms/rooms.ts';
import { formatDateTime } from '#shared/domain/format.ts';
import { getErrorMessage } from '#web/features/errors/toast-error.ts';
import { call } from '#web/lib/http/call.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Select } from '#web/ui/forms/select.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import type { useRoom } from '../api.ts';
import { useSetRules } from '../settings/settings-api.ts';

type Settings = RoomWithSettings['settings'];

interface FreezeNumbersProps {
  room: NonNullable<ReturnType<typeof useRoom>['data']>;
  mayManage: boolean;
}

/** Says whether the numbers of a room are frozen, and lets its managers freeze them. */
export function FreezeNumbers({ room, mayManage }: FreezeNumbersProps) {
  const headingId = useId();
  const [isAsking, setAsking] = useState(false);
  const freeze = useFreezeNumbers(room.id);
  return (
    <section aria-labelledby={headingId}>
      <Card className="flex flex-col items-start gap-3 p-4">
        <h2 id={headingId} className="font-semibold text-base">
          Numbers
        </h2>
        {room.frozenAt === null ? (
          <p className="text-ink-muted">
            Numbers follow the order of the folders and files. Freeze them before you cite them: from then on
            no number changes or is given a second time.
          </p>
        ) : (
          <p>
            Frozen since {formatDateTime(room.frozenAt)}. New entries are added at the end, and a removed
            entry leaves its number behind.
          </p>
        )}
        {room.frozenAt === null && <Numbering {...{ room, mayManage }} />}
        {room.frozenAt === null && mayManage && (
          <Button icon={Lock} disabled={room.settings.numbering === 'dense'} onClick={() => setAsking(true)}>
            Freeze Numbers
          </Button>
        )}
        {freeze.error && (
          <Notice tone="danger" urgent>
            The numbers were not frozen. {getErrorMessage(freeze.error)}
          </Notice>
        )}
      </Card>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Freeze the Numbers?"
        description="This cannot be undone. Folders and files can no longer be put in another order, new ones are added at the end, and removed ones leave a line in their place."
        confirmLabel="Freeze Numbers"
        busy={freeze.isPending}
        onConfirm={() => freeze.mutate(undefined, { onSettled: () => setAsking(false) })}
      />
    </section>
  );
}

const NUMBERINGS = [
  { value: 'complete', label: 'The same for everybody' },
  { value: 'dense', label: 'Consecutive for each reader' },
];

/** Chooses whether readers have the numbers of the staff, with gaps. */
function Numbering({ room, mayManage }: FreezeNumbersProps) {
  const change = useSetRules(room.id);
  return (
    <div className="w-full sm:max-w-sm">
      <Select
        label="Numbers of readers"
        hint="The same numbers have gaps where a reader sees nothing. Consecutive ones show no gap, differ between readers, and cannot be frozen."
        options={NUMBERINGS}
        value={(change.isPending ? change.variables.numbering : undefined) ?? room.settings.numbering}
        disabled={!mayManage || change.isPending}
        onChange={({ target }) => change.mutate({ numbering: target.value as Settings['numbering'] })} // one of the options
      />
    </div>
  );
}

function useFreezeNumbers(roomId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call('POST /api/rooms/:id/numbers/freeze', { params: { id: roomId } }),
    onSettled: () => client.invalidateQueries({ queryKey: ['rooms', roomId] }),
  });
}
