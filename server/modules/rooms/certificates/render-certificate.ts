import { PDFDocument } from '@cantoo/pdf-lib';
import { attachJson } from '#server/engines/pdf/attach-json.ts';
import { markAsArchival } from '#server/engines/pdf/mark-as-archival.ts';
import { createParagraphPages } from '#server/engines/pdf/paragraph-pages.ts';
import type { CertificateStatement } from './certificate-statement.ts';
import type { EarlierVersion } from './earlier-versions.ts';
import type { Opened } from './opened-versions.ts';
import type { DisclosedDocument } from './read-disclosure.ts';

const STYLES = {
  title: { weight: 'bold', size: 18, height: 28 },
  heading: { weight: 'bold', size: 10, height: 15 },
  text: { weight: 'regular', size: 9, height: 13 },
  detail: { weight: 'regular', size: 7.5, height: 11 },
} as const;

interface Certificate {
  readonly statement: CertificateStatement;
  readonly keyId: string;
  /** The certificate as the verifier reads it, and its hash. */
  readonly json: string;
  readonly sha256: string;
}

const PARTIES = {
  group: 'Group',
  user: 'Account',
  visitor: 'Visitor',
  link: 'Visitors of the link',
} as const;

const ACCESS = {
  view: 'could be viewed',
  watermarked: 'could be viewed, and downloaded with a watermark',
  original: 'could be viewed and downloaded',
} as const;

const formatInstant = (instant: string): string => `${instant.slice(0, 19).replace('T', ' ')} UTC`;

function listFacts({ statement, keyId, sha256 }: Certificate): string[] {
  const { party, room, at, documents, hasAccess } = statement;
  return [
    `${PARTIES[party.kind]}: ${party.name === '' ? 'without an address' : party.name} (no. ${party.id})`,
    room === null ? 'Of everything that the party could see' : `Room: ${room.name} (no. ${room.id})`,
    `Instant: ${formatInstant(at)}`,
    hasAccess
      ? `Documents: ${documents.length.toLocaleString('en')}`
      : 'The party had no access at this instant.',
    ...(statement.hidesPersons
      ? ['What was opened is left out: this room names no person who reads in it.']
      : []),
    ...(statement.isUnnamed
      ? ['What was opened is left out: visitors without an address cannot be told apart.']
      : []),
    `Rights are recorded since: ${formatInstant(statement.historySince)}. Nothing is certified of earlier times.`,
    `Issued: ${formatInstant(statement.issuedAt)} to ${statement.issuedTo} by ${statement.installation}`,
    `Audit log: ${statement.logEntries} entries, root hash ${statement.rootHash}`,
    `Signing key: ${keyId}`,
    `SHA-256 of the attachment certificate.json: ${sha256}`,
    `To verify: open ${statement.installation}/verify and choose this file, or the attachment, with the keys of the installation that you kept.`,
    'The signature proves what the installation stated; the copies of the parties prevent a different statement later.',
  ];
}

const titleOf = ({ until, isWithdrawn }: EarlierVersion): string =>
  until === undefined ? 'Draft version' : isWithdrawn ? 'Withdrawn version' : 'Earlier version';

const formatSpan = ({ since, until }: EarlierVersion): string =>
  until === undefined
    ? `since ${formatInstant(since)}`
    : `${formatInstant(since)} to ${formatInstant(until)}`;

const describeOpened = (opened: Opened | null | undefined): string[] => {
  if (opened === undefined) return [];
  return opened
    ? [
        `First opened ${formatInstant(opened.firstAt)}; opened ${opened.times} times, ${opened.pages} pages, ${opened.seconds} seconds`,
      ]
    : ['Not opened'];
};

function describe(document: DisclosedDocument): { heading: string; details: string[] } {
  const { number, name, version, size, sha256, since, access, opened, earlier = [], openedBefore } = document;
  return {
    heading: `${number === null ? '' : `${number}  `}${name}`,
    details: [
      `Version ${version}, ${size.toLocaleString('en')} bytes, since ${formatInstant(since)}; ${ACCESS[access]}`,
      `SHA-256 ${sha256 ?? 'unknown'}`,
      ...describeOpened(opened),
      ...earlier.flatMap((each) => [
        `${titleOf(each)} ${each.version}, ${each.size.toLocaleString('en')} bytes, ${formatSpan(each)}; SHA-256 ${each.sha256}`,
        ...describeOpened(each.opened),
      ]),
      ...(openedBefore
        ? [
            `Versions that are not named here: first opened ${formatInstant(openedBefore.firstAt)}; opened ${openedBefore.times} times`,
          ]
        : []),
    ],
  };
}

/** Renders a certificate as PDF/A-3b, with the signed statement attached. */
export async function renderCertificate(certificate: Certificate): Promise<Uint8Array> {
  const { statement, json, sha256 } = certificate;
  const document = await PDFDocument.create();
  const pages = await createParagraphPages(document, STYLES);
  await pages.write('title', 'Disclosure certificate');
  for (const fact of listFacts(certificate)) await pages.write('text', fact);
  await pages.write('text', '');
  for (const each of statement.documents) {
    const { heading, details } = describe(each);
    await pages.write('heading', heading);
    for (const detail of details) await pages.write('detail', detail);
  }
  const issuedAt = new Date(statement.issuedAt);
  const title = `Disclosure certificate: ${statement.party.name}, ${statement.at}`;
  markAsArchival(document, { title, createdAt: issuedAt, identity: sha256 });
  attachJson(document, { name: 'certificate.json', json, changedAt: issuedAt });
  return document.save({ useObjectStreams: false });
}
