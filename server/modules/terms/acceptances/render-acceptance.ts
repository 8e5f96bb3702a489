import { promisify } from 'node:util';
import { deflate } from 'node:zlib';
import { PDFDocument, type PDFFont, type PDFPage, StandardFonts } from '@cantoo/pdf-lib';
import { createEventLoopYield } from '#server/engines/event-loop/yield-to-event-loop.ts';
import { attachJson, type CompressedFile } from '#server/engines/pdf/attach-json.ts';
import { createLineWriter } from '#server/engines/pdf/line-writer.ts';
import type { AcceptanceStatement } from './signed-statement.ts';

/** A4 in points. */
const PAGE: [number, number] = [595, 842];
const MARGIN = 56;
const TEXT_SIZE = 10;
const LINE_HEIGHT = 14;
const TITLE_SIZE = 18;
const TITLE_HEIGHT = 28;

interface Acceptance {
  readonly statement: AcceptanceStatement;
  readonly text: string;
  readonly keyId: string;
  /** The statement as the verifier reads it. */
  readonly json: string;
  /** The accepted document, unless it is withheld. */
  readonly document: { readonly name: string; readonly bytes: Buffer } | undefined;
}

const describePerson = ({ recipient, verifiedBy }: AcceptanceStatement): string => {
  if (recipient === '') return 'A visitor without an address';
  return `${recipient} (${verifiedBy === 'code' ? 'verified by a mailed code' : 'not verified'})`;
};

function listFacts({ statement, keyId }: Acceptance): string[] {
  return [
    `Accepted by: ${describePerson(statement)}`,
    ...(statement.typedName === null ? [] : [`Signed as: ${statement.typedName}`]),
    `Accepted at: ${statement.acceptedAt}`,
    `From IP address: ${statement.address}`,
    `Installation: ${statement.installation}`,
    `Terms: ${statement.terms}, version ${statement.version}`,
    ...(statement.document
      ? [
          `Document: ${statement.document.name}`,
          `SHA-256 of the document: ${statement.document.sha256}`,
          `SHA-256 of the text read from it: ${statement.textSha256}`,
        ]
      : [`SHA-256 of the text: ${statement.textSha256}`]),
    `Signing key: ${keyId}`,
    '',
    `To verify: open ${statement.installation}/verify and choose this file, or the attachment acceptance.json, with the keys of the ` +
      'installation. The Ed25519 signature covers "muniment-terms-acceptance/1", a line feed and the statement, and needs the public ' +
      'key alone. The statement contains the hash of the text' +
      `${statement.document ? ', and that of the document, which is attached' : ''}.`,
  ];
}

/** Compressed, so that the verifier takes no line of the document for a statement. */
async function compress({ name, bytes }: NonNullable<Acceptance['document']>): Promise<CompressedFile> {
  return {
    name,
    size: bytes.length,
    deflated: await promisify(deflate)(bytes),
    description: 'Accepted document',
  };
}

/** Renders an acceptance for people, with what proves it attached. */
export async function renderAcceptance(acceptance: Acceptance): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const [regular, bold] = [
    await document.embedFont(StandardFonts.Helvetica),
    await document.embedFont(StandardFonts.HelveticaBold),
  ];
  const pause = createEventLoopYield();
  const { terms, acceptedAt } = acceptance.statement;
  document.setTitle(`Acceptance of ${terms}`);
  document.setCreationDate(new Date(acceptedAt));
  document.setModificationDate(new Date(acceptedAt));
  let page: PDFPage = document.addPage(PAGE);
  let y = PAGE[1] - MARGIN;
  const write = async (text: string, font: PDFFont, size: number, height: number) => {
    const writeLine = createLineWriter(document, font, size, PAGE[0] - 2 * MARGIN);
    for (const line of text.split('\n').flatMap((paragraph) => writeLine.wrap(paragraph))) {
      await pause();
      if (y - height < MARGIN) {
        page = document.addPage(PAGE);
        y = PAGE[1] - MARGIN;
      }
      y -= height;
      await writeLine.draw(page, line, MARGIN, y);
    }
  };
  await write(`Acceptance of ${terms}`, bold, TITLE_SIZE, TITLE_HEIGHT);
  await write(`\n${listFacts(acceptance).join('\n')}\n\n`, regular, TEXT_SIZE, LINE_HEIGHT);
  const heading = acceptance.statement.document ? 'Text of the accepted document' : 'Accepted text';
  await write(heading, bold, TITLE_SIZE, TITLE_HEIGHT);
  await write(`\n${acceptance.text}`, regular, TEXT_SIZE, LINE_HEIGHT);
  const attached = acceptance.document ? [await compress(acceptance.document)] : [];
  attachJson(
    document,
    { name: 'acceptance.json', json: acceptance.json, changedAt: new Date(acceptedAt) },
    attached,
  );
  return document.save({ useObjectStreams: false });
}
