import PostalMime, { type Address, type Attachment, type Email } from 'postal-mime';
import { detectUnicodeEncoding } from '#shared/domain/decode-text.ts';
import { formatSize } from '#shared/domain/format.ts';
import { decodeText } from '#web/lib/documents/decode-text.ts';
import type { RenderRequest } from '#web/lib/documents/frame-messages.ts';
import { sanitizeHtml } from './sanitize-html.ts';

/** A message with its head and the names of what is attached. Pictures on other machines are left out: they tell who reads. */
export async function renderEmail(
  { bytes }: RenderRequest,
  canvas: HTMLElement,
): Promise<HTMLElement | null> {
  const octets = new Uint8Array(bytes);
  const email = await PostalMime.parse(
    detectUnicodeEncoding(octets)?.startsWith('utf-16') ? decodeText(octets) : bytes,
    {
      attachmentEncoding: 'base64',
    },
  );
  if (email.headers.length === 0) throw new Error('This is no message.');
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

/** Three bytes in four characters. */
const BASE64_BYTES_PER_CHARACTER = 0.75;

const formatAttachment = (attachment: Attachment): string =>
  `${attachment.filename ?? attachment.mimeType} (${formatSize(Math.floor(getBase64(attachment).length * BASE64_BYTES_PER_CHARACTER))})`;

/** As the parser was asked to leave it. */
const getBase64 = ({ content }: Attachment): string => (typeof content === 'string' ? content : '');

function formatDate(date = ''): string {
  const instant = new Date(date);
  return Number.isNaN(instant.getTime())
    ? date
    : instant.toLocaleString('en-US', { dateStyle: 'long', timeStyle: 'short' });
}

function createPre(text: string): HTMLElement {
  const sheet = document.createElement('pre');
  sheet.textContent = text;
  return sheet;
}

/** Puts pictures that the message brings along where it names them. */
function inlineAttachedImages(html: string, attachments: readonly Attachment[]): string {
  const pictures = new Map(
    attachments.flatMap((attachment) => {
      const { contentId, mimeType } = attachment;
      return contentId !== undefined && /^image\/(?:png|jpeg|gif|webp|bmp)$/.test(mimeType)
        ? [[contentId.replace(/^<|>$/g, ''), `data:${mimeType};base64,${getBase64(attachment)}`] as const]
        : [];
    }),
  );
  return html.replace(/cid:([^"'\s>)]+)/gi, (whole, id: string) => pictures.get(id) ?? whole);
}
