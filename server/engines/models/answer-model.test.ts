import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { modelAnswer, replyWithChatCompletion } from '#server/testing/fakes/chat-completions.ts';
import { replyJson, startModelServer, type TestModelServer } from '#server/testing/fakes/model-server.ts';
import { createAnswerModel } from './answer-model.ts';
import { SYSTEM_PROMPT } from './answer-prompt.ts';

let server: TestModelServer;
beforeEach(async () => {
  server = await startModelServer();
});
afterEach(() => server.stop());

const PASSAGES = [
  { source: 'From "lease.pdf". Page 3.', text: 'The rent is 48,500 euro.' },
  { source: 'From "note.txt". ', text: 'Größe 你好 🦩' },
];

/** Returns the pieces that the model wrote, their text and the parsed answer. */
async function write(question = 'What is the rent?', passages = PASSAGES) {
  const model = createAnswerModel({ baseUrl: server.baseUrl, apiKey: 'k', model: 'test-model' });
  const pieces: string[] = [];
  for await (const piece of model.generate(question, passages, new AbortController().signal)) {
    if ('whole' in piece) return { text: pieces.join(''), pieces, whole: piece.whole };
    pieces.push(piece.text);
  }
  throw new Error('The model never ended');
}

test.each([1, 2, 3, 7, 100_000])(
  'an answer in runs of %i bytes is streamed in pieces and parsed completely',
  async (run) => {
    const answer = 'Größe "你好"\n🦩 costs 48,500 € \\ year';
    server.setReplies(replyWithChatCompletion(modelAnswer(answer, [1, 'The rent is 48,500 euro.']), { run }));
    const { text, pieces, whole } = await write();
    expect(text).toBe(answer);
    expect(pieces.length).toBeGreaterThan(3);
    expect(pieces.every((piece) => piece.isWellFormed())).toBe(true);
    expect(whole).toEqual({ answer, quotes: [{ passage: 1, quote: 'The rent is 48,500 euro.' }] });
  },
);

test('escaped characters are never shown incomplete', async () => {
  server.setReplies(replyWithChatCompletion('{"answer": "\\ud83e\\udda9 \\u00e9\\n\\"x\\"", "quotes": []}'));
  const { text, pieces } = await write();
  expect(text).toBe('🦩 é\n"x"');
  expect(pieces.every((piece) => piece.isWellFormed())).toBe(true);
});

test('terminal control sequences are removed from an answer', async () => {
  server.setReplies(replyWithChatCompletion('{"answer": "a\\u001b[31mb\\u0000\\u202ec", "quotes": []}'));
  const { text, whole } = await write();
  expect([text, whole?.answer]).toEqual(['a[31mbc', 'a[31mbc']);
});

test('text of a model outside the answer is ignored', async () => {
  server.setReplies(
    replyWithChatCompletion(`<think>Hm.</think>\n\`\`\`json\n${modelAnswer('Yes.')}\n\`\`\``),
  );
  expect(await write()).toMatchObject({ text: 'Yes.', whole: { answer: 'Yes.', quotes: [] } });
});

test.each([
  ['prose', 'The rent is 48,500 euro.'],
  ['half an object', '{"answer": "The rent'],
  ['another shape', '{"answer": 5, "quotes": []}'],
  ['quotes without a passage', '{"answer": "Yes", "quotes": ["The rent"]}'],
  ['an empty text', ''],
])('%s is not an answer in the requested form', async (_, text) => {
  server.setReplies(replyWithChatCompletion(text));
  expect((await write()).whole).toBeUndefined();
});

describe('invalid streams', () => {
  test.each([
    ['an error', 'data: {"error":{"message":"You asked: the secret question"}}\n\n'],
    ['garbage', 'data: <html>the secret question</html>\n\n'],
    ['an endless text', `data: {"choices":[{"delta":{"content":"${'x'.repeat(33_000)}"}}]}\n\n`],
    [
      'an endless answer',
      `data: {"choices":[{"delta":{"content":"{\\"answer\\":\\"${'x'.repeat(4_001)}"}}]}\n\n`,
    ],
  ])('a stream with %s fails with an error that repeats none of it', async (_, text) => {
    server.setReplies((response) => response.end(text));
    const error = await write().catch((error: unknown) => error);
    expect(error).toMatchObject({ name: 'ModelServerError', cause: undefined });
    expect(String(error)).not.toContain('secret');
  });

  test('a server without streaming gives no answer', async () => {
    server.setReplies(replyJson({ choices: [{ message: { content: modelAnswer('Yes.') } }] }));
    expect(await write()).toMatchObject({ text: '', whole: undefined });
  });
});

describe('prompts', () => {
  const asked = async (question?: string, passages = PASSAGES) => {
    server.setReplies(replyWithChatCompletion(modelAnswer('Yes.')));
    await write(question, passages);
    return server.requests.at(-1)?.body;
  };

  test('a prompt asks for the form, with the rules first and separate', async () => {
    const body = await asked();
    expect(body).toMatchObject({
      model: 'test-model',
      stream: true,
      response_format: { type: 'json_schema' },
    });
    expect(body.messages.map(({ role }: { role: string }) => role)).toEqual(['system', 'user']);
    expect(body.messages[0].content).toBe(SYSTEM_PROMPT);
  });

  test('a prompt has the question and each passage between random delimiters', async () => {
    const [, user] = (await asked()).messages;
    const [, code] = /^BEGIN ([0-9a-f]{32}) question\n/.exec(user.content) ?? [];
    expect(user.content).toBe(
      [
        `BEGIN ${code} question\nWhat is the rent?\nEND ${code} question`,
        `BEGIN ${code} passage 1\nFrom "lease.pdf". Page 3.\n\nThe rent is 48,500 euro.\nEND ${code} passage 1`,
        `BEGIN ${code} passage 2\nFrom "note.txt". \n\nGröße 你好 🦩\nEND ${code} passage 2`,
      ].join('\n\n'),
    );
    const [, next] = (await asked()).messages;
    expect(next.content).not.toContain(code);
  });
});
