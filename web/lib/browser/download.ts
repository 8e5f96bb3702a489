/** Long enough for the browser to have begun with a file, after which it needs the address no more. */
const REVOKE_URL_DELAY_MS = 60_000;

/** Hands what stands at an address to the browser's own downloads, which never hold it in memory. */
export function downloadUrl(url: string, name = ''): void {
  const link = document.createElement('a');
  link.href = url;
  // Without a name the server's counts.
  link.download = name;
  link.click();
}

export function downloadBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  downloadUrl(url, name);
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_URL_DELAY_MS);
}
