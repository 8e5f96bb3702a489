import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { ReactNode } from 'react';

interface ErrorStateProps {
  title: string;
  message: ReactNode;
  /** Buttons to go back or to try again. */
  action?: ReactNode;
}

/** A screen, or a part of one, that could not be loaded. */
export function ErrorState({ title, message, action }: ErrorStateProps) {
  return (
    <div role="alert" className="flex flex-col items-center gap-1 px-4 py-16 text-center">
      <span className="mb-2 grid size-10 place-items-center rounded-lg bg-danger-soft text-danger-ink">
        <TriangleAlert size={20} />
      </span>
      <h1 className="font-semibold text-lg">{title}</h1>
      <p className="max-w-96 text-pretty text-ink-muted">{message}</p>
      {action && <div className="mt-4 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  );
}
