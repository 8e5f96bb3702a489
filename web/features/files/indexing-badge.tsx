import LoaderCircle from 'lucide-react/icons/loader-circle';
import type { File } from '#shared/contracts/files.ts';
import { Badge } from '#web/ui/display/badge.tsx';
import { WITHHELD_REASONS } from './withheld.tsx';

/**
 * Shows that a file is withheld by the virus scanner, or else that it is being indexed or not fully searchable; nothing when it
 * is searchable.
 */
export function IndexingBadge({ file }: { file: Pick<File, 'indexStatus' | 'indexReason' | 'scan'> }) {
  if (file.scan !== undefined) {
    const reason = WITHHELD_REASONS[file.scan];
    return <ReasonBadge {...WITHHELD_BADGES[file.scan]} reason={reason} />;
  }
  switch (file.indexStatus) {
    case 'indexed':
      return null;
    case 'pending':
      return <Badge icon={LoaderCircle}>Indexing…</Badge>;
    case 'no-text':
      return <ReasonBadge tone="neutral" label="No text" reason={file.indexReason ?? NO_TEXT} />;
    case 'partly':
      return <ReasonBadge tone="neutral" label="Partly searchable" reason={file.indexReason ?? PARTLY} />;
    case 'protected':
      return <ReasonBadge tone="neutral" label="Protected" reason={file.indexReason ?? FAILED} />;
    case 'damaged':
      return <ReasonBadge tone="warning" label="Damaged" reason={file.indexReason ?? FAILED} />;
    case 'failed':
      return <ReasonBadge tone="warning" label="Not searchable" reason={file.indexReason ?? FAILED} />;
  }
}

const WITHHELD_BADGES = {
  scanning: { tone: 'neutral', label: 'Scanning…' },
  infected: { tone: 'danger', label: 'Infected' },
  unscannable: { tone: 'warning', label: 'Not scanned' },
  removed: { tone: 'neutral', label: 'Removed' },
} as const;

const NO_TEXT = 'This file contains no searchable text.';
const PARTLY = 'Only part of this file is searchable.';
const FAILED = 'The text of this file could not be extracted, so search does not find it.';

interface ReasonBadgeProps {
  tone: 'neutral' | 'warning' | 'danger';
  label: string;
  reason: string;
}

/** Renders a button, since keyboard users must be able to reach the tooltip. */
function ReasonBadge({ tone, label, reason }: ReasonBadgeProps) {
  return (
    <button
      type="button"
      aria-description={reason}
      data-tooltip={reason}
      className="shrink-0 cursor-help rounded-sm"
    >
      <Badge tone={tone}>{label}</Badge>
    </button>
  );
}
