import type { z } from 'zod';
import type { TokenScope } from '../policies/token-scopes.ts';

/** The actors that may call at all; policies decide what they may do to which object. */
type Caller = 'anyone' | 'actor' | 'user' | 'administrator';

/** Defines a call of the API for the server, the web app and OpenAPI. */
export interface Endpoint {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';
  /** Fastify's notation: `/api/folders/:id`. */
  readonly path: `/api/${string}` | '/mcp';
  readonly summary: string;
  /** `anyone` needs no session, `actor` a user's or visitor's, `user` a user's, `administrator` an administrator's. */
  readonly caller: Caller;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** The headers that the call reads; a loose object, since requests have further ones. */
  readonly headers?: z.ZodObject;
  /** `bytes` returns a stream that the handler describes itself; `headers` returns no body. */
  readonly result: z.ZodType | 'bytes' | 'headers';
  /** The bytes are server-sent events, and each carries one of these as JSON. */
  readonly events?: z.ZodType;
  /** The answer is compressed if the client accepts that. For long answers without secrets only (BREACH). */
  readonly isCompressed?: true;
  readonly status?: 200 | 201 | 202 | 204;
  /** The handler may answer 202 instead, when a job does the rest. */
  readonly canBeAccepted?: true;
  /** A GET that changes something: refused from other sites, like every other change. */
  readonly hasSideEffects?: true;
  /**
   * Answered during maintenance for every caller, since administrators need it to sign in. Other calls are then
   * theirs alone.
   */
  readonly availableInMaintenanceMode?: true;
  /** Available to a user who must change the password first. */
  readonly availableBeforePasswordChange?: true;
  /** Available to a user who must set up a second factor first. */
  readonly availableBeforeFactorSetup?: true;
  /** The scope that an API token needs where the rule of `neededTokenScope` does not fit; `never` refuses every token. */
  readonly tokenScope?: TokenScope | 'never';
  /** Available while a manager views a room as one of its groups, though its method is not that of a reading call. */
  readonly availableInViewAs?: true;
  /** Does not count as use of the session: a page that is left open makes the call by itself. */
  readonly leavesSessionIdle?: true;
  /** The fields beside `file` in a multipart body, which the handler reads part by part. */
  readonly multipart?: z.ZodObject;
  /** Takes a list of addresses as multipart form data in place of JSON. */
  readonly takesSheet?: true;
  /** The longest JSON body where it is longer than that of other calls, and the sentence that refuses a longer one. */
  readonly largeBody?: { readonly maxBytes: number; readonly refusal: string };
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

/** The parts of a request as a client sends them: the schemas before parsing. */
export type RequestOf<E extends Endpoint> = {
  params?: Record<string, string | number>;
  query?: Input<E['query'], undefined>;
  body?: Input<E['body'], undefined>;
};
