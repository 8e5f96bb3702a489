import { clsx } from 'clsx';
import Paperclip from 'lucide-react/icons/paperclip';
import Users from 'lucide-react/icons/users';
import { type DragEvent, useState } from 'react';
import type { RoomRequest } from '#shared/contracts/rooms/requests.ts';
import { Badge } from '#web/ui/display/badge.tsx';
import { ProgressBar } from '#web/ui/feedback/progress-bar.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { formatDueDay } from '../due-days.ts';
import { useRequestChanges } from './api.ts';
import { AreaActions } from './area-actions.tsx';
import {
  type AreaSection,
  isOverdue,
  PRIORITY_LABELS,
  responsibleOf,
  STATE_LABELS,
} from './arrange-requests.ts';
import type { StaffNames } from './staff-names.ts';

const STATE_TONES = {
  open: 'neutral',
  'in-preparation': 'accent',
  provided: 'warning',
  accepted: 'success',
  'not-applicable': 'neutral',
} as const;

interface AreaRequestsProps {
  section: AreaSection;
  roomId: number;
  mayEdit: boolean;
  /** For the staff alone. */
  names: StaffNames | undefined;
  onOpen: (request: RoomRequest) => void;
}

/** The requests of one area under a bar that shows how many are complete. */
export function AreaRequests({ section, roomId, mayEdit, names, onOpen }: AreaRequestsProps) {
  const { area, shown, count, complete } = section;
  const name = area?.name ?? 'Without an area';
  return (
    <section aria-label={name} className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="min-w-0 max-sm:basis-full font-semibold text-base wrap-anywhere">{name}</h2>
        <div className="w-24 shrink-0 sm:w-40">
          <ProgressBar label={`Complete in ${name}`} value={count === 0 ? 0 : complete / count} />
        </div>
        <span className="shrink-0 text-ink-muted text-xs tabular-nums">
          {complete} of {count}
        </span>
        {mayEdit && area && <AreaActions area={area} />}
      </div>
      <Card>
        {shown.length === 0 ? (
          <p className="px-4 py-3 text-ink-muted">
            {count === 0 ? 'No requests in this area yet' : 'No matching requests'}
          </p>
        ) : (
          <ul>
            {shown.map((request) => (
              <RequestRow key={request.id} {...{ request, roomId, mayEdit, names, onOpen }} />
            ))}
          </ul>
        )}
      </Card>
    </section>
  );
}

interface RequestRowProps extends Pick<AreaRequestsProps, 'roomId' | 'mayEdit' | 'names' | 'onOpen'> {
  request: RoomRequest;
}

/** A file that is dragged from a list comes as the address of its page. */
const draggedFileId = (event: DragEvent): number | undefined => {
  const [, id] = /\/file\/(\d+)/.exec(event.dataTransfer.getData('text/uri-list')) ?? [];
  return id === undefined ? undefined : Number(id);
};

function RequestRow({ request, roomId, mayEdit, names, onOpen }: RequestRowProps) {
  const { isOver, dropHandlers } = useAttachDropped(roomId, request.id);
  return (
    <li
      {...(mayEdit && dropHandlers)}
      className={clsx('border-line border-b last:border-b-0', isOver && 'bg-selected')}
    >
      <button
        type="button"
        onClick={() => onOpen(request)}
        className="flex w-full items-start gap-3 px-4 py-2 text-left hover:bg-sunken"
      >
        <span className="w-8 shrink-0 text-ink-muted tabular-nums">{request.number}</span>
        <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1">
          <span className="min-w-0 flex-1 basis-56 wrap-anywhere">{request.text}</span>
          <RequestDetails request={request} names={names} />
        </span>
      </button>
    </li>
  );
}

/** Attaches a file of the room to a request that it is dropped on. */
function useAttachDropped(roomId: number, requestId: number) {
  const { attach } = useRequestChanges(roomId);
  const [isOver, setOver] = useState(false);
  const dropHandlers = {
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes('text/uri-list')) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      setOver(false);
      const fileId = draggedFileId(event);
      if (fileId === undefined) return;
      event.preventDefault();
      attach.mutate({ id: requestId, fileId });
    },
  };
  return { isOver, dropHandlers };
}

/** Names the files, the people and the dates of a request, and its state. */
function RequestDetails({ request, names }: Pick<RequestRowProps, 'request' | 'names'>) {
  const group = request.groupId === null ? undefined : names?.groups.get(request.groupId);
  const responsible = responsibleOf(request, names);
  const isLate = isOverdue(request, Date.now());
  return (
    <span className="flex flex-wrap items-center gap-2">
      {request.files.length > 0 && (
        <span className="inline-flex items-center gap-1 text-ink-muted text-xs">
          <Paperclip size={12} />
          {request.files.length === 1 ? '1 file' : `${request.files.length} files`}
        </span>
      )}
      {group !== undefined && (
        <span className="inline-flex min-w-0 items-center gap-1 text-ink-muted text-xs">
          <Users size={12} className="shrink-0" />
          <span className="sr-only">For </span>
          <span className="wrap-anywhere">{group}</span>
        </span>
      )}
      {responsible !== null && <span className="text-ink-muted text-xs">{responsible}</span>}
      {request.priority !== 'normal' && (
        <Badge tone={request.priority === 'high' ? 'danger' : 'neutral'}>
          {PRIORITY_LABELS[request.priority]}
        </Badge>
      )}
      {request.dueAt !== null && (
        <Badge tone={isLate ? 'danger' : 'neutral'}>
          {isLate ? 'Overdue' : 'Due'} {formatDueDay(request.dueAt)}
        </Badge>
      )}
      <Badge tone={STATE_TONES[request.state]}>{STATE_LABELS[request.state]}</Badge>
    </span>
  );
}
