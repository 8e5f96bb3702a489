import type { Drawing } from '../drawing/drawing.ts';

export interface Signatory {
  party: string;
  name: string;
  role: string;
  /** Absent on drafts, whose lines are empty. */
  date?: string;
}

export interface DocumentSource {
  name: string;
  /** Template in the markup of markup.ts. */
  text: string;
  values: Readonly<Record<string, string>>;
  title: string;
  author: string;
  /** ISO date of the document. */
  date: string;
  figures?: Readonly<Record<string, Drawing>>;
  signatories?: readonly Signatory[];
}
