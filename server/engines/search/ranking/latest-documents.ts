import type { Held } from '../storage/inverted-index.ts';

// Not “current” alone, which assets and liabilities are, nor “last”, which months and resorts are.
const asksForLatest =
  /\b(?:latest|newest|most (?:recent|current)|(?:last|current) (?:quarter|year|period|report|filing|version))\b/i;
const year = /(?<!\d)(?:19|20)\d\d(?!\d)/g;
const quarter = /(?<![\p{L}\d])q([1-4])(?!\d)/iu;
const numberedMonth = /(?:19|20)\d\d[-_.](0[1-9]|1[0-2])(?!\d)/;
const namedMonth = /(?<!\p{L})(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\p{L}*/iu;
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** The last month, counted from year 0, of the period that a name tells; a year by itself ends in December. */
function periodOf(name: string): number | undefined {
  const years = Array.from(name.matchAll(year), ([each]) => Number(each));
  if (years.length === 0) return undefined;
  const [, ofQuarter] = quarter.exec(name) ?? [];
  const [, numbered] = numberedMonth.exec(name) ?? [];
  const [, named = ''] = namedMonth.exec(name) ?? [];
  const month = Number(ofQuarter) * 3 || Number(numbered) || months.indexOf(named.toLowerCase()) + 1 || 12;
  return 12 * Math.max(...years) + month;
}

/** Those of the documents whose title or path tells the latest period, when that is what the question asks for. */
export function latestOf(question: string, documents: readonly Held[]): Held[] {
  if (!asksForLatest.test(question)) return [];
  const periods = documents.map(({ title, path }) => periodOf(`${title} ${path}`) ?? 0);
  const latest = Math.max(...periods);
  return documents.filter((_, at) => latest > 0 && periods[at] === latest);
}
