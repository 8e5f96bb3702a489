import type { z } from 'zod';
import { addCollaborator } from '#shared/contracts/collaborators.ts';
import { type File, uploadFile } from '#shared/contracts/files.ts';
import { createFolder, type Folder } from '#shared/contracts/folders.ts';
import { createInvitation, listInvitations } from '#shared/contracts/invitations.ts';
import { login } from '#shared/contracts/session.ts';
import { createUser, listUsers } from '#shared/contracts/users.ts';
import type { SampleDocument } from '../sample-documents/sample-documents.ts';

export interface Account {
  username: string;
  email: string;
  password: string;
}

/** API client of a signed-in user, over the network: permissions, audit and index apply as usual. */
export type FetchClient = Awaited<ReturnType<typeof signIn>>;

export async function signIn(origin: string, { username, password }: Pick<Account, 'username' | 'password'>) {
  const asked = await fetch(origin + login.path, jsonRequest({ username, password }));
  await parseResponse(login.result, asked);
  const cookie = asked.headers.get('set-cookie')?.split(';')[0] ?? '';
  const send = async <T>(shape: z.ZodType<T>, path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers);
    headers.set('cookie', cookie);
    return parseResponse(shape, await fetch(origin + path, { ...init, headers }));
  };
  return {
    createUser: (account: Account) => send(createUser.result, createUser.path, jsonRequest(account)),

    createFolder: (name: string, parentId: number | null): Promise<Folder> =>
      send(createFolder.result, createFolder.path, jsonRequest({ name, parentId })),

    upload({ name, mimeType, buffer }: SampleDocument, folderId: number): Promise<File> {
      const form = new FormData();
      form.append('folderId', String(folderId));
      form.append('allowDownload', 'true');
      form.append('file', new Blob([new Uint8Array(buffer)], { type: mimeType }), name);
      return send(uploadFile.result, uploadFile.path, { method: 'POST', body: form });
    },

    async addCollaborator(folderId: number, email: string): Promise<void> {
      const [person] = await send(listUsers.result, `${listUsers.path}?email=${encodeURIComponent(email)}`);
      const path = addCollaborator.path.replace(':id', String(folderId));
      await send(addCollaborator.result, path, jsonRequest({ userId: person?.id }));
    },

    inviteVisitor: (email: string, folderIds: readonly number[]) =>
      send(
        createInvitation.result,
        createInvitation.path,
        jsonRequest({ email, folderIds, role: 'visitor', expirationDays: 90 }),
      ),

    listInvitations: () => send(listInvitations.result, listInvitations.path),
  };
}

const jsonRequest = (body: unknown): RequestInit => ({
  method: 'POST',
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
});

async function parseResponse<T>(shape: z.ZodType<T>, response: Response): Promise<T> {
  if (!response.ok) throw new Error(`${response.status} ${response.url}: ${await response.text()}`);
  return shape.parse(await response.json());
}
