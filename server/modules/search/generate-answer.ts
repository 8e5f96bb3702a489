import { audit } from '#server/app/audit.ts';
import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { acquire } from '#server/authorization/concurrency-limit.ts';
import { loadVisibleFiles } from '#server/authorization/load-file.ts';
import type { AnswerModel } from '#server/engines/models/answer-model.ts';
import type { GeneratedAnswer } from '#server/engines/models/generated-answer.ts';
import { ModelServerError } from '#server/engines/models/model-client.ts';
import type { AnswerEvent } from '#shared/contracts/answers.ts';
import type { Citation, SearchResult } from '#shared/contracts/search.ts';
import { answerQuestion, type Question } from './answer-question.ts';
import { chooseQuote } from './choose-quote.ts';
import { describeLocation, presentCitation, presentGeneratedAnswer, type VisibleHit } from './presenter.ts';
import { verifyQuote } from './verify-quote.ts';

/** A model answers one question in seconds, and is paid for: a page asks one at a time, and a second one may overlap. */
const CONCURRENCY_LIMIT = { max: 2, message: 'Too many questions at once. Please wait for the answers.' };

/** As many as passages; what comes after proves nothing more. */
const MAX_QUOTES = 8;

/**
 * Finds what answers a question, and has the room's language model, if it has one, write an answer from that. Whatever
 * goes wrong with the model, what was found stands.
 */
export async function* generateAnswer(
  ctx: Context,
  question: Question,
  signal: AbortSignal,
): AsyncGenerator<AnswerEvent, void> {
  const { result, evidence } = await answerQuestion(ctx, question);
  yield { type: 'found', result };
  const { answerModel } = ctx;
  if (answerModel === undefined || evidence.length === 0) return;
  const release = tryAcquire(ctx, answerModel);
  if (release === undefined) return yield { type: 'unanswered', reason: 'busy' };
  try {
    yield* streamAnswer(ctx, answerModel, { result, evidence }, signal);
  } catch (error) {
    if (!(error instanceof ModelServerError)) throw error;
    ctx.log.warn({ err: error, model: answerModel.model }, 'the language model did not answer');
    yield { type: 'unanswered', reason: 'unavailable' };
  } finally {
    release();
  }
}

function tryAcquire(ctx: Context, answerModel: AnswerModel): (() => void) | undefined {
  try {
    return acquire(ctx, answerModel, CONCURRENCY_LIMIT);
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

async function* streamAnswer(
  ctx: Context,
  answerModel: AnswerModel,
  { result, evidence }: { result: SearchResult; evidence: readonly VisibleHit[] },
  signal: AbortSignal,
): AsyncGenerator<AnswerEvent, void> {
  const { model, host } = answerModel;
  const passages = evidence.map(citePassage);
  // Before anything leaves: what a model was shown can't be taken back, nor go unrecorded.
  const shown = passages.map(({ fileId, start, end }) => ({ fileId, start, end }));
  await audit(ctx, {
    action: 'search.ask-model',
    details: { question: result.query, model, host, passages: shown },
  });
  yield { type: 'asked', model, host: ctx.actor.kind === 'user' ? host : null, passages };
  for await (const piece of answerModel.generate(result.query, passages.map(modelPassage), signal)) {
    if ('text' in piece) yield { type: 'text', text: piece.text };
    else yield await verifyAnswer(ctx, piece.whole, { result, evidence });
  }
}

/** Nothing that a model wrote is an answer unless a passage proves it, which the asker may still see. */
async function verifyAnswer(
  ctx: Context,
  written: GeneratedAnswer | undefined,
  { result, evidence }: { result: SearchResult; evidence: readonly VisibleHit[] },
): Promise<AnswerEvent> {
  if (written?.answer.trim() === '') return { type: 'unanswered', reason: 'no-answer' };
  const [first, ...others] = verifyQuotes(written?.quotes ?? [], evidence);
  const fileIds = new Set(evidence.map(({ documentId }) => documentId));
  const visible = await loadVisibleFiles(ctx, [...fileIds]);
  if (!written || !first || visible.length < fileIds.size) return { type: 'unanswered', reason: 'unproven' };
  return {
    type: 'answered',
    result: presentGeneratedAnswer(result, written.answer.trim(), [first, ...others]),
  };
}

/** The quotes that stand where the model says, each once. */
function verifyQuotes(quotes: GeneratedAnswer['quotes'], evidence: readonly VisibleHit[]): Citation[] {
  const verified = quotes.slice(0, MAX_QUOTES).flatMap(({ passage, quote }) => {
    const hit = evidence[passage - 1];
    if (!hit) return [];
    const shown = citePassage(hit);
    const found = verifyQuote(shown.quote, quote);
    if (!found) return [];
    return [
      presentCitation(hit, { ...found, start: shown.start + found.start, end: shown.start + found.end }),
    ];
  });
  return [
    ...new Map(verified.map((citation) => [`${citation.fileId}:${citation.start}`, citation])).values(),
  ];
}

/** The whole passage; of a file that may not be downloaded no more than the results show, since a model may repeat it. */
const citePassage = (hit: VisibleHit): Citation => {
  const { text, start, end } = hit.chunk;
  return presentCitation(hit, hit.canDownload ? { quote: text, start, end } : chooseQuote(hit));
};

const modelPassage = (passage: Citation) => ({
  // A name can have any character in it; so it stays on one line.
  source: `From ${JSON.stringify(passage.fileName)}. ${describeLocation(passage)}`,
  text: passage.quote,
});
