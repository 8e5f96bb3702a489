import Folder from 'lucide-react/icons/folder';
import { Link } from 'wouter';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { FileIcon } from '#web/ui/display/file-icon.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { useFollows, useSetFollow } from './api.ts';

/** Lists what the actor follows, with a button for each that stops it. */
export function FollowList() {
  const { data, error, refetch } = useFollows();
  const change = useSetFollow();
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-16" />;
  if (data.length === 0)
    return (
      <p className="text-ink-muted">You follow nothing yet. Use Follow on the page of a folder or file.</p>
    );
  return (
    <ul className="divide-y divide-line">
      {data.map(({ kind, id, name }) => (
        <li key={`${kind} ${id}`} className="flex items-center gap-3 py-1.5">
          {kind === 'file' ? <FileIcon name={name} size={16} /> : <Folder size={16} />}
          <Link href={`/${kind}/${id}`} className="min-w-0 flex-1 wrap-anywhere hover:underline">
            {name}
          </Link>
          <Button
            size="small"
            busy={
              change.isPending && change.variables.target.id === id && change.variables.target.kind === kind
            }
            onClick={() => change.mutate({ target: { kind, id }, isFollowed: false })}
          >
            Unfollow<span className="sr-only"> {name}</span>
          </Button>
        </li>
      ))}
    </ul>
  );
}
