import { useEffect, useRef } from 'react';
import type { File } from '#shared/contracts/files.ts';
import { isSelf } from '#shared/policies/actor.ts';
import { useActor } from '#web/features/accounts/actor.ts';
import { startViewTracker, type ViewTracker } from '#web/lib/view-tracking/view-tracker.ts';

interface ViewTrackingNoticeProps {
  file: Pick<File, 'id' | 'ownerId'>;
  /** Current page, from 1; null until the document is open. */
  page: number | null;
}

/** Informs the viewer that views are recorded, and records them. Renders nothing for the file's owner. */
export function ViewTrackingNotice({ file, page }: ViewTrackingNoticeProps) {
  const actor = useActor();
  if (isSelf(actor, file.ownerId)) return null;
  return <TrackedNotice fileId={file.id} page={page} />;
}

function TrackedNotice({ fileId, page }: { fileId: number; page: number | null }) {
  const line = useRef<HTMLParagraphElement>(null);
  const trackerRef = useRef<ViewTracker>(null);
  const isTracked = page !== null;

  useEffect(() => {
    if (!isTracked || !line.current) return;
    const tracker = startViewTracker({ fileId, container: line.current });
    trackerRef.current = tracker;
    return () => tracker.stop();
  }, [fileId, isTracked]);
  useEffect(() => {
    if (page !== null) trackerRef.current?.setPage(page);
  }, [page]);

  return (
    <p ref={line} className="text-ink-muted text-xs print:hidden">
      Views of this file are recorded: time, pages and duration.
    </p>
  );
}
