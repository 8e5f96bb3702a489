import { drawBarChart, drawShareChart } from '../drawing/charts.ts';
import { type Drawing, moveShapes, type Shape } from '../drawing/drawing.ts';
import { PRODUCTS } from '../facts/company.ts';
import { CUSTOMERS } from '../facts/contracts.ts';
import { ebitdaOf, FIGURES, MONTHS_2026, REGIONS } from '../facts/finance.ts';
import type { Slide } from '../layout/pptx-document.ts';

export const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep'];
const sum = (values: readonly number[]): number =>
  Math.round(values.reduce((total, value) => total + value, 0) * 10) / 10;
const actual = sum(MONTHS_2026.actual);
const budget = sum(MONTHS_2026.budget);

export const beside = (drawing: Drawing): Shape[] => moveShapes(drawing.shapes, 470, 120);
export const million = (value: number): string => value.toFixed(1);

/** Size of a chart beside the text of a slide. */
export const CHART = { width: 440, height: 340 } as const;
export const YEARS = FIGURES.years.map((year) => `${year}${year === 2026 ? ' B' : ''}`);

/** Slides on revenue, products, customers and regions. */
export function listResultSlides(): Slide[] {
  return [...listRevenueSlides(), ...listMarketSlides()];
}

function listRevenueSlides(): Slide[] {
  return [
    {
      title: 'Nine months in brief',
      bullets: [
        `Revenue of £${actual} million, ${(((actual - budget) / budget) * 100).toFixed(1)}% above budget and 12.0% above last year`,
        'EBITDA of £8.0 million, or 18.1% of revenue; budget £7.9 million',
        'Net debt of £10.3 million at 30 September, leverage 0.97 times',
        'Order book of £33.7 million, of which £14.2 million for delivery in 2026',
        '1 accident with lost time (last year: 3)',
      ],
    },
    {
      title: 'Revenue by month',
      bullets: [
        'September was the strongest month in the history of the Company.',
        'March includes a delivery of 6,200 meters to Ostermoor that had been planned for April.',
        'July and August were affected by the summer closure in Kraków.',
      ],
      shapes: beside(
        drawBarChart({
          ...CHART,
          title: '£ million',
          categories: MONTHS,
          series: [
            { name: 'Actual', values: MONTHS_2026.actual },
            { name: 'Budget', values: MONTHS_2026.budget },
          ],
          format: million,
        }),
      ),
    },
    {
      title: 'Revenue and EBITDA, four years',
      bullets: [
        'Revenue grew by 14.1% a year from 2023 to 2025.',
        'Each additional pound of revenue brought 27 pence of EBITDA.',
        `Budget 2026: revenue £59.8 million, EBITDA £${(ebitdaOf(2026) / 1000).toFixed(1)} million.`,
      ],
      shapes: beside(
        drawBarChart({
          ...CHART,
          title: '£ million',
          categories: YEARS,
          series: [
            { name: 'Revenue', values: FIGURES.revenue.map((value) => value / 1000) },
            { name: 'EBITDA', values: FIGURES.years.map((year) => ebitdaOf(year) / 1000) },
          ],
          format: million,
        }),
      ),
    },
  ];
}

function listMarketSlides(): Slide[] {
  return [
    {
      title: 'Subscriptions carry the margin',
      bullets: PRODUCTS.map(
        ({ name, kind, revenue2025 }) => `${name} (${kind}): £${revenue2025} million in 2025`,
      ),
      shapes: beside(
        drawShareChart(
          'Share of revenue 2025',
          PRODUCTS.map(({ name, revenue2025 }) => ({ name, share: (revenue2025 / 53.6) * 100 })),
          440,
        ),
      ),
    },
    {
      title: 'Customers',
      bullets: [
        'The contract with Aguas del Tormal ends on 31 December 2026. The customer will tender its meters for 2027 to 2030; our offer is due on 16 November.',
        'Harrowby & Lisle ordered 210 further leak locators in August.',
        'Two pilot projects in Portugal, decision in the first quarter of 2027.',
      ],
      shapes: beside(
        drawShareChart(
          'Share of revenue 2025',
          CUSTOMERS.map(({ name, share }) => ({
            name: name.replace(/ (?:plc|GmbH|AS|S\.A\.|Limited)$/, ''),
            share,
          })),
          440,
        ),
      ),
    },
    {
      title: 'Regions',
      bullets: [
        'The Nordic countries grew fastest, by 21%.',
        'District heating is in field trial with 4 utilities.',
        'North America: approval is expected in the second quarter of 2027.',
      ],
      shapes: beside(drawShareChart('Revenue 2025 by region', REGIONS, 440)),
    },
  ];
}
