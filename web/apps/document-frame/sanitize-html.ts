import DOMPurify from 'dompurify';

/**
 * Removes everything from a document's HTML that could run scripts, load resources or send data. The frame's CSP also
 * blocks these, but the browser would log an error for each attempt.
 */
export function sanitizeHtml(html: string | HTMLElement): DocumentFragment {
  const purify = DOMPurify(window);
  purify.addHook('afterSanitizeAttributes', (element) => {
    secureLink(element);
    for (const name of ['src', 'srcset', 'poster', 'background', 'xlink:href']) {
      const value = element.getAttribute(name);
      if (value !== null && !/^(?:data:image\/|#)/i.test(value)) element.removeAttribute(name);
    }
    if (/url\s*\(|\\/i.test(element.getAttribute('style') ?? '')) element.removeAttribute('style');
  });
  return purify.sanitize(html, {
    RETURN_DOM_FRAGMENT: true,
    FORBID_TAGS: ['form', 'input', 'button', 'select', 'textarea', 'dialog', 'style'],
  });
}

function secureLink(element: Element): void {
  const href = element.getAttribute('href');
  if (href === null || href.startsWith('#')) return;
  if (element.tagName === 'A' && /^(?:https?|mailto):/i.test(href)) {
    element.setAttribute('target', '_blank');
    element.setAttribute('rel', 'noopener noreferrer nofollow');
  } else {
    element.removeAttribute('href');
  }
}
