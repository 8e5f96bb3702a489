import type { FindingKind } from '#shared/domain/rooms/finding-kinds.ts';

/** The names of findings, for one and for several. */
export const FINDING_LABELS: Readonly<Record<FindingKind, readonly [one: string, many: string]>> = {
  answer: ['Answer', 'Answers to questions'],
  name: ['Name', 'Names'],
  'folder-name': ['Name of a folder', 'Names of folders'],
  'placeholder-name': ['Name of a placeholder', 'Names of placeholders'],
  email: ['Email address', 'Email addresses'],
  phone: ['Phone number', 'Phone numbers'],
  iban: ['IBAN', 'IBANs'],
  card: ['Card number', 'Card numbers'],
  'identity-number': ['Identity number', 'Identity numbers'],
  'birth-date': ['Date of birth', 'Dates of birth'],
  author: ['Author', 'Authors'],
  company: ['Company', 'Companies'],
  template: ['Template', 'Templates'],
  comment: ['Comment', 'Comments'],
  'tracked-change': ['Tracked change', 'Tracked changes'],
  'speaker-notes': ['Speaker notes', 'Speaker notes'],
  'hidden-sheet': ['Hidden sheet', 'Hidden sheets'],
  attachment: ['Attachment in a PDF', 'Attachments in PDFs'],
  layer: ['PDF layer', 'PDF layers'],
};

export const countThings = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
