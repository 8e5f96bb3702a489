import { z } from 'zod';
import { createEventReader } from '#shared/domain/event-stream.ts';
import { ModelServerError } from './model-client.ts';

/** Longer than any answer that is asked for, thoughts before it included. */
const MAX_OUTPUT_CHARACTERS = 32_000;

const chatChunk = z.object({
  choices: z.array(z.object({ delta: z.object({ content: z.string().nullish() }).optional() })),
});

/** What a model writes in a streamed chat completion, as it comes. */
export async function* readChatStream(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string, void> {
  const next = createEventReader();
  let left = MAX_OUTPUT_CHARACTERS;
  for await (const piece of bytes) {
    for (const event of next(piece)) {
      const text = parseDelta(event);
      left -= text.length;
      if (left < 0) throw new ModelServerError('The model writes without end');
      if (text !== '') yield text;
    }
  }
}

function parseDelta(event: string): string {
  if (event === '[DONE]') return '';
  const parsed = chatChunk.safeParse(parseJson(event));
  // The event is not part of the error: it may repeat what was asked.
  if (!parsed.success) throw new ModelServerError('The server streams something other than a chat');
  return parsed.data.choices[0]?.delta?.content ?? '';
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
