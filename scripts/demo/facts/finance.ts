/** Thousands of pounds, of the years 2023 to 2025 and the budget of 2026. */
export const FIGURES = {
  years: [2023, 2024, 2025, 2026],
  revenue: [41_200, 46_900, 53_600, 59_800],
  materials: [16_480, 18_530, 20_900, 23_140],
  personnel: [13_390, 14_900, 16_590, 18_150],
  other: [5_230, 5_870, 6_710, 7_610],
  depreciation: [1_720, 1_890, 2_060, 2_290],
  interest: [940, 1_210, 1_150, 980],
  tax: [610, 850, 1_240, 1_520],
  capex: [2_300, 2_650, 3_120, 3_600],
  netDebt: [15_400, 14_100, 11_800, 8_900],
  employees: [268, 291, 312, 325],
  inventories: [6_850, 7_420, 8_010, 8_600],
  receivables: [7_640, 8_610, 9_480, 10_300],
  payables: [5_120, 5_690, 6_240, 6_800],
  fixedAssets: [11_900, 12_660, 13_720, 15_030],
  intangibles: [3_100, 3_480, 3_910, 4_300],
  provisions: [540, 720, 1_310, 1_200],
} as const;

export const REGIONS = [
  { name: 'United Kingdom and Ireland', share: 44 },
  { name: 'Germany and Austria', share: 23 },
  { name: 'Nordic countries', share: 15 },
  { name: 'Spain and Portugal', share: 11 },
  { name: 'Rest of the world', share: 7 },
] as const;

/** Millions of pounds of the months January to September 2026. */
export const MONTHS_2026 = {
  actual: [4.4, 4.6, 5.2, 4.9, 5.0, 5.3, 4.7, 4.6, 5.4],
  budget: [4.5, 4.6, 5.1, 4.8, 5.0, 5.2, 4.8, 4.5, 5.2],
  prior: [4.0, 4.1, 4.6, 4.4, 4.5, 4.7, 4.3, 4.1, 4.7],
} as const;

type FigureName = Exclude<keyof typeof FIGURES, 'years'>;

export function figureOf(name: FigureName, year: number): number {
  const value = FIGURES[name][year - 2023];
  if (value === undefined) throw new Error(`No ${name} for ${year}`);
  return value;
}

export const ebitdaOf = (year: number): number =>
  figureOf('revenue', year) -
  figureOf('materials', year) -
  figureOf('personnel', year) -
  figureOf('other', year);

export const profitOf = (year: number): number =>
  ebitdaOf(year) - figureOf('depreciation', year) - figureOf('interest', year) - figureOf('tax', year);

export const equityOf = (year: number): number =>
  figureOf('fixedAssets', year) +
  figureOf('intangibles', year) +
  figureOf('inventories', year) +
  figureOf('receivables', year) -
  figureOf('payables', year) -
  figureOf('provisions', year) -
  figureOf('netDebt', year);
