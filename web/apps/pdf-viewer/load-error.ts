import { PREVIEW_ABSENT, PREVIEW_FAILED } from '#shared/domain/messages.ts';

export type LoadFailure = { sentence: string; link?: { label: string; href: string } };

/** The sentence and the way on for an error of pdf.js's getDocument, recognised by the names that pdf.js gives them. */
export function describeLoadFailure(error: unknown, fileId: string): LoadFailure {
  const fullView = { label: 'Try full view', href: `/file/${fileId}` };
  const name = error instanceof Error ? error.name : '';
  if (name === 'PasswordException') {
    return { sentence: 'This PDF is password-protected; download it to open it.' };
  }
  const status = error instanceof Error && 'status' in error ? error.status : undefined;
  if (typeof status !== 'number' || status === 0) {
    return { sentence: 'Failed to load PDF preview', link: fullView };
  }
  return describeRefusal(status) ?? { sentence: PREVIEW_FAILED, link: fullView };
}

/** For an answer of the server that says that the reader may not have the file (any more). */
export function describeRefusal(status: number): LoadFailure | null {
  if (status === 401) {
    return {
      sentence: 'Your session has ended. Please sign in again.',
      link: { label: 'Sign in', href: '/auth' },
    };
  }
  if (status === 403) return { sentence: 'Access denied' };
  if (status === 404) return { sentence: PREVIEW_ABSENT };
  return null;
}
