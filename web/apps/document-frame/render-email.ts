import PostalMime, { type Address, type Attachment, type Email } from 'postal-mime';
import { markedEncoding } from '#shared/domain/decode-text.ts';
import { formatSize } from '#shared/domain/format.ts';
import { decodeText } from '#web/lib/documents/decode-text.ts';
import type { DocumentOrder } from '#web/lib/documents/frame-messages.ts';
import { sanitize } from './sanitize-html.ts';

/** A message with its head and the names of what is attached. Pictures on other machines are left out: they tell who reads. */
export async function drawEmail({ bytes }: DocumentOrder, canvas: HTMLElement): Promise<HTMLElement | null> {
  const letters = new Uint8Array(bytes);
  const email = await PostalMime.parse(
    markedEncoding(letters)?.startsWith('utf-16') ? decodeText(letters) : bytes,
    {
      attachmentEncoding: 'base64',
    },
  );
  if (email.headers.length === 0) throw new Error('This is no message.');
  const body = document.createElement('article');
  if (email.html !== undefined) body.append(sanitize(withOwnPictures(email.html, email.attachments)));
  else body.append(preformatted(email.text ?? ''));
  const head = headOf(email);
  canvas.replaceChildren(head, body);
  return head.childElementCount > 0 || body.innerText.trim() !== '' || body.querySelector('img')
    ? canvas
    : null;
}

function headOf(email: Email): HTMLElement {
  const facts = [
    ['Subject', email.subject ?? ''],
    ['From', addresses(email.from && [email.from])],
    ['To', addresses(email.to)],
    ['Cc', addresses(email.cc)],
    ['Date', dateOf(email.date)],
    [
      'Attachments',
      email.attachments
        .filter(({ related }) => !related)
        .map(nameOf)
        .join(', '),
    ],
  ] as const;
  const list = document.createElement('dl');
  for (const [label, value] of facts) {
    if (value === '') continue;
    const term = document.createElement('dt');
    const detail = document.createElement('dd');
    term.textContent = label;
    detail.textContent = value;
    list.append(term, detail);
  }
  return list;
}

const addresses = (list: readonly Address[] = []): string =>
  list
    .flatMap(({ name, address, group }) =>
      group
        ? [`${name}: ${addresses(group)}`]
        : [name && address ? `${name} <${address}>` : name || (address ?? '')],
    )
    .join(', ');

/** Three bytes in four characters. */
const BASE64_DENSITY = 0.75;

const nameOf = (attachment: Attachment): string =>
  `${attachment.filename ?? attachment.mimeType} (${formatSize(Math.floor(base64Of(attachment).length * BASE64_DENSITY))})`;

/** As the parser was asked to leave it. */
const base64Of = ({ content }: Attachment): string => (typeof content === 'string' ? content : '');

function dateOf(date = ''): string {
  const instant = new Date(date);
  return Number.isNaN(instant.getTime())
    ? date
    : instant.toLocaleString('en-US', { dateStyle: 'long', timeStyle: 'short' });
}

function preformatted(text: string): HTMLElement {
  const sheet = document.createElement('pre');
  sheet.textContent = text;
  return sheet;
}

/** Puts pictures that the message brings along where it names them. */
function withOwnPictures(html: string, attachments: readonly Attachment[]): string {
  const pictures = new Map(
    attachments.flatMap((attachment) => {
      const { contentId, mimeType } = attachment;
      return contentId !== undefined && /^image\/(?:png|jpeg|gif|webp|bmp)$/.test(mimeType)
        ? [[contentId.replace(/^<|>$/g, ''), `data:${mimeType};base64,${base64Of(attachment)}`] as const]
        : [];
    }),
  );
  return html.replace(/cid:([^"'\s>)]+)/gi, (whole, id: string) => pictures.get(id) ?? whole);
}
