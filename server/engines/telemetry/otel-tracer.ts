import {
  type Context,
  type Tracer as OtelTracer,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import type { OpenSpan, SpanOptions, Tracer } from './tracing.ts';

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER } as const;
const TRACEPARENT = /^00-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})$/;
const SAMPLED = 1;

/** Creates spans with the library of OpenTelemetry. */
export const createTracer = (tracer: OtelTracer): Tracer => ({
  begin: (name, { parent, ...options }) => beginSpan(tracer, remoteContext(parent), name, options),
});

/** Returns the context of a traceparent; a new trace for none, and for an invalid one. */
function remoteContext(traceparent: string | undefined): Context {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(traceparent ?? '') ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return ROOT_CONTEXT;
  const traceFlags = Number.parseInt(flags, 16) & SAMPLED;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}

function beginSpan(tracer: OtelTracer, context: Context, name: string, options: SpanOptions = {}): OpenSpan {
  const { kind, attributes, startedAt } = options;
  const span: Span = tracer.startSpan(
    name,
    {
      kind: kind ? KINDS[kind] : SpanKind.INTERNAL,
      ...(attributes && { attributes }),
      ...(startedAt !== undefined && { startTime: startedAt }),
    },
    context,
  );
  const { traceId, spanId, traceFlags } = span.spanContext();
  const flags = traceFlags.toString(16).padStart(2, '0');
  let isEnded = false;
  return {
    traceId,
    spanId,
    traceparent: `00-${traceId}-${spanId}-${flags}`,
    begin: (childName, childOptions) =>
      beginSpan(tracer, trace.setSpan(ROOT_CONTEXT, span), childName, childOptions),
    end({ attributes: last, failure } = {}) {
      if (isEnded) return;
      isEnded = true;
      if (last) span.setAttributes(last);
      if (failure !== undefined) {
        span.setAttribute('error.type', failure);
        span.setStatus({ code: SpanStatusCode.ERROR });
      }
      span.end();
    },
  };
}
