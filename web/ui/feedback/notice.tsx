import { clsx } from 'clsx';
import CircleAlert from 'lucide-react/icons/circle-alert';
import Info from 'lucide-react/icons/info';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { ReactNode } from 'react';

const TONE = {
  info: ['bg-selected text-accent-ink', Info],
  warning: ['bg-warning-soft text-warning-ink', TriangleAlert],
  danger: ['bg-danger-soft text-danger-ink', CircleAlert],
} as const;

interface NoticeProps {
  tone: keyof typeof TONE;
  id?: string;
  /** Makes screen readers announce it at once when it appears. */
  urgent?: boolean;
  children: ReactNode;
  action?: ReactNode;
}

/** A colored box inside the page with a message. */
export function Notice({ tone, id, urgent = false, children, action }: NoticeProps) {
  const [styles, Icon] = TONE[tone];
  return (
    <div
      id={id}
      role={urgent ? 'alert' : undefined}
      className={clsx(
        'flex flex-wrap gap-2 rounded-md px-3 py-2',
        action ? 'items-center' : 'items-start',
        styles,
      )}
    >
      <Icon size={16} className={clsx('shrink-0', !action && 'mt-0.5')} />
      <div className="min-w-0 flex-1 basis-48">{children}</div>
      {action}
    </div>
  );
}
