import type { DemoPerson } from './demo-people.ts';

interface FolderPlan {
  uploader: Extract<DemoPerson, 'dana' | 'jonas'>;
  /** Days before today on which the first and the last document was uploaded. */
  days: readonly [first: number, last: number];
}

/** When the documents of each top-level folder came into the room, and who uploaded them. Dana owns all folders. */
export const UPLOAD_PLAN: Readonly<Record<string, FolderPlan>> = {
  '01 Corporate': { uploader: 'dana', days: [176, 150] },
  '02 Transaction': { uploader: 'dana', days: [160, 128] },
  '03 Commercial': { uploader: 'dana', days: [168, 130] },
  '04 Finance': { uploader: 'dana', days: [150, 130] },
  '05 Real Estate': { uploader: 'dana', days: [164, 131] },
  '06 People': { uploader: 'dana', days: [140, 128] },
  '07 Intellectual Property': { uploader: 'jonas', days: [155, 149] },
  '08 Litigation': { uploader: 'dana', days: [130, 128] },
  '09 Environment and Insurance': { uploader: 'dana', days: [129, 84] },
  '11 Sellers Only': { uploader: 'dana', days: [158, 126] },
  '10 Products and Technology': { uploader: 'jonas', days: [152, 149] },
};

/** Documents that bidders may read and not download. */
export const RESTRICTED =
  /^(?:Share Purchase Agreement|Financial Model|Opinion of Counsel|Offer to Meridell|RE Exclusivity|Dr Weil)/;

/** Folders of correspondence and advice, which only the sellers' side may read. */
export const INTERNAL_FOLDERS = ['08 Litigation', '11 Sellers Only'] as const;

/** Days before today on which documents of the later months were uploaded, by the beginning of their name. */
export const LATE_UPLOADS: Readonly<Record<string, number>> = {
  'Opinion of Counsel': 54,
  'Offer to Meridell': 79,
  'Indicative Offer': 120,
  'Process Letter': 82,
  'Board Minutes 2026-09': 66,
  'Management Accounts': 41,
  'Letter of Elbhof': 45,
  'Site Visit': 38,
  'RE Exclusivity': 23,
  'Board Deck': 36,
  'Share Purchase Agreement': 16,
  'Disclosure Letter': 16,
  'Questions and Answers': 10,
};
