import { audit } from '#server/app/audit.ts';
import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { authorizeSystemAction } from '#server/authorization/authorize.ts';
import { acquire } from '#server/authorization/limits/concurrency-limit.ts';
import { countModelAnswer } from '#server/authorization/limits/limit-model-answers.ts';
import { loadFiles, loadVisibleFiles } from '#server/authorization/load-file.ts';
import { assertScanned } from '#server/authorization/scans/assert-scanned.ts';
import { type AnswerModel, type GeneratedAnswer, isModelError } from '#server/engines/models/model-engine.ts';
import type { EventStream } from '#server/http/serve-events.ts';
import type { AnswerEvent, getAnswerModel } from '#shared/contracts/answers.ts';
import type { ResultOf } from '#shared/contracts/endpoint.ts';
import type { Citation, SearchResult } from '#shared/contracts/search.ts';
import { isWithheld } from '#shared/domain/scans/scan-states.ts';
import { answerQuestion, type Question } from './answer-question.ts';
import {
  citeHit,
  describeLocation,
  presentCitation,
  presentGeneratedAnswer,
  type VisibleHit,
} from './presenter.ts';
import { verifyQuote } from './verify-quote.ts';

/** A page asks one question at a time, and the next may overlap; each costs seconds and money. */
const CONCURRENCY_LIMIT = { max: 2, message: 'Too many questions at once. Wait for the answers.' };

/** Equals the number of passages that a model reads. */
const MAX_QUOTES = 8;

/**
 * Finds the passages that answer a question and, where a language model is configured, lets it write an answer from them.
 * The search result is yielded first and stays valid whatever happens to the model.
 */
export async function* generateAnswer(
  ctx: Context,
  question: Question,
  stream: EventStream,
): AsyncGenerator<AnswerEvent, void> {
  const { result, evidence } = await answerQuestion(ctx, question);
  yield { type: 'found', result };
  const { answerModel } = ctx;
  if (answerModel === undefined || evidence.length === 0) return;
  const fileIds = [...new Set(evidence.map(({ documentId }) => documentId))];
  stream.requireWhileSending(async (ctx) => {
    for (const file of await loadFiles(ctx, fileIds, 'view')) assertScanned(file);
  });
  const release = tryAcquire(ctx, answerModel);
  if (release === undefined) return yield { type: 'unanswered', reason: 'busy' };
  try {
    if (!(await countModelAnswer(ctx))) return yield { type: 'unanswered', reason: 'limited' };
    yield* streamAnswer(ctx, answerModel, { result, evidence }, stream.signal);
  } catch (error) {
    if (!isModelError(error)) throw error;
    ctx.log.warn({ err: error, model: answerModel.model }, 'the language model request failed');
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
  const passages = evidence.map(citeHit);
  // Recorded before anything is sent: what a model has read cannot be taken back.
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

/** Accepts an answer only if a quote in it is verified and the actor may still see all of its passages. */
async function verifyAnswer(
  ctx: Context,
  written: GeneratedAnswer | undefined,
  { result, evidence }: { result: SearchResult; evidence: readonly VisibleHit[] },
): Promise<AnswerEvent> {
  if (written?.answer.trim() === '') return { type: 'unanswered', reason: 'no-answer' };
  const [first, ...others] = verifyQuotes(written?.quotes ?? [], evidence);
  const fileIds = new Set(evidence.map(({ documentId }) => documentId));
  const loaded = await loadVisibleFiles(ctx, [...fileIds]);
  const visible = loaded.filter(({ scan_state }) => !isWithheld(scan_state));
  if (!written || !first || visible.length < fileIds.size) return { type: 'unanswered', reason: 'unproven' };
  return {
    type: 'answered',
    result: presentGeneratedAnswer(result, written.answer.trim(), [first, ...others]),
  };
}

/** Returns the quotes that their passages contain, each once. */
function verifyQuotes(quotes: GeneratedAnswer['quotes'], evidence: readonly VisibleHit[]): Citation[] {
  const verified = quotes.slice(0, MAX_QUOTES).flatMap(({ passage, quote }) => {
    const hit = evidence[passage - 1];
    if (!hit) return [];
    const shown = citeHit(hit);
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

const modelPassage = (passage: Citation) => ({
  // Quoted as JSON, so that line breaks in a name cannot imitate the prompt's structure.
  source: `From ${JSON.stringify(passage.fileName)}. ${describeLocation(passage)}`,
  text: passage.quote,
});

export function showAnswerModel({ actor, answerModel }: Context): ResultOf<typeof getAnswerModel> {
  authorizeSystemAction(actor, 'manageSettings');
  return answerModel ? { model: answerModel.model, host: answerModel.host } : null;
}
