import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { call } from '#web/lib/http/call.ts';

/** So long before its end a signature is used no more: a page may wait for its turn. */
const RENEWAL_MARGIN_MS = 60_000;

/** What opens the pages of a file for the next minutes. */
export interface PageSignature {
  readonly value: string;
  /** By this browser's clock; from then on it is used no more. */
  readonly expiresAt: number;
  /** Resolves when there is a new one, or with false when none is to be had. */
  readonly renew: () => Promise<boolean>;
}

/** The pages of a file and what opens them, which is renewed in time while somebody looks. */
export function useSignedPages(fileId: number) {
  const { data, error, refetch, dataUpdatedAt } = useQuery({
    queryKey: ['files', 'pages', fileId],
    queryFn: ({ signal }) => call('GET /api/files/:id/pages', { params: { id: fileId } }, signal),
    staleTime: ({ state }) => (state.data ? state.data.signedForMs - RENEWAL_MARGIN_MS : 0),
    // Not in a tab that nobody sees: it asks when it is looked at again.
    refetchInterval: ({ state }) => state.data !== undefined && state.data.signedForMs - RENEWAL_MARGIN_MS,
    refetchOnWindowFocus: true,
  });
  const renew = useCallback(async () => {
    // Many pages that find the same signature ended make one call.
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
 * The address of a page, signed. It stays as it is while the page is the same, whatever signatures follow, so that no picture
 * that is there is fetched again; a page that comes later gets the newest, and waits for one when the last has ended.
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
    /** Of another width the picture before stays until this one can be asked for. */
    signedUrl: signed && `${signed.address}&${new URLSearchParams({ signature: signed.text })}`,
    async renewSignature() {
      await renew();
      setSigned(undefined);
    },
  };
}
