import { type DocumentSet, makePdf, makeText, type SampleDocument } from '../sample-documents.ts';
import { COMPANY, CUSTOMERS, formatEuros } from './company.ts';

export async function listLitigationDocuments(): Promise<DocumentSet> {
  return {
    '06 Litigation': await Promise.all(CLAIMS.map(makeStatementOfClaim)),
    '06 Litigation/Letters': CUSTOMERS.slice(0, 12).map(makeComplaintLetter),
  };
}

const CLAIMS = [
  ['Aster Rail', 780_000, 'axle bearings delivered in March 2024 that failed before their time'],
  ['Hellas Cement', 145_000, 'a standstill of a kiln in 2023'],
  ['Xanten Verpackung', 38_500, 'packaging that was ordered and not taken'],
  ['Former sales agent Ruiz', 96_000, 'a commission after the end of his contract'],
] as const;

function makeStatementOfClaim(
  [claimant, amount, reason]: (typeof CLAIMS)[number],
  index: number,
): Promise<SampleDocument> {
  return makePdf(`Statement of Claim ${claimant}.pdf`, [
    {
      heading: `Statement of Claim, ${index + 3} O ${210 + index}/25`,
      paragraphs: [
        `${claimant} claims ${formatEuros(amount)} from ${COMPANY} for ${reason}.`,
        `The hearing on the claim of ${claimant} is on ${3 + index * 6} March 2027. Counsel puts the chance of defence at ${40 + index * 12} per cent.`,
      ],
    },
  ]);
}

function makeComplaintLetter(
  { name, city, product }: (typeof CUSTOMERS)[number],
  index: number,
): SampleDocument {
  return makeText(
    `Letter ${name}.txt`,
    `To ${COMPANY}, Bremen\n\nRe: delivery ${4400 + index * 13} of ${product}\n\nOf ${400 + index * 20} pieces ${3 + index} were rejected at ${city}. We ask for a credit note within ${10 + index} days and refer to the supply agreement.\n\n${name}\n`,
  );
}
