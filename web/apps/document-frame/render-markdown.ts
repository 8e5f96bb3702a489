import { marked } from 'marked';
import { decodeText } from '#web/lib/documents/decode-text.ts';
import type { DocumentOrder } from '#web/lib/documents/frame-messages.ts';
import { sanitize } from './sanitize-html.ts';

export async function drawMarkdown(
  { bytes }: DocumentOrder,
  canvas: HTMLElement,
): Promise<HTMLElement | null> {
  const text = decodeText(new Uint8Array(bytes));
  if (text.trim() === '') return null;
  const article = document.createElement('article');
  article.append(sanitize(await marked.parse(text)));
  canvas.replaceChildren(article);
  return article;
}
