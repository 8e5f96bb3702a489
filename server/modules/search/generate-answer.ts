import { takeTurn } from '#server/authorization/concurrency-limit.ts';
import { loadVisibleFiles } from '#server/authorization/load-file.ts';
import { record } from '#server/app/audit.ts';
import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import type { AnswerModel } from '#server/engines/models/answer-model.ts';
import { ModelServerError } from '#server/engines/models/model-client.ts';
import type { WrittenAnswer } from '#server/engines/models/generated-answer.ts';
import type { AnswerEvent } from '#shared/contracts/answers.ts';
import type { Citation, SearchResult } from '#shared/contracts/search.ts';
import { answerQuestion, type Question } from './answer-question.ts';
import { chooseQuote } from './choose-quote.ts';
import { cite, type NamedHit, placeOf, presentWrittenAnswer } from './presenter.ts';
import { verifyQuote } from './verify-quote.ts';

/** A model answers one question in seconds, and is paid for: a page asks one at a time, and a second one may overlap. */
const LIMIT = { most: 2, sentence: 'Too many questions at once. Please wait for the answers.' };

/** As many as passages; what comes after proves nothing more. */
const MOST_QUOTES = 8;

/**
 * Finds what answers a question, and has the room's language model, if it has one, write an answer from that. Whatever
 * goes wrong with the model, what was found stands.
 */
export async function* answerByModel(
  ctx: Context,
  question: Question,
  signal: AbortSignal,
): AsyncGenerator<AnswerEvent, void> {
  const { result, evidence } = await answerQuestion(ctx, question);
  yield { type: 'found', result };
  const { answerModel } = ctx;
  if (answerModel === undefined || evidence.length === 0) return;
  const giveBack = tryTurn(ctx, answerModel);
  if (giveBack === undefined) return yield { type: 'unanswered', reason: 'busy' };
  try {
    yield* writeAnswer(ctx, answerModel, { result, evidence }, signal);
  } catch (error) {
    if (!(error instanceof ModelServerError)) throw error;
    ctx.log.warn({ err: error, model: answerModel.model }, 'the language model did not answer');
    yield { type: 'unanswered', reason: 'unavailable' };
  } finally {
    giveBack();
  }
}

function tryTurn(ctx: Context, answerModel: AnswerModel): (() => void) | undefined {
  try {
    return takeTurn(ctx, answerModel, LIMIT);
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

async function* writeAnswer(
  ctx: Context,
  answerModel: AnswerModel,
  { result, evidence }: { result: SearchResult; evidence: readonly NamedHit[] },
  signal: AbortSignal,
): AsyncGenerator<AnswerEvent, void> {
  const { model, host } = answerModel;
  const passages = evidence.map(excerptOf);
  // Before anything leaves: what a model was shown can't be taken back, nor go unrecorded.
  const shown = passages.map(({ fileId, start, end }) => ({ fileId, start, end }));
  await record(ctx, {
    action: 'search.ask-model',
    details: { question: result.query, model, host, passages: shown },
  });
  yield { type: 'asked', model, host: ctx.actor.kind === 'user' ? host : null, passages };
  for await (const piece of answerModel.write(result.query, passages.map(inputOf), signal)) {
    if ('text' in piece) yield { type: 'text', text: piece.text };
    else yield await judge(ctx, piece.whole, { result, evidence });
  }
}

/** Nothing that a model wrote is an answer unless a passage proves it, which the asker may still see. */
async function judge(
  ctx: Context,
  written: WrittenAnswer | undefined,
  { result, evidence }: { result: SearchResult; evidence: readonly NamedHit[] },
): Promise<AnswerEvent> {
  if (written?.answer.trim() === '') return { type: 'unanswered', reason: 'no-answer' };
  const [first, ...others] = provedBy(written?.quotes ?? [], evidence);
  const fileIds = new Set(evidence.map(({ documentId }) => documentId));
  const visible = await loadVisibleFiles(ctx, [...fileIds]);
  if (!written || !first || visible.length < fileIds.size) return { type: 'unanswered', reason: 'unproven' };
  return {
    type: 'answered',
    result: presentWrittenAnswer(result, written.answer.trim(), [first, ...others]),
  };
}

/** The quotes that stand where the model says, each once. */
function provedBy(quotes: WrittenAnswer['quotes'], evidence: readonly NamedHit[]): Citation[] {
  const proved = quotes.slice(0, MOST_QUOTES).flatMap(({ passage, quote }) => {
    const hit = evidence[passage - 1];
    if (!hit) return [];
    const shown = excerptOf(hit);
    const found = verifyQuote(shown.quote, quote);
    if (!found) return [];
    return [cite(hit, { ...found, start: shown.start + found.start, end: shown.start + found.end })];
  });
  return [...new Map(proved.map((citation) => [`${citation.fileId}:${citation.start}`, citation])).values()];
}

/** The whole passage; of a file that may not be downloaded no more than the results show, since a model may repeat it. */
const excerptOf = (hit: NamedHit): Citation => {
  const { text, start, end } = hit.chunk;
  return cite(hit, hit.mayDownload ? { quote: text, start, end } : chooseQuote(hit));
};

const inputOf = (passage: Citation) => ({
  // A name can have any character in it; so it stays on one line.
  source: `From ${JSON.stringify(passage.fileName)}. ${placeOf(passage)}`,
  text: passage.quote,
});
