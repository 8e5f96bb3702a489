import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { File } from '#shared/contracts/files.ts';
import { contentId } from '#web/features/files/file-cache.ts';
import { ApiError, NETWORK_ERROR_MESSAGE, toApiError } from '#web/lib/http/api-error.ts';
import { Loading } from '#web/ui/feedback/loading.tsx';
import { buildContentUrl } from './file-bytes.ts';
import { DocumentErrorNotice, FileLoadError } from './viewer-errors.tsx';

interface ContentFailureProps {
  file: File;
  /** Shows the content again. */
  onRetry: () => void;
  /** Stands for the notice of a damaged file where the browser may only not know its format. */
  unsupported?: ReactNode;
}

/**
 * Explains why the browser could not show an image, sound or video: elements do not tell a damaged file from a failed request.
 */
export function ContentFailure({ file, onRetry, unsupported }: ContentFailureProps) {
  const { error, isPending } = useQuery({
    queryKey: ['files', 'reachable', contentId(file)],
    queryFn: ({ signal }) => assertReachable(buildContentUrl(file), signal),
    staleTime: 0,
    gcTime: 0,
  });
  if (isPending) return <Loading message="Checking file" />;
  if (error) return <FileLoadError error={error} onRetry={onRetry} />;
  return unsupported || <DocumentErrorNotice file={file} failure="damaged" />;
}

/** Asks for the headers of a file. Throws ApiError if the server cannot be reached or refuses. */
export async function assertReachable(url: string, signal: AbortSignal): Promise<true> {
  const response = await fetch(url, { method: 'HEAD', signal }).catch((cause: unknown) => {
    if (signal.aborted) throw cause;
    throw new ApiError(0, NETWORK_ERROR_MESSAGE, { code: 'network', cause });
  });
  if (!response.ok) throw toApiError(response, '', undefined);
  return true;
}
