import type { Environment } from './environment.ts';

/** Reads whether Microsoft's viewer is offered, which fetches files from this server. */
export function readOnlineViewerSetting({
  OFFICE_ONLINE_VIEWER: wanted,
  PUBLIC_URL: address,
}: Environment): boolean {
  if (wanted === 'false') return false;
  const { protocol, hostname } = new URL(address ?? 'http://localhost');
  if (protocol !== 'https:' || /^(?:localhost|127\..*|\[::1\])$/.test(hostname)) {
    throw new Error(
      'OFFICE_ONLINE_VIEWER requires a public https:// PUBLIC_URL from which the viewer can fetch files',
    );
  }
  return true;
}
