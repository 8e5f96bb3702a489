import type { SampleDocument } from '#server/testing/sample-documents/sample-documents.ts';
import { drawLineChart } from '../drawing/charts.ts';
import { drawOnCanvas } from '../drawing/draw-on-canvas.ts';
import type { Drawing } from '../drawing/drawing.ts';
import { drawMeter } from '../drawing/illustrations.ts';
import { drawSitePlan } from '../drawing/plans.ts';
import { COMPANY, PEOPLE } from '../facts/company.ts';
import { DEAL } from '../facts/deal.ts';
import { FIGURES } from '../facts/finance.ts';
import { formatDate, formatMillions, formatNumber } from '../facts/format-facts.ts';
import { CLAIM, MATTERS } from '../facts/liabilities.ts';
import { makePptxDocument, type Slide } from '../layout/pptx-document.ts';
import { beside, CHART, listResultSlides, MONTHS, million, YEARS } from './board-result-slides.ts';

const image = (drawing: Drawing) => ({
  png: drawOnCanvas(drawing, 1.5).toBuffer('image/png'),
  x: 480,
  y: 112,
  width: 430,
  height: (430 * drawing.height) / drawing.width,
});
function listSlides(): Slide[] {
  return [...listOpeningSlides(), ...listOperationsSlides(), ...listDealSlides()];
}

function listOpeningSlides(): Slide[] {
  return [
    {
      title: 'Board meeting, third quarter 2026',
      bullets: [`${COMPANY.name}  |  20 October 2026`, 'Strictly confidential'],
      isTitleSlide: true,
    },
    {
      title: 'Agenda',
      bullets: [
        'Safety and people',
        'Results of nine months and forecast',
        'Orders and customers',
        'Operations in Kraków',
        'Technology: TideHub and hot water',
        'Claim of Meridell Waterworks',
        `${DEAL.project}: status and next steps`,
        'Decisions',
      ],
    },
    ...listResultSlides(),
  ];
}

function listOperationsSlides(): Slide[] {
  return [
    {
      title: 'Operations: Kraków',
      bullets: [
        '142,000 meters made in nine months, scrap of 1.1% (target 1.2%)',
        'The second line reached its planned cycle time of 19 seconds in June.',
        `Soil: pilot of vapour extraction in bay 3 has run since August; the estimate of €${formatNumber(MATTERS.cleanUp)} is confirmed.`,
      ],
      image: image(drawSitePlan()),
    },
    {
      title: 'Delivery performance',
      bullets: [
        'On-time delivery rose from 91% to 96%.',
        'Transducers of Elmar Piezo remain the bottleneck, with a lead time of 14 weeks.',
        'A second source would need consent under the exclusive agreement until May 2029.',
      ],
      shapes: beside(
        drawLineChart({
          ...CHART,
          title: 'Orders delivered on time, %',
          categories: MONTHS,
          series: [
            { name: '2026', values: [91, 92, 90, 93, 94, 95, 94, 96, 96] },
            { name: '2025', values: [86, 87, 88, 86, 89, 90, 89, 91, 90] },
          ],
        }),
      ),
    },
    {
      title: 'Product: Brookline 300 for hot water',
      bullets: [
        '90 degrees for 16 years, same body and electronics',
        'Field trial since February, no failure in 1,400 meters',
        'Launch in the second quarter of 2027, tools of £0.6 million',
      ],
      image: image(drawMeter(430, 340)),
    },
  ];
}

function listDealSlides(): Slide[] {
  return [
    {
      title: 'Claim of Meridell Waterworks',
      bullets: [
        `Claim ${CLAIM.number} for £${formatNumber(CLAIM.amount)}, provision of £${formatNumber(CLAIM.provision)}`,
        `Counsel puts the chance of a successful defence at ${CLAIM.chance}%; trial in ${CLAIM.trial}`,
        `Offer of £${formatNumber(CLAIM.settlementOffer)} without admission on 3 September, refused`,
        'Orders of Meridell continue: £5.9 million in nine months',
      ],
    },
    {
      title: `${DEAL.project}: status`,
      bullets: [
        'Three bidders are in the second phase: Corvane, Sundvik and Pellworth.',
        `Indicative offers: £84 million to £92 million for the enterprise`,
        `The draft agreement, at ${formatMillions(DEAL.enterpriseValue)} for the enterprise, goes out in the first week of November`,
        `Final offers are due on ${formatDate(DEAL.finalOffers)} at 12:00; signing is planned for ${formatDate(DEAL.signing)}`,
        'The room holds all documents that bidders asked for; 14 questions are open.',
      ],
    },
    {
      title: 'Forecast 2026',
      bullets: [
        'Revenue of £60.1 million (budget £59.8 million)',
        'EBITDA of £10.9 million (budget £10.9 million)',
        'Capital expenditure of £3.6 million',
        'Risks: chips for radio modules, exchange rate of the zloty',
      ],
      shapes: beside(
        drawLineChart({
          ...CHART,
          title: 'Net debt, £ million',
          categories: YEARS,
          series: [{ name: 'Net debt', values: FIGURES.netDebt.map((value) => value / 1000) }],
          format: million,
        }),
      ),
    },
    {
      title: 'Decisions',
      bullets: [
        'Approval of the tools for hot water, £0.6 million',
        `Authority for ${PEOPLE.cfo.name} to settle the Meridell claim up to £850,000`,
        'Bonus pool 2026 of £1.1 million',
        'Next meeting: 8 December 2026, Bristol',
      ],
    },
  ];
}

export const makeBoardDeck = (): SampleDocument =>
  makePptxDocument('Board Deck Q3 2026.pptx', listSlides(), {
    title: 'Board meeting, third quarter 2026',
    author: COMPANY.name,
    date: '2026-10-16',
  });
