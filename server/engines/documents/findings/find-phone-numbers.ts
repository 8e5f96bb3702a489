import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import type { Match } from './finding.ts';

/** Digits with what parts them; parentheses around an area code or a leading zero. */
const CANDIDATE =
  /(?<![\p{L}\p{N}_+/.,-])(?:\+|\(\+|\(?00|\(?0|\(|)[1-9](?:[ \u00a0./()-]{0,3}\d){5,16}(?![\p{L}\p{N}_]|[.,/-]\d)/gu;
/** Words before a number that make it one of a telephone, whatever its country. */
const CUE =
  /(?:\btel(?:\.|e?fon|ephone|\b)|\bph(?:one|\.)|\bfax|\bmobile?\b|\bmob\.|\bcell|\bhandy\b|\btél|\bcall\b|\bdirect(?:\sline|\sdial)?|\bhotline|whatsapp|durchwahl|\bt:|\bm:|\bf:)[^\p{L}\n]{0,12}(?:no\.?|number|nr\.?|\p{L}{2})?[^\p{L}\p{N}\n]{0,6}$/iu;
const CUE_DISTANCE = 40;
const NORTH_AMERICAN = /^(?:\(\d{3}\) ?|\d{3}[-.])\d{3}[-.]\d{4}$/;
/** Countries whose rules are tried for numbers without a country code. */
const COUNTRIES: readonly CountryCode[] = [
  'US',
  'GB',
  'DE',
  'FR',
  'IT',
  'ES',
  'NL',
  'CH',
  'AT',
  'BE',
  'PL',
  'SE',
];

/** Finds telephone numbers: with a country code, in the North American form, or behind words such as "Tel.". */
export function* findPhoneNumbers(text: string): Generator<Match> {
  for (const { 0: written, index } of text.matchAll(CANDIDATE)) {
    const value = phoneNumberOf(written, text.slice(Math.max(0, index - CUE_DISTANCE), index));
    if (value !== undefined) yield { kind: 'phone', start: index, end: index + written.length, value };
  }
}

/** The number in its international form where the country is known; otherwise its digits. */
function phoneNumberOf(written: string, before: string): string | undefined {
  const international = written.replace(/^\(\+/, '+').replace(/^\(?00/, '+');
  if (international.startsWith('+')) {
    // "+49 (0)30" is a national prefix that is not dialed from abroad.
    const number = parsePhoneNumberFromString(international.replace(/\(0\)/, ''));
    return number?.isValid() || (number?.isPossible() && CUE.test(before)) ? number.number : undefined;
  }
  if (NORTH_AMERICAN.test(written)) {
    const number = parsePhoneNumberFromString(written, 'US');
    if (number?.isValid()) return number.number;
  }
  if (!CUE.test(before)) return undefined;
  const number = COUNTRIES.map((country) => parsePhoneNumberFromString(written, country)).find((parsed) =>
    parsed?.isValid(),
  );
  return number?.number ?? written.replace(/\D/g, '');
}
