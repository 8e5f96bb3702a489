import './frame.css';
import { checkOfficePackage } from '#web/lib/documents/check-office-package.ts';
import type { FrameMessage, RenderRequest, ViewFailure } from '#web/lib/documents/frame-messages.ts';
import { highlightPassage } from '#web/lib/documents/highlight-passage.ts';
import { watchActivity } from '#web/lib/view-tracking/watch-activity.ts';

/** Renders a document into the canvas; resolves to the element to search for the quote, or null for an empty document. */
type Renderer = (request: RenderRequest, canvas: HTMLElement) => Promise<HTMLElement | null>;

const RENDERERS: Record<RenderRequest['kind'], () => Promise<Renderer>> = {
  docx: async () => (await import('./render-docx.ts')).renderDocx,
  pptx: async () => (await import('./render-pptx.ts')).renderPptx,
  markdown: async () => (await import('./render-markdown.ts')).renderMarkdown,
  email: async () => (await import('./render-email.ts')).renderEmail,
};

// This page has an opaque origin and its CSP defines who can embed it, so any target origin is safe.
const postToParent = (message: FrameMessage) => window.parent.postMessage(message, '*');
const fail = (failure: ViewFailure) => postToParent({ state: 'failed', failure });

window.addEventListener('message', ({ source, data }: MessageEvent<RenderRequest>) => {
  if (source === window.parent) void renderDocument(data);
});
postToParent({ state: 'ready' });
watchActivity(() => postToParent({ state: 'active' }));

async function renderDocument(request: RenderRequest): Promise<void> {
  const canvas = document.getElementById('document');
  if (!canvas) return;
  // Makes the canvas focusable, so that the keyboard can scroll it.
  canvas.tabIndex = 0;
  document.documentElement.dataset['scheme'] = request.colorScheme;
  document.documentElement.dataset['kind'] = request.kind;
  const packageError =
    request.kind === 'docx' || request.kind === 'pptx' ? checkOfficePackage(request.bytes) : null;
  if (packageError) return fail(packageError);
  const render = await RENDERERS[request.kind]().catch(() => null);
  if (!render) return fail('not-loaded');
  try {
    const text = await render(request, canvas);
    if (!text) return fail('empty');
    postToParent({ state: 'rendered', isQuoteFound: scrollToQuote(text, canvas, request.quote) });
  } catch {
    // An error of a rendering library means that the document is damaged or of another type.
    fail('damaged');
  }
}

function scrollToQuote(text: HTMLElement, canvas: HTMLElement, quote: string | undefined): boolean {
  if (quote === undefined) return false;
  const range = highlightPassage(text, canvas, quote);
  if (!range) return false;
  const { top, height } = range.getBoundingClientRect();
  window.scrollBy(0, top - (window.innerHeight - height) / 2);
  return true;
}
