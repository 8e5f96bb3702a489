import type { z } from 'zod';

/** Who may call at all; what they may do to which thing is the policies' matter. */
type Caller = 'anyone' | 'actor' | 'user' | 'administrator';

/** One call of the API, described once for the server, the web app and OpenAPI. */
export interface Endpoint {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'DELETE' | 'OPTIONS';
  /** Fastify's notation: `/api/folders/:id`. */
  readonly path: `/api/${string}`;
  readonly summary: string;
  /** `anyone` needs no session, `actor` a user's or visitor's, `user` a user's, `administrator` an administrator's. */
  readonly caller: Caller;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** Those headers that say what is asked; a loose object, since there are always more. */
  readonly headers?: z.ZodObject;
  /** `bytes` answers a stream that the handler describes itself; `headers` tells what there is to tell without a body. */
  readonly result: z.ZodType | 'bytes' | 'headers';
  /** The bytes are server-sent events, and each carries one of these as JSON. */
  readonly events?: z.ZodType;
  readonly status?: 200 | 201 | 204;
  /** A GET that changes something: it is refused from other sites, as every other change is. */
  readonly hasSideEffects?: true;
  /** Answered during maintenance too, whoever asks: what an administrator needs to get in. Everything else is for them alone. */
  readonly availableInMaintenanceMode?: true;
  /** The fields beside `file` in a multipart body, which is read part by part by the handler. */
  readonly multipart?: z.ZodObject;
  /** The body is a stream of this media type, which the handler reads. */
  readonly requestMediaType?: 'application/offset+octet-stream';
}

type Output<S, Fallback> = S extends z.ZodType ? z.output<S> : Fallback;
type Input<S, Fallback> = S extends z.ZodType ? z.input<S> : Fallback;

export type ParamsOf<E extends Endpoint> = Output<E['params'], undefined>;
export type QueryOf<E extends Endpoint> = Output<E['query'], undefined>;
export type BodyOf<E extends Endpoint> = Output<E['body'], undefined>;
export type HeadersOf<E extends Endpoint> = Output<E['headers'], undefined>;
export type EventOf<E extends Endpoint> = Output<E['events'], never>;
export type ResultOf<E extends Endpoint> = Output<E['result'], never>;

/** What a client sends: the schemas before parsing. */
export type RequestOf<E extends Endpoint> = {
  params?: Record<string, string | number>;
  query?: Input<E['query'], undefined>;
  body?: Input<E['body'], undefined>;
};
