import type { FastifyInstance, InjectOptions } from 'fastify';

export interface ApiResponse {
  status: number;
  headers: Record<string, string | string[] | number | undefined>;
  /** Parsed if the response is JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose shape is what they test
  body: any;
  bytes: Buffer;
}

export interface FormPart {
  name: string;
  value: string | Buffer;
  filename?: string;
}

/** Client of one browser or script: keeps its cookie and speaks JSON. */
export interface TestClient {
  send(options: InjectOptions): Promise<ApiResponse>;
  get(url: string, headers?: Record<string, string>): Promise<ApiResponse>;
  post(url: string, body?: unknown): Promise<ApiResponse>;
  patch(url: string, body?: unknown): Promise<ApiResponse>;
  delete(url: string): Promise<ApiResponse>;
  /** Sends the parts in this order as multipart form data. */
  form(url: string, parts: readonly FormPart[]): Promise<ApiResponse>;
  cookie: string | undefined;
  /** The steps completed on an access page. */
  linkCookie: string | undefined;
  /** By which a link remembers the browser. */
  deviceCookie: string | undefined;
}

const BOUNDARY = 'muniment-test-boundary';

export function multipartBody(parts: readonly FormPart[]): Buffer {
  const chunks = parts.flatMap(({ name, value, filename }) => [
    `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"`,
    filename === undefined
      ? '\r\n\r\n'
      : `; filename="${filename}"\r\ncontent-type: application/octet-stream\r\n\r\n`,
    value,
    '\r\n',
  ]);
  return Buffer.concat([...chunks, `--${BOUNDARY}--\r\n`].map((chunk) => Buffer.from(chunk)));
}

export const MULTIPART_TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

/** Address and browser that the requests seem to come from. */
interface Connection {
  remoteAddress?: string;
  userAgent?: string;
}

/** The call whose answer never ends. */
const ENDLESS_URL = '/api/events';

/** Sends a request and closes its connection with the first bytes of the answer. */
async function injectWithoutEnd(http: FastifyInstance, request: InjectOptions): Promise<ApiResponse> {
  const response = await http.inject({ ...request, payloadAsStream: true });
  const stream = response.stream();
  const isJson = String(response.headers['content-type']).includes('application/json');
  const pieces: Buffer[] = [];
  for await (const piece of stream) {
    pieces.push(Buffer.from(piece));
    if (!isJson) break; // which closes the connection
  }
  const bytes = Buffer.concat(pieces);
  const body = isJson && bytes.length > 0 ? JSON.parse(String(bytes)) : String(bytes);
  return { status: response.statusCode, headers: response.headers, body, bytes };
}

export function createTestClient(
  http: FastifyInstance,
  cookie?: string,
  { remoteAddress, userAgent }: Connection = {},
): TestClient {
  const client: TestClient = {
    cookie,
    linkCookie: undefined,
    deviceCookie: undefined,
    async send(options) {
      const cookies = [client.cookie, client.linkCookie, client.deviceCookie].filter(
        (each) => each !== undefined,
      );
      const request: InjectOptions = {
        ...(remoteAddress !== undefined && { remoteAddress }),
        ...options,
        // The server frees the memory of large chunks of an upload, which is its own when they come from a socket.
        ...(Buffer.isBuffer(options.payload) && { payload: Buffer.from(options.payload) }),
        headers: {
          ...(cookies.length > 0 && { cookie: cookies.join('; ') }),
          ...(userAgent !== undefined && { 'user-agent': userAgent }),
          ...options.headers,
        },
      };
      if (options.url === ENDLESS_URL) return injectWithoutEnd(http, request);
      const response = await http.inject(request);
      const set = response.cookies.find(({ name }) => name.endsWith('muniment_session'));
      if (set) client.cookie = set.value === '' ? undefined : `${set.name}=${set.value}`;
      const link = response.cookies.find(({ name }) => name.endsWith('muniment_link'));
      if (link) client.linkCookie = link.value === '' ? undefined : `${link.name}=${link.value}`;
      const device = response.cookies.find(({ name }) => name.includes('muniment_link_device'));
      if (device) client.deviceCookie = device.value === '' ? undefined : `${device.name}=${device.value}`;
      const isJson = String(response.headers['content-type']).includes('application/json');
      return {
        status: response.statusCode,
        headers: response.headers,
        body: isJson && response.body !== '' ? response.json() : response.body,
        bytes: response.rawPayload,
      };
    },
    get: (url, headers = {}) => client.send({ method: 'GET', url, headers }),
    post: (url, body) => client.send({ method: 'POST', url, ...asJson(body) }),
    patch: (url, body) => client.send({ method: 'PATCH', url, ...asJson(body) }),
    delete: (url) => client.send({ method: 'DELETE', url }),
    form: (url, parts) =>
      client.send({
        method: 'POST',
        url,
        payload: multipartBody(parts),
        headers: { 'content-type': MULTIPART_TYPE },
      }),
  };
  return client;
}

const asJson = (body: unknown): InjectOptions =>
  body === undefined
    ? {}
    : { payload: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
