import { clsx } from 'clsx';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

interface EmptyStateProps {
  icon: LucideIcon;
  title: string;
  description?: ReactNode;
  action?: ReactNode;
  /** Takes little height, for one of several parts of a page. */
  compact?: boolean;
}

/** A sheet of the drawing: one for the subject, and two behind it. */
const SHEET_STYLES = 'absolute h-14 w-11 rounded-md border border-line bg-raised';

/** A screen or list without content, with a small drawing. */
export function EmptyState({ icon: Icon, title, description, action, compact = false }: EmptyStateProps) {
  return (
    <div className={clsx('flex flex-col items-center gap-1 px-4 text-center', compact ? 'py-5' : 'py-12')}>
      {!compact && (
        <span aria-hidden="true" className="relative mb-3 grid h-16 w-24 place-items-center">
          <span className={clsx(SHEET_STYLES, '-translate-x-5 -rotate-12')} />
          <span className={clsx(SHEET_STYLES, 'translate-x-5 rotate-12')} />
          <span className={clsx(SHEET_STYLES, 'grid place-items-center text-accent-ink shadow-control')}>
            <Icon size={22} />
          </span>
        </span>
      )}
      <p className="max-w-full text-balance font-medium text-base">{title}</p>
      {description && (
        <p className="max-w-[min(100%,24rem)] text-pretty text-ink-muted wrap-anywhere">{description}</p>
      )}
      {action && <div className="mt-3 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  );
}
