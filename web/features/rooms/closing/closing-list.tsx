import Check from 'lucide-react/icons/check';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { Link } from 'wouter';
import type { ClosingItem } from './closing-items.ts';

interface ClosingListProps {
  roomId: number;
  label: string;
  items: readonly ClosingItem[];
  /** Marks each line as done when nothing is left of it, and as open otherwise. */
  isChecklist?: boolean;
}

/** Shows lines of the checklist with their counts. */
export function ClosingList({ roomId, label, items, isChecklist = false }: ClosingListProps) {
  return (
    <ul aria-label={label} className="divide-y divide-line">
      {items.map((item) => (
        <li key={item.label} className="flex min-h-control items-center gap-3 py-1">
          {isChecklist && <Mark isDone={item.count === 0} />}
          <span className="min-w-0 flex-1 text-pretty">
            <Label roomId={roomId} item={item} />
          </span>
          <span className="shrink-0 tabular-nums">{item.count.toLocaleString('en')}</span>
        </li>
      ))}
    </ul>
  );
}

function Label({ roomId, item: { label, count, page } }: { roomId: number; item: ClosingItem }) {
  if (page === undefined || count === 0) return label;
  return (
    <Link href={`/rooms/${roomId}/${page}`} className="rounded-sm underline">
      {label}
    </Link>
  );
}

function Mark({ isDone }: { isDone: boolean }) {
  const Icon = isDone ? Check : TriangleAlert;
  return (
    <Icon
      size={16}
      aria-hidden={false}
      role="img"
      aria-label={isDone ? 'Nothing left' : 'Unfinished'}
      className={isDone ? 'shrink-0 text-success-ink' : 'shrink-0 text-warning-ink'}
    />
  );
}
