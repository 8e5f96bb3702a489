import { createParser } from 'eventsource-parser';
import { z } from 'zod';
import { ModelServerError } from './model-client.ts';

/** Limits the output, including reasoning before the answer. */
const MAX_OUTPUT_CHARACTERS = 32_000;

const chatChunk = z.object({
  choices: z.array(z.object({ delta: z.object({ content: z.string().nullish() }).optional() })),
});

/** Yields the text of a streamed chat completion as it arrives. */
export async function* readChatStream(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string, void> {
  const events: string[] = [];
  const parser = createParser({ onEvent: ({ data }) => events.push(data) });
  const decoder = new TextDecoder();
  let left = MAX_OUTPUT_CHARACTERS;
  for await (const piece of bytes) {
    parser.feed(decoder.decode(piece, { stream: true }));
    for (const event of events.splice(0)) {
      const text = parseDelta(event);
      left -= text.length;
      if (left < 0) throw new ModelServerError('The model output exceeds the limit');
      if (text !== '') yield text;
    }
  }
}

function parseDelta(event: string): string {
  if (event === '[DONE]') return '';
  const parsed = chatChunk.safeParse(parseJson(event));
  // The message leaves out the event, which may repeat the question.
  if (!parsed.success) throw new ModelServerError('Unexpected event in the chat stream');
  return parsed.data.choices[0]?.delta?.content ?? '';
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
