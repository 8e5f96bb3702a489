import ChevronRight from 'lucide-react/icons/chevron-right';
import { type ReactNode, useState } from 'react';

interface FoldedFieldsProps {
  title: string;
  /** Says what is inside, so that nobody must open it to know. */
  summary: string;
  /** A field inside was refused; its message must be visible. */
  hasError: boolean;
  /** Shows the fields from the beginning, since some are filled. */
  startsOpen: boolean;
  children: ReactNode;
}

/** Fields that few need, hidden until they are asked for. */
export function FoldedFields({ title, summary, hasError, startsOpen, children }: FoldedFieldsProps) {
  const [isOpen, setOpen] = useState(startsOpen);
  return (
    <details
      open={isOpen || hasError}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className="group border-line border-t pt-2"
    >
      <summary className="-mx-2 flex min-h-control cursor-pointer list-none items-center gap-2 rounded-md px-2 hover:bg-hover [&::-webkit-details-marker]:hidden">
        <ChevronRight size={16} className="shrink-0 text-ink-muted group-open:rotate-90" />
        <span className="font-semibold">{title}</span>
        <span className="truncate text-ink-muted text-xs group-open:hidden">{summary}</span>
      </summary>
      <div className="flex flex-col gap-4 pt-2">{children}</div>
    </details>
  );
}
