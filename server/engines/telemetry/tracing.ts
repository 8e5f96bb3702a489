import { AsyncLocalStorage } from 'node:async_hooks';

type Attributes = Readonly<Record<string, string | number>>;

export interface SpanOptions {
  /** `internal` by default. */
  readonly kind?: 'server' | 'client' | 'consumer';
  readonly attributes?: Attributes;
  /** In milliseconds since the epoch; now by default. */
  readonly startedAt?: number;
}

interface SpanEnd {
  readonly attributes?: Attributes;
  /** A code or the name of a class, never a message: messages may quote documents. */
  readonly failure?: string | undefined;
}

/** A span that has begun: a part of a trace, such as a request, a query or a job. */
export interface OpenSpan {
  readonly traceId: string;
  readonly spanId: string;
  /** Continues the trace elsewhere (W3C Trace Context). */
  readonly traceparent: string;
  /** Begins a span within this one. */
  begin(name: string, options?: SpanOptions): OpenSpan;
  /** Only the first call counts. */
  end(end?: SpanEnd): void;
}

export interface Tracer {
  /** Begins a span; it continues the trace of `parent`, a traceparent, unless that is invalid. */
  begin(name: string, options: SpanOptions & { readonly parent?: string | undefined }): OpenSpan;
}

const active = new AsyncLocalStorage<OpenSpan>();

/** Returns the span in which this code runs; nothing while tracing is off. */
export const currentSpan = (): OpenSpan | undefined => active.getStore();

/** Runs the work, and what it starts, in a span. Does not end it. */
export const runInSpan = <T>(span: OpenSpan, work: () => T): T => active.run(span, work);

/** Runs work of its own that a request or job happens to start, such as a loop that serves everybody. */
export const runOutsideSpans = <T>(work: () => T): T => active.exit(work);

/** The members by which log lines belong to a trace. */
export function traceOfLogLine(): object {
  const span = active.getStore();
  return span ? { trace_id: span.traceId, span_id: span.spanId } : {};
}
