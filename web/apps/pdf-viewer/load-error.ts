import { PREVIEW_FAILED, PREVIEW_NOT_FOUND } from '#shared/domain/messages.ts';

export type LoadError = { message: string; link?: { label: string; href: string } };

/** Returns the message and link for an error of pdf.js's getDocument, which pdf.js identifies by name. */
export function describeLoadError(error: unknown, fileId: string): LoadError {
  const fullView = { label: 'Try full view', href: `/file/${fileId}` };
  const name = error instanceof Error ? error.name : '';
  if (name === 'PasswordException') {
    return { message: 'This PDF is password-protected; download it to open it.' };
  }
  const status = error instanceof Error && 'status' in error ? error.status : undefined;
  if (typeof status !== 'number' || status === 0) {
    return { message: 'Failed to load PDF preview', link: fullView };
  }
  return describeAccessError(status) ?? { message: PREVIEW_FAILED, link: fullView };
}

/** Returns the error of a status that denies access to the file; null for any other status. */
export function describeAccessError(status: number): LoadError | null {
  if (status === 401) {
    return {
      message: 'Your session has ended. Please sign in again.',
      link: { label: 'Sign in', href: '/auth' },
    };
  }
  if (status === 403) return { message: 'Access denied' };
  if (status === 404) return { message: PREVIEW_NOT_FOUND };
  return null;
}
