import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { BulkImport } from '#shared/contracts/imports/imports.ts';
import { useSignedInUser } from '#web/features/accounts/current-user.ts';
import { getErrorMessage } from '#web/features/errors/toast-error.ts';
import { call } from '#web/lib/http/call.ts';
import type { Source } from './send-sources.ts';

const FAILED = 'The import could not be continued. Try again.';
const POLL_INTERVAL_MS = 700;

/** The steps of an import, as the dialog shows them. */
type ImportStep =
  | { readonly kind: 'choose'; readonly error?: string }
  | { readonly kind: 'sending'; readonly fraction: number }
  /** `isUnanswered`: the server did not say how far it is. */
  | { readonly kind: 'working'; readonly bulkImport: BulkImport; readonly isUnanswered: boolean }
  | { readonly kind: 'report'; readonly bulkImport: BulkImport }
  | { readonly kind: 'done'; readonly bulkImport: BulkImport };

export interface ImportControls {
  readonly step: ImportStep;
  /** Uploads the sources into a new import and checks them. */
  start(sources: readonly Source[]): void;
  /** Goes on with an import that was begun in another page. */
  resume(id: number): void;
  apply(): void;
  /** Removes the import; the dialog chooses anew. */
  discard(): void;
}

/** Runs one import into a folder. Leaving the dialog before *Apply* discards it. */
export function useImport(folderId: number): ImportControls {
  const client = useQueryClient();
  const userId = useSignedInUser().id;
  const [sending, setSending] = useState<number | null>(null);
  const [error, setError] = useState<string>();
  const [id, setId] = useState<number | null>(null);
  const aborting = useRef<AbortController | null>(null);
  const { data: bulkImport, error: unanswered } = useBulkImport(sending === null ? id : null);

  useEffect(() => () => aborting.current?.abort(), []);
  const isApplied = bulkImport?.state === 'applied';
  useEffect(() => {
    if (isApplied) void client.invalidateQueries();
  }, [isApplied, client]);

  async function run(work: () => Promise<void>): Promise<void> {
    setError(undefined);
    try {
      await work();
    } catch (thrown) {
      setError(thrown instanceof Error ? getErrorMessage(thrown, FAILED) : FAILED);
    }
  }
  const refresh = (current: BulkImport): void =>
    void client.setQueryData<BulkImport>(['imports', current.id], current);

  return {
    step: stepOf({
      sending,
      error: error ?? (unanswered && !bulkImport ? getErrorMessage(unanswered, FAILED) : undefined),
      isUnanswered: unanswered !== null,
      bulkImport: id === null ? undefined : bulkImport,
    }),
    start: (sources) =>
      void run(async () => {
        const controller = new AbortController();
        aborting.current = controller;
        setSending(0);
        try {
          const options = { folderId, userId, signal: controller.signal, onProgress: setSending };
          const begun = await sendAndCheck(sources, options);
          refresh(begun);
          setId(begun.id);
        } catch (thrown) {
          if (!controller.signal.aborted) throw thrown;
        } finally {
          setSending(null);
        }
      }),
    resume(known) {
      setError(undefined);
      // Asks again after a failure too.
      void client.resetQueries({ queryKey: ['imports', known] });
      setId(known);
    },
    apply: () =>
      void run(async () => {
        if (id !== null) refresh(await call('POST /api/imports/:id/apply', { params: { id } }));
      }),
    discard() {
      aborting.current?.abort();
      // One that was asked for and has not been loaded stays: nobody has seen what it holds.
      if (id !== null && bulkImport)
        void discardQuietly(id).then(() =>
          client.invalidateQueries({ queryKey: ['imports', 'folder', folderId] }),
        );
      setId(null);
      setError(undefined);
    },
  };
}

interface SendOptions {
  folderId: number;
  userId: number;
  signal: AbortSignal;
  onProgress: (fraction: number) => void;
}

/** Uploads the sources into a new import and begins to check them; a failure discards it. */
async function sendAndCheck(sources: readonly Source[], { folderId, ...options }: SendOptions) {
  const { id } = await call('POST /api/imports', { body: { folderId } });
  try {
    const { sendSources } = await import('./send-sources.ts');
    await sendSources(sources, { importId: id, ...options });
    return await call('POST /api/imports/:id/check', { params: { id } });
  } catch (thrown) {
    // Its sources count against the limits of the user.
    await discardQuietly(id);
    throw thrown;
  }
}

/** An import that is not discarded expires. */
const discardQuietly = (id: number): Promise<unknown> =>
  call('DELETE /api/imports/:id', { params: { id } }).catch(() => undefined);

const isUnderWay = (state: BulkImport['state'] | undefined): boolean =>
  state === 'checking' || state === 'applying';

const useBulkImport = (id: number | null) =>
  useQuery({
    queryKey: ['imports', id],
    enabled: id !== null,
    queryFn: ({ signal }) => call('GET /api/imports/:id', { params: { id: id ?? 0 } }, signal),
    refetchInterval: ({ state }) => (isUnderWay(state.data?.state) ? POLL_INTERVAL_MS : false),
  });

function stepOf({
  sending,
  error,
  isUnanswered,
  bulkImport,
}: {
  sending: number | null;
  error: string | undefined;
  isUnanswered: boolean;
  bulkImport: BulkImport | undefined;
}): ImportStep {
  if (sending !== null) return { kind: 'sending', fraction: sending };
  if (!bulkImport) return { kind: 'choose', ...(error !== undefined && { error }) };
  const current = error === undefined ? bulkImport : { ...bulkImport, error };
  if (isUnderWay(current.state)) return { kind: 'working', bulkImport: current, isUnanswered };
  if (current.state === 'applied') return { kind: 'done', bulkImport: current };
  if (current.state === 'checked') return { kind: 'report', bulkImport: current };
  return { kind: 'choose', error: current.error ?? 'The import failed.' };
}
