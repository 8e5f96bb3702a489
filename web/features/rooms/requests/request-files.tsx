import X from 'lucide-react/icons/x';
import { useState } from 'react';
import { Link } from 'wouter';
import type { RoomRequest } from '#shared/contracts/rooms/requests.ts';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { useSuggestions } from '#web/features/search/use-suggestions.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { FileIcon } from '#web/ui/display/file-icon.tsx';
import { TextField } from '#web/ui/forms/text-field.tsx';
import { useRequestChanges, useRequestSuggestions } from './api.ts';

const pageText = (page: number | null): string => (page === null ? '' : `, page ${page}`);

/** The attached files; staff detach them. */
export function RequestFiles({ request, mayEdit }: { request: RoomRequest; mayEdit: boolean }) {
  const { detach } = useRequestChanges(request.roomId);
  return (
    <section aria-labelledby="request-files-heading" className="flex flex-col gap-2">
      <h3 id="request-files-heading" className="font-medium">
        Files
      </h3>
      {request.files.length === 0 ? (
        <p className="text-ink-muted">
          {mayEdit ? 'None yet. Attach one below, or drag a file onto the request.' : 'None yet.'}
        </p>
      ) : (
        <ul className="flex flex-col">
          {request.files.map(({ id, name, page }) => (
            <li key={id} className="flex items-center gap-2 py-1">
              <FileIcon name={name} />
              <Link
                href={`/file/${id}`}
                dir="auto"
                className="min-w-0 flex-1 truncate text-left underline"
                title={name}
              >
                {name}
                {pageText(page)}
              </Link>
              {mayEdit && (
                <IconButton
                  icon={X}
                  size="small"
                  label={`Detach ${name}`}
                  onClick={() => detach.mutate({ id: request.id, fileId: id })}
                />
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Files that match the text of the request, and others by name. */
export function SuggestedFiles({ request }: { request: RoomRequest }) {
  const { attach } = useRequestChanges(request.roomId);
  const [typed, setTyped] = useState('');
  const proposed = useRequestSuggestions(request);
  const named = useSuggestions(typed.trim() === '' ? undefined : typed, request.roomId);
  const attached = new Set(request.files.map(({ id }) => id));
  const byName = named.flatMap((each) => (each.kind === 'file' ? [{ ...each, page: null }] : []));
  const byText = (proposed.data ?? []).map(({ fileId: id, name, page }) => ({ id, name, page }));
  const shown = (typed.trim() === '' ? byText : byName).filter(({ id }) => !attached.has(id));
  return (
    <section aria-labelledby="request-suggestions-heading" className="flex flex-col gap-2">
      <h3 id="request-suggestions-heading" className="font-medium">
        Attach a File
      </h3>
      <TextField
        label="Find a file by name"
        type="search"
        autoComplete="off"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      {typed.trim() === '' && proposed.error && !proposed.data ? (
        <LoadError error={proposed.error} onRetry={() => void proposed.refetch()} />
      ) : shown.length === 0 ? (
        <p role="status" className="text-ink-muted">
          {proposed.isPending ? 'Searching for matching documents…' : 'No matching documents'}
        </p>
      ) : (
        <ul aria-label={typed.trim() === '' ? 'Proposed files' : 'Files found'} className="flex flex-col">
          {shown.map(({ id, name, page }) => (
            <li key={id} className="flex items-center gap-2 py-1">
              <FileIcon name={name} />
              <span dir="auto" className="min-w-0 flex-1 truncate text-left" title={name}>
                {name}
                {pageText(page)}
              </span>
              <Button
                size="small"
                aria-label={`Attach ${name}`}
                onClick={() => attach.mutate({ id: request.id, fileId: id, page: page ?? undefined })}
              >
                Attach
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
