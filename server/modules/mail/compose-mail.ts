/** Content of a mail, all of it plain text: it is escaped, never interpreted. */
export interface MailContent {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly link: { readonly label: string; readonly url: string };
  /** Small print: why the recipient gets this mail. */
  readonly reason: string;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);

/**
 * Composes a mail as plain text and as HTML. The HTML sets no colours, so that it is legible in light and dark mode, and
 * loads nothing: no image can report that the mail was opened.
 */
export function composeMail({ paragraphs, link, reason }: MailContent): { text: string; html: string } {
  const text = [...paragraphs, `${link.label}:\n${link.url}`, `-- \n${reason}`].join('\n\n');
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark">
<meta name="viewport" content="width=device-width"><style>:root{color-scheme:light dark}</style></head>
<body style="font:16px/1.5 system-ui,sans-serif;max-width:36em;margin:2em auto;padding:0 1em">
${paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`).join('\n')}
<p style="margin:2em 0"><a href="${escapeHtml(link.url)}" style="border:2px solid;border-radius:6px;padding:.6em 1.2em;text-decoration:none;font-weight:600">${escapeHtml(link.label)}</a></p>
<p style="font-size:13px">If the button does not work, open this link: <br><span style="word-break:break-all">${escapeHtml(link.url)}</span></p>
<p style="font-size:13px">${escapeHtml(reason)}</p>
</body></html>
`;
  return { text, html };
}
