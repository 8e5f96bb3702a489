import { Link } from 'wouter';
import { useVisitorSession } from './visitor-session.ts';
import { useExitVisitorMode } from './visitor-session-end.ts';

/** Shows visitors when their access expires and lets them leave visitor mode. */
export function VisitorBanner() {
  const visitorSession = useVisitorSession();
  const exit = useExitVisitorMode();
  // People who view a room as a group stop in the bar at the top.
  if (!visitorSession || visitorSession.viewAs) return null;
  return (
    <section
      aria-label="Visitor Mode"
      className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md bg-selected px-3 py-2 text-accent-ink"
    >
      <strong className="font-medium">Visitor Mode</strong>
      <span className="min-w-0 flex-1 basis-40 truncate">{visitorSession.email ?? 'Guest'}</span>
      {visitorSession.email && (
        <Link href="/receipts" className="rounded-sm font-medium underline">
          My Receipts
        </Link>
      )}
      <button
        type="button"
        onClick={() => void exit()}
        className="min-h-control-small cursor-pointer rounded-sm font-medium underline"
      >
        Exit Visitor Mode
      </button>
    </section>
  );
}
