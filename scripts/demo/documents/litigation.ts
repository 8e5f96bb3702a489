import {
  type DocumentSet,
  type SampleDocument,
  toSampleDocument,
} from '#server/testing/sample-documents/sample-documents.ts';
import { drawLetterhead } from '../drawing/covers.ts';
import { drawOnCanvas } from '../drawing/draw-on-canvas.ts';
import { drawMeter } from '../drawing/illustrations.ts';
import { COMPANY, PEOPLE } from '../facts/company.ts';
import { COMMON_VALUES, formatDate, formatNumber } from '../facts/format-facts.ts';
import { CLAIM } from '../facts/liabilities.ts';
import { makeDocxDocument } from '../layout/docx-document.ts';
import { makeEmail } from '../layout/email.ts';
import { makePdfDocument } from '../layout/pdf-document.ts';
import { makeScannedLetter } from '../layout/scan.ts';
import { loadTemplate } from '../texts/load-template.ts';

export async function listLitigationDocuments(): Promise<DocumentSet> {
  return {
    '08 Litigation': [
      await makeStatementOfClaim(),
      makeOpinion(),
      await makeDefectLetter(),
      makeSettlementEmail(),
      makePhotograph(),
    ],
  };
}

const makeStatementOfClaim = (): Promise<SampleDocument> =>
  makePdfDocument({
    name: 'Particulars of Claim Meridell.pdf',
    title: `Particulars of claim ${CLAIM.number}`,
    author: 'Greave Hollins LLP',
    date: CLAIM.filed,
    text: loadTemplate('statement-of-claim'),
    values: COMMON_VALUES,
    style: { header: [`Claim ${CLAIM.number}`, 'Particulars of claim'], lineHeight: 1.6 },
    signatories: [
      { party: CLAIM.claimant, name: 'Rosalind Greave', role: 'solicitor', date: formatDate(CLAIM.filed) },
    ],
  });

const makeOpinion = (): SampleDocument =>
  makeDocxDocument({
    name: 'Opinion of Counsel.docx',
    title: `Opinion in ${CLAIM.number}`,
    author: 'Eleanor Quist KC',
    date: '2026-09-28',
    text: loadTemplate('counsel-opinion'),
    values: COMMON_VALUES,
  });

const makeDefectLetter = (): Promise<SampleDocument> =>
  makeScannedLetter('Letter of Meridell Waterworks (scan).pdf', {
    letterhead: drawLetterhead(CLAIM.claimant, 'Aqueduct House, Leeds', '#1d6a8c'),
    recipient: [COMPANY.name, PEOPLE.ceo.name, "Wharf House, 12 Cobbler's Quay", 'Bristol'],
    reference: 'MW/LEG/25-1188',
    date: '4 December 2025',
    subject: `Serial defect of batch ${CLAIM.batch}`,
    paragraphs: [
      `Of the ${formatNumber(CLAIM.meters)} meters of batch ${CLAIM.batch} that you delivered on ${formatDate(CLAIM.delivered)}, ${CLAIM.failed} have ceased to transmit. Our laboratory found moisture in the electronics of 58 of 60 meters that it opened.`,
      'This is a Serial Defect under our framework agreement. We require the replacement of the whole batch within 12 weeks and payment of our costs, which we estimate at £1.4 million.',
      'If we do not receive your agreement by 19 December, we shall take advice on proceedings.',
    ],
    signer: 'Graham Ollerton',
    role: 'Director of Operations',
    stamp: '8 DEC 2025',
  });

const makeSettlementEmail = (): SampleDocument =>
  makeEmail('Offer to Meridell without Admission.eml', {
    from: 'Owen Pritchard <o.pritchard@tarnbrook.example>',
    to: ['Rosalind Greave <r.greave@greavehollins.example>'],
    cc: ['Priya Anand <p.anand@tarnbrook.example>'],
    sent: '2026-09-03T10:15:00Z',
    subject: `Without prejudice save as to costs: ${CLAIM.number}`,
    text: `Dear Ms Greave,

without admission of liability our client offers to pay £${formatNumber(CLAIM.settlementOffer)} in full and final settlement of the claim, including interest and costs, within 28 days after acceptance.

The offer is open until 24 September 2026. It is conditional on your client's confirmation that it will not terminate the framework agreement because of a change of control of our client before 31 March 2028.

Yours sincerely
${PEOPLE.secretary.name}
Company Secretary`,
  });

const makePhotograph = (): SampleDocument =>
  toSampleDocument(
    'Meter of Batch B24-0311.jpg',
    drawOnCanvas(drawMeter(1200, 800), 1).toBuffer('image/jpeg', 78),
  );
