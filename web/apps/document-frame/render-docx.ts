import { renderAsync } from 'docx-preview';
import type { RenderRequest } from '#web/lib/documents/frame-messages.ts';
import { sanitizeHtml } from './sanitize-html.ts';

/** Renders a Word document as pages. It is sanitized before it is inserted into the page. */
export async function renderDocx({ bytes }: RenderRequest, canvas: HTMLElement): Promise<HTMLElement | null> {
  const body = document.createElement('div');
  const styles = document.createElement('div');
  await renderAsync(bytes, body, styles, {
    // HTML pages embedded in the document, which the library would open in frames.
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
  for (const page of pages.querySelectorAll<HTMLElement>('section')) addPageSettings(page);
  fitToWidth(pages);
  return pages;
}

/** In points. */
const A4 = { width: 595.3, height: 841.9 };
const LETTER = { width: 612, height: 792 };
const MARGIN = 72;

/** Makes a sheet with margins of a page whose document states none, in the size that the reader's country uses. */
function addPageSettings(page: HTMLElement): void {
  const { style } = page;
  const sheet = /^(?:en|es)-(?:US|CA|MX|PH)$|^fr-CA$/i.test(navigator.language) ? LETTER : A4;
  if (style.width === '') style.width = `${sheet.width}pt`;
  if (style.minHeight === '') style.minHeight = `${sheet.height}pt`;
  for (const side of ['paddingTop', 'paddingRight', 'paddingBottom', 'paddingLeft'] as const)
    if (style[side] === '') style[side] = `${MARGIN}pt`;
}

/** Shrinks the pages to the width of a narrow window. */
function fitToWidth(pages: HTMLElement): void {
  const widestPage = Math.max(
    ...Array.from(pages.querySelectorAll<HTMLElement>('section'), (page) => page.offsetWidth),
  );
  new ResizeObserver(() => {
    const availableWidth = document.documentElement.clientWidth - 16;
    pages.style.setProperty('zoom', String(Math.min(1, availableWidth / widestPage)));
  }).observe(document.documentElement);
}
