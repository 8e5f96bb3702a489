/** The image of a page that another page of the site fetched before the app was there, which needs no second request. */
export interface EarlyPage {
  readonly fileId: number;
  readonly page: number;
  /** The width that was asked for, in pixels. */
  readonly width: string;
  /** The version and layout as which it was shown first, and is shown again. */
  readonly content?: string;
  readonly url: string;
  /** The app shows it. */
  readonly onShown: () => void;
}

declare global {
  var earlyPage: EarlyPage | undefined;
}

/**
 * Returns the image of a page if it was fetched before. It belongs to the content, a version in a layout, for which it is asked
 * first: pages of a later one are others.
 */
export function findEarlyPage(
  fileId: number,
  page: number,
  width: string,
  content: string,
): EarlyPage | undefined {
  const early = globalThis.earlyPage;
  if (early?.fileId !== fileId || early.page !== page) return undefined;
  if (early.content === undefined) globalThis.earlyPage = { ...early, content };
  return early.width === width && (early.content ?? content) === content ? early : undefined;
}
