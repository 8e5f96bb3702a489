import type { ReactNode } from 'react';

interface PageHeaderProps {
  title: ReactNode;
  /** A small button beside the title, outside the heading element. */
  titleAction?: ReactNode;
  subtitle?: ReactNode;
  /** Buttons at the end of the line, or below the title on narrow screens. */
  actions?: ReactNode;
}

export function PageHeader({ title, titleAction, subtitle, actions }: PageHeaderProps) {
  return (
    <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        <div className="flex items-center gap-1">
          <h1 className="min-w-0 font-semibold text-xl tracking-tight">{title}</h1>
          {titleAction}
        </div>
        {subtitle && <p className="text-ink-muted">{subtitle}</p>}
      </div>
      {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </header>
  );
}
