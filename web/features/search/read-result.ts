/** The answer as people read it: some language models wrap it in JSON with an answer field. */
export function readAnswer(text: string): string {
  const answer: unknown = parseJson(text.trim());
  return typeof answer === 'object' &&
    answer !== null &&
    'answer' in answer &&
    typeof answer.answer === 'string'
    ? answer.answer
    : text;
}

const SNIPPET_LABEL = 'Document content snippet:';

/** The snippet that a result's location may carry after its label. */
export function readSnippet(location: string): string | undefined {
  const at = location.indexOf(SNIPPET_LABEL);
  return at < 0 ? undefined : location.slice(at + SNIPPET_LABEL.length).trim() || undefined;
}

function parseJson(text: string): unknown {
  if (!text.startsWith('{')) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
