import PostalMime, { type Address, type Attachment, type Email } from 'postal-mime';
import { detectUnicodeEncoding } from '#shared/domain/decode-text.ts';
import { formatSize } from '#shared/domain/format.ts';
import { decodeText } from '#web/lib/documents/decode-text.ts';
import type { RenderRequest } from '#web/lib/documents/frame-messages.ts';
import { sanitizeHtml } from './sanitize-html.ts';

/** Renders an email with its header and attachment names. Remote images are omitted, since they would track the reader. */
export async function renderEmail(
  { bytes }: RenderRequest,
  canvas: HTMLElement,
): Promise<HTMLElement | null> {
  const content = new Uint8Array(bytes);
  const email = await PostalMime.parse(
    detectUnicodeEncoding(content)?.startsWith('utf-16') ? decodeText(content) : bytes,
    {
      attachmentEncoding: 'base64',
    },
  );
  if (email.headers.length === 0) throw new Error('The file is not an email.');
  const body = document.createElement('article');
  if (email.html !== undefined)
    body.append(sanitizeHtml(inlineAttachedImages(email.html, email.attachments)));
  else body.append(createPre(email.text ?? ''));
  const head = buildHeader(email);
  canvas.replaceChildren(head, body);
  return head.childElementCount > 0 || body.innerText.trim() !== '' || body.querySelector('img')
    ? canvas
    : null;
}

function buildHeader(email: Email): HTMLElement {
  const fields = [
    ['Subject', email.subject ?? ''],
    ['From', formatAddresses(email.from && [email.from])],
    ['To', formatAddresses(email.to)],
    ['Cc', formatAddresses(email.cc)],
    ['Date', formatDate(email.date)],
    [
      'Attachments',
      email.attachments
        .filter(({ related }) => !related)
        .map(formatAttachment)
        .join(', '),
    ],
  ] as const;
  const list = document.createElement('dl');
  for (const [label, value] of fields) {
    if (value === '') continue;
    const term = document.createElement('dt');
    const detail = document.createElement('dd');
    term.textContent = label;
    detail.textContent = value;
    list.append(term, detail);
  }
  return list;
}

const formatAddresses = (list: readonly Address[] = []): string =>
  list
    .flatMap(({ name, address, group }) =>
      group
        ? [`${name}: ${formatAddresses(group)}`]
        : [name && address ? `${name} <${address}>` : name || (address ?? '')],
    )
    .join(', ');

/** Base64 encodes three bytes in four characters. */
const BASE64_BYTES_PER_CHARACTER = 0.75;

const formatAttachment = (attachment: Attachment): string =>
  `${attachment.filename ?? attachment.mimeType} (${formatSize(Math.floor(getBase64(attachment).length * BASE64_BYTES_PER_CHARACTER))})`;

/** Returns the content, which the parser was configured to keep as Base64. */
const getBase64 = ({ content }: Attachment): string => (typeof content === 'string' ? content : '');

function formatDate(date = ''): string {
  const instant = new Date(date);
  return Number.isNaN(instant.getTime())
    ? date
    : instant.toLocaleString('en-US', { dateStyle: 'long', timeStyle: 'short' });
}

function createPre(text: string): HTMLElement {
  const pre = document.createElement('pre');
  pre.textContent = text;
  return pre;
}

/** Replaces `cid:` references by the attached images as data URLs. */
function inlineAttachedImages(html: string, attachments: readonly Attachment[]): string {
  const images = new Map(
    attachments.flatMap((attachment) => {
      const { contentId, mimeType } = attachment;
      return contentId !== undefined && /^image\/(?:png|jpeg|gif|webp|bmp)$/.test(mimeType)
        ? [[contentId.replace(/^<|>$/g, ''), `data:${mimeType};base64,${getBase64(attachment)}`] as const]
        : [];
    }),
  );
  return html.replace(/cid:([^"'\s>)]+)/gi, (match, id: string) => images.get(id) ?? match);
}
