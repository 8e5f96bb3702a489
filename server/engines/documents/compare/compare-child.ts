import { serveRequests } from '#server/engines/sandbox/child-side.ts';
import { type ComparisonRequest, comparePart } from './compare-part.ts';

// The parent is ours and sends nothing else.
await serveRequests(async (message, bytes) => comparePart(message as ComparisonRequest, bytes));
