import Clock from 'lucide-react/icons/clock';
import { formatDateTime } from '#shared/domain/format.ts';
import { Badge } from '#web/ui/display/badge.tsx';

/** Tells whether only the staff of a room sees something: a draft, or what is published later. */
export const isUnpublished = (publishedAt: string | null | undefined): boolean =>
  publishedAt === null || (publishedAt !== undefined && new Date(publishedAt).getTime() > Date.now());

/** Marks what only the staff of a room sees: a draft, or what is published later; nothing otherwise. */
export function DraftBadge({ publishedAt }: { publishedAt?: string | null | undefined }) {
  if (publishedAt === null) return <Badge tone="warning">Draft</Badge>;
  if (publishedAt === undefined || !isUnpublished(publishedAt)) return null;
  return (
    <Badge tone="warning" icon={Clock}>
      Publishes {formatDateTime(publishedAt)}
    </Badge>
  );
}
