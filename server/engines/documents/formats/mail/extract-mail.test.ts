import { describe, expect, it } from 'vitest';
import { extractDocument } from '#server/engines/documents/extraction/extract-document.ts';
import {
  extractIndexed,
  limits,
  summarizeBlocks,
} from '#server/engines/documents/extraction/testing/expect-blocks.ts';
import { makeCompoundFile, makeMsg } from '#server/engines/documents/testing/make-legacy-office-files.ts';

const HEAD = `From: =?utf-8?q?J=C3=BCrgen?= <j@example.com>
To: Ann <ann@example.com>, bob@example.com
Subject: Draft of the lease
Date: Fri, 20 Nov 2026 12:00:00 +0000
MIME-Version: 1.0
`;

describe('e-mail messages', () => {
  it('an e-mail has its sender, recipients, text and attachment names', async () => {
    const eml = `${HEAD}Content-Type: multipart/mixed; boundary="b"

--b
Content-Type: multipart/alternative; boundary="a"

--a
Content-Type: text/plain

Plain words
--a
Content-Type: text/html; charset=utf-8
Content-Transfer-Encoding: quoted-printable

<p>The rent is 900=E2=82=AC.</p><div style=3D"display:none">hidden</div>
--a--
--b
Content-Type: application/pdf; name="lease.pdf"
Content-Disposition: attachment; filename="lease.pdf"

%PDF-
--b--
`;
    const { blocks, title } = await extractIndexed('eml', eml);
    expect(summarizeBlocks(blocks)).toEqual([
      'heading Draft of the lease',
      'paragraph From: Jürgen j@example.com\nTo: Ann ann@example.com, bob@example.com\nDate: 2026-11-20T12:00:00.000Z\nAttachment: lease.pdf',
      'paragraph The rent is 900€.',
    ]);
    expect(title).toBe('Draft of the lease');
  });

  it('an e-mail with large attachments is read completely, also behind them', async () => {
    const part = (type: string, text: string) =>
      `--b\r\nContent-Type: ${type}\r\nContent-Transfer-Encoding: base64\r\n\r\n${text}\r\n`;
    const scan = Buffer.alloc(60_000, 'scan').toString('base64').replace(/.{76}/g, '$&\r\n');
    const eml = [
      `${HEAD.replaceAll('\n', '\r\n')}Content-Type: multipart/mixed; boundary="b"\r\n\r\n`,
      part('text/plain; charset=utf-8', Buffer.from('The rent is due.').toString('base64')),
      part('application/pdf; name="scan.pdf"', scan),
      part('text/plain', Buffer.from('Signed in May.').toString('base64')),
      part('image/png;\r\n name="plan.png"', scan),
      '--b--\r\n',
    ].join('');
    const { blocks } = await extractIndexed('eml', eml, { ...limits, maxText: 5_000 });
    const text = summarizeBlocks(blocks).join('\n');
    for (const expected of ['scan.pdf', 'plan.png', 'The rent is due.', 'Signed in May.'])
      expect(text).toContain(expected);
    const long = await extractDocument('eml', Buffer.from(`${HEAD}\n${'Words. '.repeat(1_000)}`), {
      ...limits,
      maxText: 5_000,
    });
    expect(long).toMatchObject({ status: 'partly', reasons: [{ code: 'truncated' }] });
  });

  it('an encrypted e-mail is reported as protected', async () => {
    const eml = `${HEAD}Content-Type: application/pkcs7-mime; smime-type=enveloped-data; name=smime.p7m\n\nMIIB`;
    expect(await extractDocument('eml', Buffer.from(eml), limits)).toEqual({
      status: 'protected',
      reasons: [{ code: 'encrypted-email' }],
    });
  });

  it('an endlessly nested e-mail is refused without a crash', async () => {
    const nested = Array.from(
      { length: 2_000 },
      (_, index) => `Content-Type: multipart/mixed; boundary="b${index}"\n\n--b${index}\n`,
    ).join('');
    const { status } = await extractDocument('eml', Buffer.from(HEAD + nested), limits);
    expect(['damaged', 'indexed']).toContain(status);
  });
});

describe('Outlook messages', () => {
  it('an Outlook message has its sender, recipients, text and attachment names', async () => {
    const msg = makeMsg(
      { '0037': 'Draft of the lease', '0C1A': 'Jürgen', '0E04': 'Ann', '1000': 'The rent is 900€.' },
      ['lease.pdf'],
    );
    expect(summarizeBlocks((await extractIndexed('msg', msg)).blocks)).toEqual([
      'heading Draft of the lease',
      'paragraph From: Jürgen\nTo: Ann\nAttachment: lease.pdf',
      'paragraph The rent is 900€.',
    ]);
  });

  it('an Outlook message has the date on which it was sent, or else received', async () => {
    const entry = (id: number, date: Date): Buffer => {
      const bytes = Buffer.alloc(16);
      bytes.writeUInt16LE(0x0040, 0);
      bytes.writeUInt16LE(id, 2);
      bytes.writeBigUInt64LE((BigInt(date.getTime()) + 11_644_473_600_000n) * 10_000n, 8);
      return bytes;
    };
    const received = entry(0x0e06, new Date('2026-11-21T08:00:00Z'));
    const sent = entry(0x0039, new Date('2026-11-20T12:00:00Z'));
    const textWith = async (...entries: Buffer[]): Promise<string> => {
      const msg = makeCompoundFile({
        '__properties_version1.0': Buffer.concat([Buffer.alloc(32), ...entries]),
        '__substg1.0_1000001F': Buffer.from('The rent.', 'utf16le'),
      });
      return summarizeBlocks((await extractIndexed('msg', msg)).blocks).join('\n');
    };
    expect(await textWith(received, sent)).toContain('Date: 2026-11-20T12:00:00.000Z');
    expect(await textWith(received)).toContain('Date: 2026-11-21T08:00:00.000Z');
    expect(await textWith()).not.toContain('Date:');
  });

  it('the compressed rich text of an Outlook message is read, and reported where it is damaged', async () => {
    // The example of [MS-OXRTFCP] 3.2.
    const compressed = Buffer.from(
      '2d0000002b0000004c5a4675f1c5c7a703000a007263706731323542320af32068656c090020627705b06c647d0a800fa0',
      'hex',
    );
    const messageWith = (rtf: Buffer) =>
      makeCompoundFile({
        '__properties_version1.0': Buffer.alloc(32),
        '__substg1.0_0037001F': Buffer.from('Greeting', 'utf16le'),
        '__substg1.0_10090102': rtf,
      });
    expect(summarizeBlocks((await extractIndexed('msg', messageWith(compressed))).blocks)).toEqual([
      'heading Greeting',
      'paragraph hello world',
    ]);
    const plain = Buffer.concat([compressed.subarray(0, 8), Buffer.from('MELA\0\0\0\0{\\rtf1 As it is.}')]);
    expect(summarizeBlocks((await extractIndexed('msg', messageWith(plain))).blocks)).toContain(
      'paragraph As it is.',
    );
    for (const damaged of [compressed.subarray(0, 30), compressed.subarray(0, 4)])
      expect(await extractDocument('msg', messageWith(damaged), limits)).toMatchObject({
        status: 'partly',
        reasons: [{ code: 'damaged' }],
      });
  });

  it('an encrypted Outlook message is reported as protected', async () => {
    const msg = makeMsg({ '001A': 'IPM.Note.SMIME' });
    expect(await extractDocument('msg', msg, limits)).toMatchObject({ status: 'protected' });
  });
});
