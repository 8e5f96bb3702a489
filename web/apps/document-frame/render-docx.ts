import { renderAsync } from 'docx-preview';
import type { RenderRequest } from '#web/lib/documents/frame-messages.ts';
import { sanitizeHtml } from './sanitize-html.ts';

/** A Word document as pages. Nothing of it is in the page before it is sanitized. */
export async function renderDocx({ bytes }: RenderRequest, canvas: HTMLElement): Promise<HTMLElement | null> {
  const body = document.createElement('div');
  const styles = document.createElement('div');
  await renderAsync(bytes, body, styles, {
    // Whole pages of HTML inside the document, which the library would open in frames of their own.
    renderAltChunks: false,
    useBase64URL: true,
    ignoreLastRenderedPageBreak: false,
    className: 'docx',
  });
  const rules = document.createElement('style');
  rules.textContent = Array.from(styles.querySelectorAll('style'), ({ textContent }) => textContent).join(
    '\n',
  );
  canvas.replaceChildren(rules, sanitizeHtml(body));
  const pages = canvas.querySelector<HTMLElement>('.docx-wrapper');
  if (!pages || (pages.innerText.trim() === '' && !pages.querySelector('img, svg'))) return null;
  fitToWidth(pages);
  return pages;
}

/** Pages are as wide as paper; a narrower window shows them smaller. */
function fitToWidth(pages: HTMLElement): void {
  const widest = Math.max(
    ...Array.from(pages.querySelectorAll<HTMLElement>('section'), (page) => page.offsetWidth),
  );
  new ResizeObserver(() => {
    const room = document.documentElement.clientWidth - 16;
    pages.style.setProperty('zoom', String(Math.min(1, room / widest)));
  }).observe(document.documentElement);
}
