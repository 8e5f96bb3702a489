import { describe, expect, it } from 'vitest';
import { extractDocument } from '#server/engines/documents/extraction/extract-document.ts';
import {
  extractIndexed,
  limits,
  summarizeBlocks,
} from '#server/engines/documents/extraction/testing/expect-blocks.ts';
import { makeMsg } from '#server/engines/documents/testing/make-legacy-office-files.ts';

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

  it('an encrypted Outlook message is reported as protected', async () => {
    const msg = makeMsg({ '001A': 'IPM.Note.SMIME' });
    expect(await extractDocument('msg', msg, limits)).toMatchObject({ status: 'protected' });
  });
});
