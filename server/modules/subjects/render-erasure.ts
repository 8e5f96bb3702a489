import { PDFDocument } from '@cantoo/pdf-lib';
import { createParagraphPages } from '#server/engines/pdf/paragraph-pages.ts';
import { isoInstant } from '#shared/domain/iso-instant.ts';
import { SUBJECT_CATEGORIES } from '#shared/domain/subjects/subject-categories.ts';
import type { ErasureScope } from './erasure-scope.ts';

const STYLES = {
  title: { weight: 'bold', size: 18, height: 30 },
  text: { weight: 'regular', size: 10, height: 15 },
} as const;

const EFFECTS: Readonly<Record<string, string>> = {
  delete: 'deleted',
  replace: 'kept without the name and the address',
  'pass-on': 'passed to the administrator',
  unreadable: 'kept, with the name made unreadable for good',
  keep: 'kept',
};

interface ErasureFacts {
  readonly id: number;
  readonly installation: string;
  readonly subjectHash: string;
  readonly requestedAt: number;
  readonly erasedAt: number;
  readonly scope: ErasureScope;
}

const formatInstant = (at: number): string => `${isoInstant(at).slice(0, 19).replace('T', ' ')} UTC`;
const STATEMENTS = new Set(['receipts', 'acceptances', 'certificates']);

function listLines({ id, installation, subjectHash, requestedAt, erasedAt, scope }: ErasureFacts): string[] {
  const { categories, statements, reason } = scope;
  return [
    `Installation: ${installation}`,
    `Erasure no. ${id}, requested ${formatInstant(requestedAt)}, done ${formatInstant(erasedAt)}`,
    `Person, as a keyed hash of the address: ${subjectHash}`,
    '',
    ...categories.map(({ name, count, effect }) => {
      const isDeleted = STATEMENTS.has(name) && statements === 'delete';
      return `${SUBJECT_CATEGORIES[name] ?? name}: ${count.toLocaleString('en')}, ${EFFECTS[isDeleted ? 'delete' : effect] ?? effect}`;
    }),
    '',
    ...(statements === 'keep' && reason !== '' ? [`Signed statements were kept because: ${reason}`] : []),
    'Entries of the audit log remain with their position and proof. The key that encrypted the name in them was destroyed.',
    'Backups and files that were downloaded before contain the data until the operator removes them. A restore with the list of erasures removes the person again.',
  ];
}

/** Renders the certificate of an erasure. */
export async function renderErasure(facts: ErasureFacts): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  document.setTitle(`Certificate of erasure ${facts.id}`);
  const pages = await createParagraphPages(document, STYLES);
  await pages.write('title', 'Certificate of erasure');
  for (const line of listLines(facts)) await pages.write('text', line);
  return document.save();
}
