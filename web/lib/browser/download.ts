/** Time for the browser to start the download; afterwards it no longer needs the URL. */
const REVOKE_URL_DELAY_MS = 60_000;

/** Downloads a URL with the browser's download manager, which does not hold the file in memory. */
export function downloadUrl(url: string, name = ''): void {
  const link = document.createElement('a');
  link.href = url;
  // An empty name makes the browser use the server's.
  link.download = name;
  link.click();
}

/** Saves a blob as a file of this name. */
export function downloadBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  downloadUrl(url, name);
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_URL_DELAY_MS);
}
