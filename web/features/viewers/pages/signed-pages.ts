import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { useActor } from '#web/features/accounts/actor.ts';
import { pagesKey } from '#web/features/files/file-cache.ts';
import { call } from '#web/lib/http/call.ts';

/** Time before expiry at which a signature is no longer used, because image requests may be queued. */
const RENEWAL_MARGIN_MS = 60_000;
/** Time after which pages that were laid out from a text are listed again: their document may be converted by then. */
const TEXT_LAYOUT_MS = 30_000;

/** Signature that authorizes the page images for some minutes. */
export interface PageSignature {
  readonly value: string;
  /** Expiry by this browser's clock, minus the margin. */
  readonly expiresAt: number;
  /** Resolves to true with a new signature, to false when none is available. */
  readonly renew: () => Promise<boolean>;
}

const pagesQuery = (fileId: number, version?: number) =>
  queryOptions({
    queryKey: [...pagesKey(fileId), version],
    queryFn: ({ signal }) =>
      version === undefined
        ? call('GET /api/files/:id/pages', { params: { id: fileId } }, signal)
        : call(
            'GET /api/files/:id/versions/:number/pages',
            { params: { id: fileId, number: version } },
            signal,
          ),
  });

/**
 * Fetches the pages of a file beside the file itself: a visitor who may not download sees them in any case, and waits for one
 * request less.
 */
export function usePagesOfVisitor(fileId: number): void {
  const client = useQueryClient();
  const actor = useActor();
  const isCertain = actor.kind === 'visitor' && !actor.mayDownload && !actor.mayDownloadWatermarked;
  useEffect(() => {
    if (isCertain) void client.prefetchQuery(pagesQuery(fileId));
  }, [client, fileId, isCertain]);
}

/** Fetches the pages of a file, or of one version, and a signature, which is renewed while the page is visible. */
export function useSignedPages(fileId: number, version?: number) {
  const { data, error, refetch, dataUpdatedAt } = useQuery({
    ...pagesQuery(fileId, version),
    staleTime: ({ state }) => (state.data ? state.data.signedForMs - RENEWAL_MARGIN_MS : 0),
    // Skips hidden tabs, which refetch when they become visible.
    refetchInterval: ({ state }) =>
      state.data !== undefined &&
      (state.data.layout === 'text' ? TEXT_LAYOUT_MS : state.data.signedForMs - RENEWAL_MARGIN_MS),
    refetchOnWindowFocus: true,
  });
  const renew = useCallback(async () => {
    // Pages that find the same expired signature share one call.
    const { isError } = await refetch({ cancelRefetch: false });
    return !isError;
  }, [refetch]);
  const signature: PageSignature | undefined = data && {
    value: data.signature,
    expiresAt: dataUpdatedAt + data.signedForMs - RENEWAL_MARGIN_MS,
    renew,
  };
  return { pages: data, signature, error, refetch };
}

/**
 * Returns the signed URL of a page. It does not change with newer signatures, so that loaded images are not
 * fetched again; new pages use the newest signature and wait when it has expired.
 */
export function useSignedUrl(
  address: string,
  { value, expiresAt, renew }: PageSignature,
  onFailure: () => void,
) {
  const [signed, setSigned] = useState<{ address: string; text: string }>();
  const isSigned = signed?.address === address;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is done on failure is no reason to try once more
  useEffect(() => {
    if (isSigned) return;
    if (Date.now() < expiresAt) setSigned({ address, text: value });
    else void renew().then((isRenewed) => isRenewed || onFailure());
  }, [isSigned, address, value, expiresAt, renew]);
  return {
    /** Keeps the image of the previous width until the new one can be requested. */
    signedUrl: signed && `${signed.address}&${new URLSearchParams({ signature: signed.text })}`,
    async renewSignature() {
      await renew();
      setSigned(undefined);
    },
  };
}
