import { currentSpan } from '#server/engines/telemetry/tracing.ts';

/** The last member of a payload. A string in the payload cannot imitate it: its quotes are escaped. */
const LAST_MEMBER = /"traceparent":"(00-[\da-f]{32}-[\da-f]{16}-[\da-f]{2})"\}$/;

/**
 * Writes a payload with the trace in which the job was added, so that the job continues it. Handlers ignore members that they do
 * not know, and so do older nodes.
 */
export function writePayload(payload: object): string {
  const traceparent = currentSpan()?.traceparent;
  return JSON.stringify(traceparent === undefined ? payload : { ...payload, traceparent });
}

/** Returns the trace that a payload carries. */
export const traceparentOf = (payload: string): string | undefined => LAST_MEMBER.exec(payload)?.[1];
