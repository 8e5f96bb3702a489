import type { ModelReply } from './model-server.ts';

const eventOf = (content: string): string =>
  `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', choices: [{ index: 0, delta: { content } }] })}\n\n`;

/** Returns the bytes of a streamed chat completion in which a model writes these pieces, up to its end. */
export const chatCompletionBytes = (...pieces: string[]): Buffer =>
  Buffer.from(['', ...pieces].map(eventOf).join(''));

/** Replies with a chat completion in runs of this many bytes, which split lines and characters anywhere. */
export const replyWithChatCompletion =
  (text: string, { run = 7 } = {}): ModelReply =>
  (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    // Splits by code points: no model writes half of one.
    const pieces = text.match(/.{1,5}/gsu) ?? [];
    const bytes = Buffer.concat([chatCompletionBytes(...pieces), Buffer.from('data: [DONE]\n\n')]);
    for (let at = 0; at < bytes.length; at += run) response.write(bytes.subarray(at, at + run));
    response.end();
  };

/** Formats an answer in the form that the prompt asks for. */
export const modelAnswer = (answer: string, ...quotes: [passage: number, quote: string][]): string =>
  JSON.stringify({ answer, quotes: quotes.map(([passage, quote]) => ({ passage, quote })) });
