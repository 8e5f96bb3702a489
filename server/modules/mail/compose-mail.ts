import type { MailAttachment } from '#server/engines/mail/mailer.ts';

/** Content of a mail, all of it plain text: it is escaped, never interpreted. */
export interface MailContent {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly link: { readonly label: string; readonly url: string };
  /** Small print: why the recipient gets this mail. */
  readonly reason: string;
  /** Further addresses below the small print. */
  readonly footerLinks?: readonly { readonly label: string; readonly url: string }[];
  /** The address with which the recipient's mail program ends such mails with one click (RFC 8058). */
  readonly unsubscribeUrl?: string;
  readonly attachments?: readonly MailAttachment[];
  /**
   * The room that it is about, `null` for an account or the installation. Without it, administrators whom any room keeps out do
   * not see the subject: a folder may be in such a room later.
   */
  readonly roomId?: number | null | undefined;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);

const formatFooterLink = ({ label, url }: { label: string; url: string }): string =>
  `<a href="${escapeHtml(url)}">${escapeHtml(label)}</a>`;

/**
 * Composes a mail as plain text and as HTML. The HTML sets no colours, so that it is legible in light and dark mode, and
 * loads nothing: no image can report that the mail was opened.
 */
export function composeMail({ paragraphs, link, reason, footerLinks = [] }: MailContent): {
  text: string;
  html: string;
} {
  const footer = footerLinks.map(({ label, url }) => `${label}: ${url}`);
  const text = [...paragraphs, `${link.label}:\n${link.url}`, [`-- \n${reason}`, ...footer].join('\n')].join(
    '\n\n',
  );
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark">
<meta name="viewport" content="width=device-width"><style>:root{color-scheme:light dark}</style></head>
<body style="font:16px/1.5 system-ui,sans-serif;max-width:36em;margin:2em auto;padding:0 1em">
${paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph).replaceAll('\n', '<br>\n')}</p>`).join('\n')}
<p style="margin:2em 0"><a href="${escapeHtml(link.url)}" style="border:2px solid;border-radius:6px;padding:.6em 1.2em;text-decoration:none;font-weight:600">${escapeHtml(link.label)}</a></p>
<p style="font-size:13px">If the button does not work, open this link: <br><span style="word-break:break-all">${escapeHtml(link.url)}</span></p>
<p style="font-size:13px">${[escapeHtml(reason), ...footerLinks.map(formatFooterLink)].join('<br>\n')}</p>
</body></html>
`;
  return { text, html };
}
