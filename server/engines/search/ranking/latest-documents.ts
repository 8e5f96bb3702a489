import type { IndexedEntry } from '../storage/inverted-index.ts';

/** Leaves out “current” and “last” by themselves: “current assets” and “last resort” do not ask for the latest. */
const ASKS_FOR_LATEST =
  /\b(?:latest|newest|most (?:recent|current)|(?:last|current) (?:quarter|year|period|report|filing|version))\b/i;
const YEAR = /(?<!\d)(?:19|20)\d\d(?!\d)/g;
const QUARTER = /(?<![\p{L}\d])q([1-4])(?!\d)/iu;
const NUMBERED_MONTH = /(?:19|20)\d\d[-_.](0[1-9]|1[0-2])(?!\d)/;
const NAMED_MONTH = /(?<!\p{L})(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\p{L}*/iu;
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Returns the last month, counted from year 0, of the period in a name; a year alone ends in December. */
function periodOf(name: string): number | undefined {
  const years = Array.from(name.matchAll(YEAR), ([each]) => Number(each));
  if (years.length === 0) return undefined;
  const [, ofQuarter] = QUARTER.exec(name) ?? [];
  const [, numbered] = NUMBERED_MONTH.exec(name) ?? [];
  const [, named = ''] = NAMED_MONTH.exec(name) ?? [];
  const month = Number(ofQuarter) * 3 || Number(numbered) || MONTHS.indexOf(named.toLowerCase()) + 1 || 12;
  return 12 * Math.max(...years) + month;
}

/** Returns the documents whose title or path names the latest period, when the query asks for the latest. */
export function selectLatest(query: string, documents: readonly IndexedEntry[]): IndexedEntry[] {
  if (!ASKS_FOR_LATEST.test(query)) return [];
  const periods = documents.map(({ title, path }) => periodOf(`${title} ${path}`) ?? 0);
  const latest = Math.max(...periods);
  return documents.filter((_, index) => latest > 0 && periods[index] === latest);
}
