import type { SearchResult } from '#shared/contracts/search.ts';
import { formatPassageLocation } from '#web/features/viewers/passage.ts';
import { type AnswerState, UNANSWERED_MESSAGES } from './answer-state.ts';

/** Returns the answer text; some language models wrap it in JSON with an answer field. */
export function parseAnswer(text: string): string {
  const answer: unknown = parseJson(text.trim());
  return typeof answer === 'object' &&
    answer !== null &&
    'answer' in answer &&
    typeof answer.answer === 'string'
    ? answer.answer
    : text;
}

const SNIPPET_LABEL = 'Document content snippet:';

/** Returns the snippet after the label of a result's location, if any. */
export function parseSnippet(location: string): string | undefined {
  const at = location.indexOf(SNIPPET_LABEL);
  return at < 0 ? undefined : location.slice(at + SNIPPET_LABEL.length).trim() || undefined;
}

/** Returns true when there is too little evidence for an answer; `answer` then says so. */
export function hasNoResults({ documentInfo, citations }: SearchResult): boolean {
  return documentInfo === null && citations.length === 0;
}

/** Summarizes a result in one sentence for screen readers. */
function summarizeResult(result: SearchResult): string {
  const answer = parseAnswer(result.answer);
  if (hasNoResults(result)) return answer;
  const [source] = result.citations;
  const place = source && formatPassageLocation(source);
  return [
    `Answer: ${answer}`,
    source && `From ${source.fileName}${place === undefined ? '' : `, ${place}`}.`,
    `Confidence ${formatPercent(result.confidence)}.`,
  ]
    .filter(Boolean)
    .join(' ');
}

/** Returns the screen reader announcement of an answer. Streamed text is announced once, after verification. */
export function getAnnouncement({ result, streamedText, unansweredReason }: AnswerState): string {
  if (!result) return '';
  if (streamedText !== undefined) return 'Documents found. A language model is writing an answer.';
  const why = unansweredReason && UNANSWERED_MESSAGES[unansweredReason];
  return [why, summarizeResult(result)].filter(Boolean).join(' ');
}

export function formatPercent(confidence: number): string {
  return `${Math.round(confidence * 100)}%`;
}

function parseJson(text: string): unknown {
  if (!text.startsWith('{')) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
