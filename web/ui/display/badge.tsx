import { clsx } from 'clsx';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

const TONE = {
  neutral: 'bg-sunken text-ink-muted ring-line',
  accent: 'bg-selected text-accent-ink ring-transparent',
  success: 'bg-success-soft text-success-ink ring-transparent',
  warning: 'bg-warning-soft text-warning-ink ring-transparent',
  danger: 'bg-danger-soft text-danger-ink ring-transparent',
} as const;

interface BadgeProps {
  tone?: keyof typeof TONE;
  icon?: LucideIcon;
  children: ReactNode;
}

export function Badge({ tone = 'neutral', icon: Icon, children }: BadgeProps) {
  return (
    <span
      className={clsx(
        'inline-flex h-5 shrink-0 items-center gap-1 whitespace-nowrap rounded-sm px-1.5 font-medium text-xs ring-1 ring-inset',
        TONE[tone],
      )}
    >
      {Icon && <Icon size={12} />}
      {children}
    </span>
  );
}
