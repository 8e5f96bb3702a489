import { type BrowserContext, expect, type Page, type Request } from '@playwright/test';

/** A document that is neither shown nor rejected by then counts as not settled. */
const MAX_WAIT_MS = 60_000;

/** Collects actions that a document must not be able to take. */
export interface ForbiddenActions {
  /** Returns the actions since the last call. */
  take(): string[];
}

/** Records dialogs, errors, external requests, new windows and navigation in every page of a browser. */
export function watchForbiddenActions(context: BrowserContext, origin: string): ForbiddenActions {
  const actions: string[] = [];
  const note = (what: string) => actions.push(what);
  context.on('dialog', (dialog) => {
    note(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  context.on('weberror', (event) => note(`error in the page: ${event.error().message}`));
  context.on('request', (request) => {
    if (isExternalRequest(request, origin)) note(describeExternalRequest(request));
  });
  context.on('requestfailed', (request) => {
    // Requests that the policy blocked are reported too; they did not leave the browser.
    const at = actions.indexOf(describeExternalRequest(request));
    if (request.failure()?.errorText === 'csp' && at >= 0) actions.splice(at, 1);
  });
  context.on('page', (page) => {
    page.on('crash', () => note('the page crashed'));
    void page.opener().then((opener) => opener && note(`window opened: ${page.url()}`));
    page.on('framenavigated', (frame) => {
      const url = frame.url();
      if (!url.startsWith(origin) && url !== 'about:blank') note(`a frame went to ${url}`);
    });
  });
  return { take: () => actions.splice(0) };
}

const describeExternalRequest = (request: Request): string => `request elsewhere: ${request.url()}`;

/** Excludes the built-in viewers of the browser, which request its own resources. */
function isExternalRequest(request: Request, origin: string): boolean {
  const { protocol, origin: asked } = new URL(request.url());
  return asked !== origin && !['data:', 'blob:', 'chrome:', 'chrome-extension:'].includes(protocol);
}

/** Opens the page of a file and waits until it is shown or rejected; returns the reason of a rejection. */
export async function openFilePage(page: Page, fileId: number): Promise<string | undefined> {
  await page.goto(`/file/${fileId}`);
  let message: unknown = null;
  await expect
    .poll(
      async () => {
        message = await page.evaluate(READ_OUTCOME);
        return message;
      },
      { timeout: MAX_WAIT_MS, intervals: [100] },
    )
    .not.toBeNull();
  return String(message) || undefined;
}

/** Returns the reason of a rejection, empty when the file is shown. Runs in the page, untyped. */
const READ_OUTCOME = `(() => {
  const isWaiting = [...document.querySelectorAll('[role="status"]')].some((status) =>
    /^(?:Loading|Reading|Preparing)/.test(status.textContent.trim()),
  );
  if (isWaiting || !document.querySelector('h1')) return null;
  const alerts = [...document.querySelectorAll('[role="alert"]')];
  const pdf = document.querySelector('iframe[src^="/pdfjs/"]');
  if (pdf) return pdf.dataset.state === 'ready' ? '' : null;
  return alerts.map((alert) => alert.textContent.trim()).join(' ');
})()`;
