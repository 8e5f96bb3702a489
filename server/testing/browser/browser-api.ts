import { type APIRequestContext, expect } from '@playwright/test';
import { getFile } from '#shared/contracts/files.ts';
import { updatePreferences } from '#shared/contracts/preferences.ts';
import { search } from '#shared/contracts/search.ts';
import { type Account, createApiClient } from '../clients/api-client.ts';

/** API client in the session of a browser, for the preparation of browser tests. */
export type BrowserApi = ReturnType<typeof createBrowserApi>;

export function createBrowserApi(request: APIRequestContext) {
  const client = createApiClient(async (method, url, body) => {
    const content = body instanceof FormData ? { multipart: body } : { data: body };
    const response = await request.fetch(url, { method, ...content });
    if (!response.ok()) throw new Error(`${response.status()} ${response.url()}: ${await response.text()}`);
    return response.json();
  });
  /** Marks the tour as seen; it has tests of its own. */
  const skipTour = () => client.call(updatePreferences, { tourSeen: true });
  return {
    ...client,

    async register(account: Account): Promise<void> {
      await client.register(account);
      await skipTour();
    },

    async signIn(account: Account): Promise<void> {
      await client.signIn(account);
      await skipTour();
    },

    /** Waits until the text of the file has been extracted, or the extraction has failed. */
    async waitForExtraction(fileId: number): Promise<void> {
      const url = getFile.path.replace(':id', String(fileId));
      const status = async () => (await client.call(getFile, undefined, url)).indexStatus;
      await expect.poll(status, { timeout: 30_000 }).not.toBe('pending');
    },

    /** Waits until a search answers from the file: the index follows the extraction with a delay. */
    async waitForSearchResult(query: string, fileId: number): Promise<void> {
      const url = `${search.path}?query=${encodeURIComponent(query)}`;
      const source = async () => {
        const result = await client.call(search, undefined, url);
        return 'documentInfo' in result ? result.documentInfo?.fileId : undefined;
      };
      await expect.poll(source, { timeout: 30_000 }).toBe(fileId);
    },
  };
}
