/** The image of a page that another page of the site fetched before the app was there, which needs no second request. */
export interface EarlyPage {
  readonly fileId: number;
  readonly page: number;
  /** The width that was asked for, in pixels. */
  readonly width: string;
  readonly url: string;
  /** The app shows it. */
  readonly onShown: () => void;
}

declare global {
  var earlyPage: EarlyPage | undefined;
}

/** Returns the image of a page if it was fetched before. */
export function findEarlyPage(fileId: number, page: number, width: string): EarlyPage | undefined {
  const early = globalThis.earlyPage;
  return early?.fileId === fileId && early.page === page && early.width === width ? early : undefined;
}
