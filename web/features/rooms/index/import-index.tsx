import { useMutation, useQueryClient } from '@tanstack/react-query';
import FileUp from 'lucide-react/icons/file-up';
import { useId, useRef, useState } from 'react';
import type { IndexPreview } from '#shared/contracts/rooms/room-index.ts';
import { getErrorMessage } from '#web/features/errors/toast-error.ts';
import { ApiError } from '#web/lib/http/api-error.ts';
import { buildUrl } from '#web/lib/http/call.ts';
import { request } from '#web/lib/http/request.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { ImportPreview } from './import-preview.tsx';

/** Imports an index from XLSX or CSV, after a preview of what it changes. */
export function ImportIndex({ roomId }: { roomId: number }) {
  const headingId = useId();
  const { shown, isDone, preview, apply, choose, onApply, close } = useIndexImport(roomId);

  return (
    <section aria-labelledby={headingId}>
      <Card className="flex flex-col items-start gap-3 p-4">
        <h2 id={headingId} className="font-semibold text-base">
          Import
        </h2>
        <p className="text-ink-muted">
          A sheet with numbers and names creates folders and placeholders, and renames and moves what is
          there. You see what it changes before anything happens.
        </p>
        <IndexFileButton busy={preview.isPending} onChoose={choose} />
        {preview.error && (
          <Notice tone="danger" urgent>
            {getErrorMessage(preview.error)}
          </Notice>
        )}
        <p role="status" className={isDone ? '' : 'sr-only'}>
          {isDone && 'The index was imported.'}
        </p>
      </Card>
      {shown && (
        <ImportPreview
          preview={shown.changes}
          busy={apply.isPending || preview.isPending}
          error={apply.error}
          onApply={onApply}
          onClose={close}
        />
      )}
    </section>
  );
}

/** Previews a sheet, and applies it if the room is still as it was in the preview. */
function useIndexImport(roomId: number) {
  const [shown, setShown] = useState<{ file: File; changes: IndexPreview } | null>(null);
  const [isDone, setDone] = useState(false);
  const preview = useSendIndex(roomId);
  const apply = useSendIndex(roomId);
  const close = () => setShown(null);

  function choose(chosen: File) {
    setDone(false);
    apply.reset();
    look(chosen);
  }

  function look(file: File) {
    preview.mutate({ file }, { onSuccess: (changes) => setShown({ file, changes }) });
  }

  function onApply({ file, changes: { version } }: NonNullable<typeof shown>) {
    apply.mutate(
      { file, version },
      {
        onSuccess: () => {
          setDone(true);
          close();
        },
        // The room may have changed since: its changes are looked at again before they are applied.
        onError: (error) => error instanceof ApiError && error.code === 'conflict' && look(file),
      },
    );
  }

  return { shown, isDone, preview, apply, choose, onApply: () => shown && onApply(shown), close };
}

function IndexFileButton({ busy, onChoose }: { busy: boolean; onChoose: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button icon={FileUp} busy={busy} onClick={() => input.current?.click()}>
        Import Index
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="Index file"
        accept=".xlsx,.csv"
        onChange={({ currentTarget }) => {
          const [chosen] = currentTarget.files ?? [];
          if (chosen) onChoose(chosen);
          // Lets the same file be chosen again after it was changed.
          currentTarget.value = '';
        }}
      />
    </>
  );
}

/** Sends an index: to compare it, or with the version of the comparison to apply it. */
function useSendIndex(roomId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ file, version }: { file: File; version?: string }) => {
      const form = new FormData();
      form.set('apply', String(version !== undefined));
      if (version !== undefined) form.set('version', version);
      form.set('file', file, file.name);
      const url = buildUrl('POST /api/rooms/:id/index', { params: { id: roomId } });
      return request<IndexPreview>('POST', url, { body: form });
    },
    // Folders, files and numbers everywhere may have changed.
    onSuccess: (_preview, { version }) => (version === undefined ? undefined : client.invalidateQueries()),
  });
}
