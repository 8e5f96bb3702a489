import { buildFilePath, formatPassageLocation } from '#web/features/viewers/passage.ts';
import type { AnswerState } from '../answer-state.ts';
import { parseAnswer } from '../parse-result.ts';

/**
 * Writes an answer with its sources, each with version, place and address, to paste elsewhere: all quotes of a model, or the
 * first passage.
 */
export function quoteAnswer({ result, modelRequest, unansweredReason }: AnswerState, origin: string): string {
  if (!result) return '';
  const isWritten = modelRequest !== undefined && unansweredReason === undefined;
  const cited = isWritten ? result.citations : result.citations.slice(0, 1);
  const sources = cited.map((citation) => {
    const { fileId, fileName, version, sentence, quote, start } = citation;
    const place = formatPassageLocation(citation);
    const words = sentence ? quote.slice(sentence.start - start, sentence.end - start) : quote;
    const name = [fileName, version !== undefined && `version ${version}`, place].filter(Boolean).join(', ');
    return `${isWritten ? `“${words}”\n` : ''}${name}\n${origin}${buildFilePath(fileId, { page: citation.page })}`;
  });
  return [parseAnswer(result.answer), ...sources].join('\n\n');
}
