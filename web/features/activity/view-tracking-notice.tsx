import { useEffect, useRef } from 'react';
import type { File } from '#shared/contracts/files.ts';
import { isSelf } from '#shared/policies/actor.ts';
import { useActor } from '#web/features/accounts/actor.ts';
import { type Reading, tellReading } from '#web/lib/view-tracking/view-tracker.ts';

interface ReadingNoticeProps {
  file: Pick<File, 'id' | 'ownerId'>;
  /** The page in view, from 1; null beside a frame that tells of its reading itself. */
  page: number | null;
}

/** Stands beside a document, tells its reader that views are recorded, and records them; nothing for its owner. */
export function ReadingNotice({ file, page }: ReadingNoticeProps) {
  const actor = useActor();
  if (isSelf(actor, file.ownerId)) return null;
  return <Recorded fileId={file.id} page={page} />;
}

function Recorded({ fileId, page }: { fileId: number; page: number | null }) {
  const line = useRef<HTMLParagraphElement>(null);
  const reading = useRef<Reading>(null);
  const isTold = page !== null;

  useEffect(() => {
    if (!isTold || !line.current) return;
    const told = tellReading({ fileId, place: line.current });
    reading.current = told;
    return () => told.stop();
  }, [fileId, isTold]);
  useEffect(() => {
    if (page !== null) reading.current?.turnTo(page);
  }, [page]);

  return (
    <p ref={line} className="text-ink-muted text-xs print:hidden">
      Views of this file are recorded: when, which pages and for how long.
    </p>
  );
}
