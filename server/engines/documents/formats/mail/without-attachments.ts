const PART_BOUNDARY = '\n--';
const MAX_HEADER_BYTES = 4 * 1024;
/** The rest of a boundary, which has at most 70 characters, and the name of a field. */
const PART_START = /^[^\r\n]{1,74}\r?\n[\w-]+:/;
const BASE64 = /^content-transfer-encoding:[ \t]*base64/im;
const NO_TEXT = /^content-type:\s*(?!text\/|message\/|multipart\/)[a-z]/im;

/**
 * Returns a mail without the content of what is attached in Base64, which has no line that begins with a hyphen as the
 * boundary behind it does. Headers and texts stay.
 */
export function withoutAttachments(mail: Buffer): Buffer {
  const kept: Buffer[] = [];
  let [from, at] = [0, 0];
  for (;;) {
    const boundary = mail.indexOf(PART_BOUNDARY, at);
    if (boundary === -1) break;
    at = boundary + PART_BOUNDARY.length;
    if (!PART_START.test(mail.toString('latin1', at, at + 128))) continue;
    const head = mail.toString('latin1', at, at + MAX_HEADER_BYTES);
    const end = /\r?\n\r?\n/.exec(head);
    if (!end) continue;
    const fields = head.slice(0, end.index);
    if (!BASE64.test(fields) || !NO_TEXT.test(fields)) continue;
    const content = at + end.index + end[0].length;
    const next = mail.indexOf(PART_BOUNDARY, content - 1);
    kept.push(mail.subarray(from, content));
    from = next === -1 ? mail.length : next;
    at = from;
  }
  return Buffer.concat([...kept, mail.subarray(from)]);
}
