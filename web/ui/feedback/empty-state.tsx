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

/** A screen or list without content. */
export function EmptyState({ icon: Icon, title, description, action, compact = false }: EmptyStateProps) {
  return (
    <div className={clsx('flex flex-col items-center gap-1 px-4 text-center', compact ? 'py-5' : 'py-12')}>
      {!compact && (
        <span className="mb-2 grid size-10 place-items-center rounded-lg bg-sunken text-ink-muted">
          <Icon size={20} />
        </span>
      )}
      <p className="font-medium text-base">{title}</p>
      {description && <p className="max-w-96 text-pretty text-ink-muted">{description}</p>}
      {action && <div className="mt-3 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  );
}
