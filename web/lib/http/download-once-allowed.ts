import type { MouseEvent } from 'react';
import { downloadUrl } from '../browser/download.ts';
import { ApiError } from './api-error.ts';
import { reauthenticate } from './reauthentication.ts';
import { request } from './request.ts';

/** Asks the server first, which may demand a proof of identity: a refused download would only show that it failed. */
export async function downloadOnceAllowed(event: MouseEvent<HTMLAnchorElement>): Promise<void> {
  event.preventDefault();
  const { href } = event.currentTarget;
  try {
    await request('HEAD', href);
  } catch (error) {
    // The answer to HEAD has no body with a code. Another refusal appears in the download.
    const isRefused = error instanceof ApiError && error.status === 403;
    if (isRefused && !(await reauthenticate())) return;
  }
  downloadUrl(href);
}
