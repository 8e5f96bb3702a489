import type { APIRequestContext } from '@playwright/test';

/** The part of an answer of the API that the screens need. */
export interface Named {
  id: number;
  name: string;
  url?: string;
  status?: string;
  version?: number | string;
  inviteUrl?: string | null;
}

export interface DemoRequest {
  get: <Result = Named[]>(path: string) => Promise<Result>;
  send: <Result = Named>(method: 'POST' | 'PUT' | 'PATCH', path: string, data: object) => Promise<Result>;
  /** Creates it unless the list of this path has an entry, which a demo that is kept has from its last run. */
  ensure: (listPath: string, data: object, path?: string) => Promise<Named>;
}

/** Makes requests to the demo as the person of this context; rejects refusals. */
export function createDemoRequest(request: APIRequestContext): DemoRequest {
  const fetch = async (path: string, options: { method: string; data?: object }) => {
    const response = await request.fetch(path, options);
    if (!response.ok()) throw new Error(`${path}: ${(await response.text()).slice(0, 300)}`);
    return response.json();
  };
  return {
    get: (path) => fetch(path, { method: 'GET' }),
    send: (method, path, data) => fetch(path, { method, data }),
    async ensure(listPath, data, path = listPath) {
      const [first] = await fetch(listPath, { method: 'GET' });
      return first ?? fetch(path, { method: 'POST', data });
    },
  };
}
