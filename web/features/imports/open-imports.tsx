import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ListedImport } from '#shared/contracts/imports/imports.ts';
import { formatDateTime } from '#shared/domain/format.ts';
import { FailedList } from '#web/features/errors/failed-list.tsx';
import { toastError } from '#web/features/errors/toast-error.ts';
import { call } from '#web/lib/http/call.ts';
import { Button } from '#web/ui/buttons/button.tsx';

const isOpen = ({ state }: ListedImport): boolean =>
  state === 'checked' || state === 'checking' || state === 'applying';

/** Lists the imports into a folder that the user began in a page that was closed since, to go on with them. */
export function OpenImports({ folderId, onResume }: { folderId: number; onResume: (id: number) => void }) {
  const client = useQueryClient();
  const queryKey = ['imports', 'folder', folderId];
  const list = useQuery({
    queryKey,
    queryFn: ({ signal }) => call('GET /api/imports', { query: { folderId: String(folderId) } }, signal),
  });
  const discard = useMutation({
    mutationFn: (id: number) => call('DELETE /api/imports/:id', { params: { id } }),
    onError: (error) => toastError('Failed to discard the import', error),
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
  const open = (list.data ?? []).filter(isOpen);
  if (open.length === 0)
    return <FailedList lists={[list]} summary="Imports that are not applied could not be loaded" />;
  return (
    <section aria-label="Imports that are not applied">
      <h3 className="font-medium">Not applied yet</h3>
      <ul className="divide-y divide-line">
        {open.map(({ id, createdAt, state }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-2 py-2">
            <span>
              Import of {formatDateTime(createdAt)}
              {state === 'checked' ? '' : ', under way'}
            </span>
            <span className="flex gap-2">
              <Button size="small" onClick={() => onResume(id)}>
                {state === 'checked' ? 'Show Report' : 'Show Progress'}
              </Button>
              {state !== 'applying' && (
                <Button size="small" busy={discard.isPending} onClick={() => discard.mutate(id)}>
                  Discard
                </Button>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
