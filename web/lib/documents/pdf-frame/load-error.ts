import { PREVIEW_FAILED, PREVIEW_NOT_FOUND } from '#shared/domain/messages.ts';
import { VIEWER_NOT_LOADED } from '../viewer-not-loaded.ts';
import { REPLACED_STATUS } from './file-source.ts';
import type { DocumentFailure } from './messages.ts';

export type LoadError = { message: string; link?: { label: string; href: string } };

/** Failure that pdf.js reported, or the status of a refused request; without one there was no usable response. */
export type LoadFailure = DocumentFailure | { readonly status: number | undefined };

/** Tells whether the file got other content after it was opened. */
export const isReplaced = (failure: LoadFailure): boolean =>
  typeof failure === 'object' && failure.status === REPLACED_STATUS;

/** Returns the message and link for a PDF that cannot be shown, or no longer. */
export function describeLoadError(failure: LoadFailure, fileId: number): LoadError {
  const fullView = { label: 'Try full view', href: `/file/${fileId}` };
  if (failure === 'protected') {
    return { message: 'This PDF is password-protected; download it to open it.' };
  }
  if (failure === 'not-loaded') {
    return { message: VIEWER_NOT_LOADED, link: { label: 'Try Again', href: fullView.href } };
  }
  // The server refuses parts of an empty file.
  if (failure === 'damaged' || failure.status === undefined || failure.status === 416) {
    return { message: 'Failed to load PDF preview', link: fullView };
  }
  if (failure.status === 401) {
    return {
      message: 'Your session has ended. Sign in again.',
      link: { label: 'Sign in', href: '/auth' },
    };
  }
  if (isReplaced(failure)) {
    return {
      message: 'This document was changed while it was open.',
      link: { label: 'Show current version', href: `/file/${fileId}` },
    };
  }
  if (failure.status === 403) return { message: 'Access denied' };
  if (failure.status === 404) return { message: PREVIEW_NOT_FOUND };
  return { message: PREVIEW_FAILED, link: fullView };
}
