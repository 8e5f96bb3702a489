import type { RoomRequest } from '#shared/contracts/rooms/requests.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { formatDueDay } from '../due-days.ts';
import type { TypedName } from './typed-request.ts';

const LABELS: Readonly<Record<TypedName, string>> = {
  text: 'request',
  dueAt: 'due date',
  responsibleName: 'responsible person',
};

interface ConflictNoticeProps {
  request: RoomRequest;
  conflicts: readonly TypedName[];
  replace: () => void;
  drop: () => void;
}

/** Shows what somebody else saved in fields that are being edited, and asks which of both is kept. */
export function ConflictNotice({ request, conflicts, replace, drop }: ConflictNoticeProps) {
  return (
    <Notice tone="warning" urgent>
      <div className="flex flex-col gap-2">
        {conflicts.map((name) => (
          <p key={name} className="line-clamp-6 whitespace-pre-line wrap-anywhere">
            {describeConflict(request, name)}
          </p>
        ))}
        <p>What you typed is not saved.</p>
        <div className="flex flex-wrap gap-2">
          <Button size="small" onClick={replace}>
            Save Mine
          </Button>
          <Button size="small" onClick={drop}>
            Use Theirs
          </Button>
        </div>
      </div>
    </Notice>
  );
}

function describeConflict(request: RoomRequest, name: TypedName): string {
  const stored = request[name];
  if (stored === null) return `Somebody else removed the ${LABELS[name]} meanwhile.`;
  return `Somebody else changed the ${LABELS[name]} meanwhile: ${name === 'dueAt' ? formatDueDay(stored) : stored}`;
}
