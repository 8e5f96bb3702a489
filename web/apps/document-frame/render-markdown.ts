import { marked } from 'marked';
import { decodeText } from '#web/lib/documents/decode-text.ts';
import type { RenderRequest } from '#web/lib/documents/frame-messages.ts';
import { sanitizeHtml } from './sanitize-html.ts';

/** Renders Markdown as sanitized HTML. */
export async function renderMarkdown(
  { bytes }: RenderRequest,
  canvas: HTMLElement,
): Promise<HTMLElement | null> {
  const text = decodeText(new Uint8Array(bytes));
  if (text.trim() === '') return null;
  const article = document.createElement('article');
  article.append(sanitizeHtml(await marked.parse(text)));
  canvas.replaceChildren(article);
  return article;
}
