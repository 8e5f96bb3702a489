import { formatNumber } from './format-facts.ts';
import { CLAIM, MATTERS } from './liabilities.ts';

/** Meetings of the board in 2026, with what was reported and decided. */
export const MEETINGS = [
  {
    day: '2026-03-24',
    time: '10:00 to 13:40',
    declarations: 'No conflicts of interest were declared.',
    results:
      'Priya Anand presented the results of February. Revenue of two months was £9.0 million, £0.1 million below budget. The audit of 2025 is almost complete; the auditor has asked for a further opinion on the Meridell claim.',
    operations:
      'Jonas Brandt reported that the second line in Kraków needs 21 seconds for a meter, against a plan of 19. A field trial of the hot water meter has begun with four utilities.',
    claims:
      'Meridell Waterworks plc has announced proceedings about batch B24-0311. HM Revenue and Customs opened an enquiry into research and development relief for 2023 on 19 January. Solvents were found in the soil below bay 3; a report is expected in April.',
    project:
      'Callum Dray informed the board that Ostrevane Growth Fund LP wishes a sale process to start in May. The board appointed Aldous Reeve Advisory LLP.',
    resolutions:
      'The engagement letter of the adviser was approved, with a fee of 1.6% of the enterprise value and a minimum of £900,000. A budget of £45,000 for soil examinations was approved.',
    next: '23 June 2026 in Kraków.',
  },
  {
    day: '2026-06-23',
    time: '9:30 to 14:15',
    declarations:
      'Dana Keller, Jonas Brandt and Callum Dray declared their interests as sellers, or as appointee of a seller, in the sale of the Company.',
    results:
      'Revenue of five months was £24.1 million, £0.1 million above budget, and EBITDA £4.1 million. Net debt was £11.2 million at 31 May.',
    operations:
      'The board visited the works. The cycle time of 19 seconds was reached on 9 June. Elmar Piezo GmbH has announced a price increase of 5% from January 2027, which the supply agreement limits to half of the producer price index.',
    claims: `The claim of Meridell Waterworks plc for £${formatNumber(CLAIM.amount)} was issued on 12 May. Eleanor Quist KC has been instructed. The report of Terrana Boden estimates the treatment of the soil at €${formatNumber(MATTERS.cleanUp)}. Dr Tomas Weil has asked for £180,000 for the assignment of his rights in the patent on phase comparison.`,
    project:
      'The adviser sent the teaser to 41 parties; 17 signed confidentiality agreements and received the information memorandum. Indicative offers are due on 24 July.',
    resolutions:
      'The board approved negotiations with Dr Weil up to £95,000, and the installation of three groundwater wells.',
    next: '15 September 2026 in Bristol.',
  },
  {
    day: '2026-09-15',
    time: '10:00 to 12:50',
    declarations: 'The declarations of 23 June were repeated.',
    results:
      'Revenue of eight months was £38.7 million. The forecast for the year was raised to £60.1 million. Stock fell by £0.4 million after the summer.',
    operations:
      'Aguas del Tormal S.A. has written on 2 September that it will tender its meters for 2027 to 2030. An offer will be prepared with a price reduction of no more than 6%.',
    claims: `An offer of £${formatNumber(CLAIM.settlementOffer)} without admission was made to Meridell Waterworks plc on 3 September and was refused on 10 September. The pilot of soil vapour extraction has run since 17 August.`,
    project:
      'Four indicative offers were received, of £70 million to £92 million. Quillon Measurement Inc was not invited to the second phase. The data room has been open since 1 September for Corvane, Sundvik and Pellworth.',
    resolutions:
      'The board approved the process letter and the draft of the share purchase agreement in principle. The bonus of Priya Anand on a change of control, 75% of salary, was confirmed.',
    next: '20 October 2026 in Bristol.',
  },
] as const;
