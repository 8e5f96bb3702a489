import { type APIRequestContext, type APIResponse, expect } from '@playwright/test';
import type { z } from 'zod';
import { type File, getFile, uploadFile } from '#shared/contracts/files.ts';
import { createFolder, type Folder } from '#shared/contracts/folders.ts';
import { createInvitation } from '#shared/contracts/invitations.ts';
import { updatePreferences } from '#shared/contracts/preferences.ts';
import { search } from '#shared/contracts/search.ts';
import { login, register } from '#shared/contracts/session.ts';
import type { SampleDocument } from '../sample-documents/sample-documents.ts';

export interface Account {
  username: string;
  email: string;
  password: string;
}

/** API calls for the preparation of browser tests. */
export type BrowserApi = ReturnType<typeof createBrowserApi>;

export function createBrowserApi(request: APIRequestContext) {
  /** Marks the tour as seen; it has tests of its own. */
  const skipTour = async () => {
    const data = { tourSeen: true };
    await parseResponse(updatePreferences.result, await request.patch(updatePreferences.path, { data }));
  };
  return {
    async register(account: Account): Promise<void> {
      await parseResponse(register.result, await request.post(register.path, { data: account }));
      await skipTour();
    },

    async signIn({ username, password }: Account): Promise<void> {
      await parseResponse(login.result, await request.post(login.path, { data: { username, password } }));
      await skipTour();
    },

    async createFolder(name: string, parentId: number | null = null): Promise<Folder> {
      return parseResponse(
        createFolder.result,
        await request.post(createFolder.path, { data: { name, parentId } }),
      );
    },

    async upload(
      document: SampleDocument,
      { folderId = null, allowDownload = true }: { folderId?: number | null; allowDownload?: boolean } = {},
    ): Promise<File> {
      const multipart = {
        folderId: folderId === null ? '' : String(folderId),
        allowDownload: String(allowDownload),
        file: document,
      };
      return parseResponse(uploadFile.result, await request.post(uploadFile.path, { multipart }));
    },

    /** Invites to folders of the caller and returns the link. */
    async invite(
      email: string,
      wish: { folderIds: readonly number[]; role: 'visitor' | 'collaborator'; allowDownload?: boolean },
    ): Promise<string> {
      const response = await request.post(createInvitation.path, { data: { email, ...wish } });
      return (await parseResponse(createInvitation.result, response)).inviteUrl;
    },

    /** Waits until the text of the file has been extracted, or the extraction has failed. */
    async waitForExtraction(fileId: number): Promise<void> {
      const status = async () =>
        (await parseResponse(getFile.result, await request.get(`/api/files/${fileId}`))).indexStatus;
      await expect.poll(status, { timeout: 30_000 }).not.toBe('pending');
    },

    /** Waits until a search answers from the file: the index follows the extraction with a delay. */
    async waitForSearchResult(query: string, fileId: number): Promise<void> {
      const source = async () => {
        const result = await parseResponse(
          search.result,
          await request.get(search.path, { params: { query } }),
        );
        return 'documentInfo' in result ? result.documentInfo?.fileId : undefined;
      };
      await expect.poll(source, { timeout: 30_000 }).toBe(fileId);
    },
  };
}

async function parseResponse<T>(shape: z.ZodType<T>, response: APIResponse): Promise<T> {
  if (!response.ok()) throw new Error(`${response.status()} ${response.url()}: ${await response.text()}`);
  return shape.parse(await response.json());
}
