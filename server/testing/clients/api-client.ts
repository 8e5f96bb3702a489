import type { z } from 'zod';
import { addCollaborator } from '#shared/contracts/collaborators.ts';
import type { Endpoint } from '#shared/contracts/endpoint.ts';
import { type File, uploadFile } from '#shared/contracts/files.ts';
import { createFolder, type Folder } from '#shared/contracts/folders.ts';
import { createInvitation, listInvitations } from '#shared/contracts/invitations.ts';
import { login, register } from '#shared/contracts/session.ts';
import { createUser, listUsers } from '#shared/contracts/users.ts';
import type { SampleDocument } from '../sample-documents/sample-documents.ts';

export interface Account {
  username: string;
  email: string;
  password: string;
}

/** Sends a request in one session and returns the JSON of its response; rejects when the request is refused. */
type SendRequest = (method: string, url: string, body?: object) => Promise<unknown>;

type JsonEndpoint<T> = Endpoint & { readonly result: z.ZodType<T> };

type ApiClient = ReturnType<typeof createApiClient>;

/** Creates a client of the API over the network, with which tests, benchmarks and the demo prepare their data. */
export function createApiClient(send: SendRequest) {
  /** Sends a body as JSON, or as a form when it is FormData; `url` has the parameters and the query. */
  const call = async <T>(endpoint: JsonEndpoint<T>, body?: object, url: string = endpoint.path): Promise<T> =>
    endpoint.result.parse(await send(endpoint.method, url, body));
  return {
    call,

    register: (account: Account) => call(register, account),

    signIn: ({ username, password }: Pick<Account, 'username' | 'password'>) =>
      call(login, { username, password }),

    createUser: (account: Account) => call(createUser, account),

    createFolder: (name: string, parentId: number | null = null): Promise<Folder> =>
      call(createFolder, { name, parentId }),

    upload(
      { name, mimeType, buffer }: SampleDocument,
      { folderId = null, allowDownload = true }: { folderId?: number | null; allowDownload?: boolean } = {},
    ): Promise<File> {
      const form = new FormData();
      form.append('folderId', folderId === null ? '' : String(folderId));
      form.append('allowDownload', String(allowDownload));
      form.append('file', new Blob([new Uint8Array(buffer)], { type: mimeType }), name);
      return call(uploadFile, form);
    },

    async addCollaborator(folderId: number, email: string): Promise<void> {
      const [user] = await call(listUsers, undefined, `${listUsers.path}?email=${encodeURIComponent(email)}`);
      const url = addCollaborator.path.replace(':id', String(folderId));
      await call(addCollaborator, { userId: user?.id }, url);
    },

    /** Invites to folders of the caller and returns the link. */
    async invite(
      email: string,
      options: {
        folderIds: readonly number[];
        role: 'visitor' | 'collaborator';
        allowDownload?: boolean;
        expirationDays?: number;
      },
    ): Promise<string> {
      const sent = await call(createInvitation, { email, ...options });
      if (!('inviteUrl' in sent)) throw new Error(`${email} joined a group`);
      return sent.inviteUrl;
    },

    listInvitations: () => call(listInvitations),
  };
}

/** A client of a session over the network. */
export interface SignedInClient extends ApiClient {
  /** Gets what is no JSON. */
  readonly get: (path: string) => Promise<Response>;
}

/** Signs in over the network and returns a client of that session. */
export async function signIn(
  origin: string,
  account: Pick<Account, 'username' | 'password'>,
): Promise<SignedInClient> {
  const headers = new Headers();
  const client = createApiClient(async (method, path, body) => {
    const response = await fetch(origin + path, { method, ...encodeBody(headers, body) });
    if (!response.ok) throw new Error(`${response.status} ${response.url}: ${await response.text()}`);
    const cookie = response.headers.get('set-cookie')?.split(';')[0];
    if (cookie !== undefined) headers.set('cookie', cookie);
    return response.json();
  });
  await client.signIn(account);
  return { ...client, get: (path) => fetch(origin + path, { headers }) };
}

function encodeBody(session: Headers, body: object | undefined): RequestInit {
  if (body === undefined) return { headers: session };
  if (body instanceof FormData) return { headers: session, body };
  const headers = new Headers(session);
  headers.set('content-type', 'application/json');
  return { headers, body: JSON.stringify(body) };
}
