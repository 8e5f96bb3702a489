import { describe, expect, test } from 'vitest';
import type { AnswerEvent } from '#shared/contracts/answers.ts';
import type { SearchResult } from '#shared/contracts/search.ts';
import { type AnswerState, applyAnswerEvent, describeModelRequest, finishAnswer } from './answer-state.ts';

const result: SearchResult = {
  query: 'rent',
  answer: 'The rent is 5.',
  method: 'hybrid',
  fallback: false,
  confidence: 0.8,
  sources: { vectorSearch: true, keywordSearch: true },
  timing: { duration: 3, unit: 'ms' },
  documentInfo: null,
  relatedDocuments: [],
  citations: [],
};
const passage = (fileId: number) => ({
  fileId,
  fileName: 'a.txt',
  quote: 'The rent is 5.',
  start: 0,
  end: 14,
});
const passages = [passage(1), passage(1), passage(2)];
const FOUND: AnswerEvent = { type: 'found', result };
const ASKED: AnswerEvent = { type: 'asked', model: 'm', host: 'h:1', passages };
const text = (text: string): AnswerEvent => ({ type: 'text', text });
const WRITTEN: AnswerEvent = { type: 'answered', result: { ...result, answer: 'Five.' } };

const follow = (...events: AnswerEvent[]): AnswerState => events.reduce<AnswerState>(applyAnswerEvent, {});

describe('an answer is followed', () => {
  test('an answer goes from the search result to streamed text to the verified answer', () => {
    expect(follow(FOUND)).toEqual({ result });
    expect(follow(FOUND, ASKED)).toMatchObject({ result, streamedText: '' });
    expect(follow(FOUND, ASKED, text('Fi'), text('ve.'))).toMatchObject({ result, streamedText: 'Five.' });
    const answered = follow(FOUND, ASKED, text('Five.'), WRITTEN);
    expect(answered).toMatchObject({ result: { answer: 'Five.' }, modelRequest: { model: 'm' } });
    expect(answered).not.toHaveProperty('streamedText');
  });

  test('an unproven answer drops the model’s text', () => {
    const unproven = follow(FOUND, ASKED, text('Six.'), { type: 'unanswered', reason: 'unproven' });
    expect(unproven).toMatchObject({ result, unansweredReason: 'unproven' });
    expect(unproven).not.toHaveProperty('streamedText');
  });

  test('a new question replaces the previous answer', () => {
    expect(follow(FOUND, ASKED, text('Five.'), FOUND)).toEqual({ result });
  });
});

describe('an answer that ends', () => {
  test('an answer that ends while streaming keeps the search result', () => {
    expect(finishAnswer(follow(FOUND, ASKED, text('Fi')), 'stopped')).toMatchObject({
      result,
      unansweredReason: 'stopped',
    });
  });

  test('a finished answer does not change when the stream ends', () => {
    for (const answer of [follow(), follow(FOUND), follow(FOUND, ASKED, WRITTEN)])
      expect(finishAnswer(answer, 'unavailable')).toBe(answer);
  });
});

test('the model request is described while streaming, after the answer and after a stop', () => {
  const asked = follow(FOUND, ASKED);
  expect(describeModelRequest(follow(FOUND))).toBeUndefined();
  expect(describeModelRequest(asked)).toBe('m at h:1 is reading 3 passages of 2 files');
  expect(describeModelRequest(applyAnswerEvent(asked, WRITTEN))).toBe(
    'Answered by m at h:1 from 3 passages of 2 files',
  );
  expect(describeModelRequest(finishAnswer(asked, 'stopped'))).toBe(
    'm at h:1 was shown 3 passages of 2 files',
  );
});

test('the model request uses the singular and leaves out an unknown host', () => {
  const asked: AnswerEvent = { type: 'asked', model: 'm', host: null, passages: [passage(1)] };
  expect(describeModelRequest(follow(FOUND, asked, WRITTEN))).toBe('Answered by m from 1 passage of 1 file');
});
