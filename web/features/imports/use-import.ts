import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useReducer, useRef } from 'react';
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

/** How far an import is, apart from what the server says about it. */
type Progress =
  | { readonly kind: 'choosing'; readonly error?: string }
  | { readonly kind: 'sending'; readonly fraction: number }
  /** The server has all sources. */
  | { readonly kind: 'begun'; readonly id: number; readonly error?: string };

type ProgressEvent =
  | { readonly type: 'sending' }
  | { readonly type: 'sent'; readonly fraction: number }
  | { readonly type: 'begun'; readonly id: number }
  | { readonly type: 'failed'; readonly error: string }
  | { readonly type: 'discarded' };

function advance(progress: Progress, event: ProgressEvent): Progress {
  switch (event.type) {
    case 'sending':
      return { kind: 'sending', fraction: 0 };
    case 'sent':
      // A part may arrive after the import was discarded.
      return progress.kind === 'sending' ? { kind: 'sending', fraction: event.fraction } : progress;
    case 'begun':
      return { kind: 'begun', id: event.id };
    case 'failed':
      return progress.kind === 'begun'
        ? { ...progress, error: event.error }
        : { kind: 'choosing', error: event.error };
    case 'discarded':
      return { kind: 'choosing' };
  }
}

/** Runs one import into a folder. Leaving the dialog before *Apply* discards it. */
export function useImport(folderId: number): ImportControls {
  const client = useQueryClient();
  const userId = useSignedInUser().id;
  const [progress, dispatch] = useReducer(advance, { kind: 'choosing' });
  const aborting = useRef<AbortController | null>(null);
  const id = progress.kind === 'begun' ? progress.id : null;
  const { data: bulkImport, error: unanswered } = useBulkImport(id);

  useEffect(() => () => aborting.current?.abort(), []);
  const isApplied = bulkImport?.state === 'applied';
  useEffect(() => {
    if (isApplied) void client.invalidateQueries();
  }, [isApplied, client]);

  const begin = (begun: BulkImport): void => {
    client.setQueryData<BulkImport>(['imports', begun.id], begun);
    dispatch({ type: 'begun', id: begun.id });
  };
  const fail = (thrown: unknown): void =>
    dispatch({
      type: 'failed',
      error: thrown instanceof Error ? getErrorMessage(thrown, FAILED) : FAILED,
    });

  return {
    step: stepOf(progress, bulkImport, unanswered),
    start(sources) {
      const controller = new AbortController();
      const { signal } = controller;
      aborting.current = controller;
      dispatch({ type: 'sending' });
      const onProgress = (fraction: number) => dispatch({ type: 'sent', fraction });
      sendAndCheck(sources, { folderId, userId, signal, onProgress }).then(begin, (thrown) => {
        if (signal.aborted) dispatch({ type: 'discarded' });
        else fail(thrown);
      });
    },
    resume(known) {
      // Asks again after a failure too.
      void client.resetQueries({ queryKey: ['imports', known] });
      dispatch({ type: 'begun', id: known });
    },
    apply() {
      if (id === null) return;
      dispatch({ type: 'begun', id });
      call('POST /api/imports/:id/apply', { params: { id } }).then(begin, fail);
    },
    discard() {
      aborting.current?.abort();
      // One that was asked for and has not been loaded stays: nobody has seen what it holds.
      if (id !== null && bulkImport)
        void discardQuietly(id).then(() =>
          client.invalidateQueries({ queryKey: ['imports', 'folder', folderId] }),
        );
      dispatch({ type: 'discarded' });
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

function stepOf(
  progress: Progress,
  bulkImport: BulkImport | undefined,
  unanswered: Error | null,
): ImportStep {
  if (progress.kind === 'sending') return progress;
  const { error } = progress;
  if (progress.kind === 'choosing' || !bulkImport) {
    const problem = error ?? (unanswered ? getErrorMessage(unanswered, FAILED) : undefined);
    return { kind: 'choose', ...(problem !== undefined && { error: problem }) };
  }
  const current = error === undefined ? bulkImport : { ...bulkImport, error };
  if (isUnderWay(current.state))
    return { kind: 'working', bulkImport: current, isUnanswered: unanswered !== null };
  if (current.state === 'applied') return { kind: 'done', bulkImport: current };
  if (current.state === 'checked') return { kind: 'report', bulkImport: current };
  return { kind: 'choose', error: current.error ?? 'The import failed.' };
}
