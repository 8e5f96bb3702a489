const ARABIC_PREFIXES = ['وال', 'بال', 'كال', 'فال', 'ال', 'لل'];
const ARABIC_SUFFIXES = ['ها', 'ان', 'ات', 'ون', 'ين', 'يه', 'ية', 'ه', 'ة', 'ي'];

/** Larkey's light stemmer (light10): without article, conjunction and the endings of number, gender and owner. */
export function stemArabic(word: string): string {
  let stem = word.replace(/ى/g, 'ي');
  if (stem.startsWith('و') && stem.length >= 4) stem = stem.slice(1);
  const prefix = ARABIC_PREFIXES.find((each) => stem.startsWith(each) && stem.length >= each.length + 2);
  if (prefix !== undefined) stem = stem.slice(prefix.length);
  for (const suffix of ARABIC_SUFFIXES) {
    if (stem.endsWith(suffix) && stem.length >= suffix.length + 2) stem = stem.slice(0, -suffix.length);
  }
  return stem;
}
