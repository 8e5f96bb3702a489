/** Sends JSON as a browser or, with a token, as a program; keeps cookies. */
export function openJsonClient(origin: string, cookie?: string, token?: string) {
  const cookies = new Map<string, string>();
  const keep = (line: string) => {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    cookies.set(name, value);
  };
  if (cookie !== undefined) keep(cookie);

  async function request(
    method: string,
    path: string,
    body?: string | FormData,
    headers = {},
  ): Promise<Response> {
    const own = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(origin + path, {
      method,
      headers: {
        ...headers,
        ...(own && { cookie: own }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      ...(body !== undefined && { body }),
    });
    for (const line of response.headers.getSetCookie()) keep(line);
    return response;
  }
  const send = (method: string, path: string, body?: object) =>
    body
      ? request(method, path, JSON.stringify(body), { 'content-type': 'application/json' })
      : request(method, path);

  /** A refusal is an error, so that no figure measures it. */
  // biome-ignore lint/suspicious/noExplicitAny: measurements read single fields of many answers
  async function read(path: string, response: Response): Promise<any> {
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return response.json();
  }
  return {
    send: async (method: string, path: string, body?: object) =>
      void (await (await send(method, path, body)).text()),
    call: async (method: string, path: string, body?: object) => read(path, await send(method, path, body)),
    async upload(name: string, text: string, { folderId }: { folderId?: number } = {}) {
      const form = new FormData();
      if (folderId !== undefined) form.append('folderId', String(folderId));
      form.append('file', new Blob([text]), name);
      return read('/api/files', await request('POST', '/api/files', form));
    },
  };
}
