import { serveRequests } from '#server/engines/sandbox/child-side.ts';
import type { Block } from '../blocks/document-text.ts';
import { findHidden } from './find-hidden.ts';
import { findInText } from './find-in-text.ts';
import { type HiddenFinding, MAX_FINDINGS, MAX_HIDDEN_VALUE_LENGTH, type TextFinding } from './finding.ts';
import { findingsRequest } from './findings-protocol.ts';

/** Blocks as they are stored, a line of JSON each. */
function* findInBlocks(bytes: Buffer): Generator<TextFinding> {
  for (let from = 0; from < bytes.length; ) {
    const next = bytes.indexOf(10, from);
    const end = next === -1 ? bytes.length : next;
    const block = JSON.parse(bytes.toString('utf8', from, end)) as Block; // written by the server, which stores no other text
    const page = block.page ?? block.slide;
    for (const match of findInText(block.text))
      yield {
        ...match,
        ...(page !== undefined && { page }),
        start: block.start + match.start,
        end: block.start + match.end,
      };
    from = end + 1;
  }
}

const shorten = (finding: HiddenFinding): HiddenFinding => ({
  ...finding,
  value: finding.value.slice(0, MAX_HIDDEN_VALUE_LENGTH).toWellFormed(),
});

function* toFrames(
  id: string,
  findings: Iterable<TextFinding | HiddenFinding>,
  isComplete = true,
): Generator<string> {
  let count = 0;
  for (const finding of findings) {
    count += 1;
    if (count > MAX_FINDINGS) break;
    yield JSON.stringify(finding);
  }
  yield JSON.stringify({ id, isComplete: isComplete && count <= MAX_FINDINGS });
}

await serveRequests(async (message, bytes) => {
  const request = findingsRequest.parse(message);
  if (request.kind === 'text') return toFrames(request.id, findInBlocks(bytes));
  try {
    const { findings, isComplete } = await findHidden(request.type, bytes, request.maxInflated);
    return toFrames(request.id, findings.map(shorten), isComplete);
  } catch {
    // Libraries throw whatever they like at damaged files.
    return [JSON.stringify({ id: request.id, isComplete: false })];
  }
});
