import { electronicFormatIBAN, getCountrySpecifications, isValidIBAN } from 'ibantools';
import { hasValidLuhnDigit } from './check-digits.ts';
import { findBirthDates } from './find-birth-dates.ts';
import { findIdentityNumbers } from './find-identity-numbers.ts';
import { findPhoneNumbers } from './find-phone-numbers.ts';
import type { Match } from './finding.ts';

/** The order decides what a text is that two rules fit: an IBAN contains digits that look like a card or phone number. */
const RULES: readonly ((text: string) => Iterable<Match>)[] = [
  findEmailAddresses,
  findIbans,
  findCardNumbers,
  findIdentityNumbers,
  findBirthDates,
  findPhoneNumbers,
];

/** Finds what a text says about persons and accounts, in the order of the text; matches do not overlap. */
export function findInText(text: string): Match[] {
  const found: Match[] = [];
  const isFree = ({ start, end }: Match) => found.every((other) => end <= other.start || start >= other.end);
  for (const rule of RULES) for (const match of rule(text)) if (isFree(match)) found.push(match);
  return found.toSorted((one, other) => one.start - other.start);
}

const EMAIL =
  /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}_][\p{L}\p{N}._%+'-]{0,63}@(?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}{2,24}(?![\p{L}\p{N}])/gu;

function* findEmailAddresses(text: string): Generator<Match> {
  if (!text.includes('@')) return;
  for (const { 0: address, index } of text.matchAll(EMAIL))
    yield { kind: 'email', start: index, end: index + address.length, value: address.toLowerCase() };
}

const IBAN_START = /(?<![A-Za-z0-9])[A-Z]{2}\d{2}(?=[ \u00a0-]?[A-Z0-9])/g;
const MAX_IBAN_CHARACTERS = 34;

/** Reads as many letters and digits as the country's accounts have, so that words behind an IBAN do not hide it. */
function* findIbans(text: string): Generator<Match> {
  const countries = getCountrySpecifications();
  for (const { 0: start, index } of text.matchAll(IBAN_START)) {
    const length = countries[start.slice(0, 2)]?.chars;
    if (length === null || length === undefined || length > MAX_IBAN_CHARACTERS) continue;
    const end = endOfCharacters(text, index, length);
    const iban = electronicFormatIBAN(text.slice(index, end));
    if (end === undefined || iban === null || /[A-Z0-9]/i.test(text[end] ?? '') || !isValidIBAN(iban))
      continue;
    yield { kind: 'iban', start: index, end, value: iban };
  }
}

/** The offset behind this many letters and digits, between which single blanks or hyphens may stand. */
function endOfCharacters(text: string, from: number, count: number): number | undefined {
  let at = from;
  for (let seen = 0; seen < count; at += 1) {
    const character = text[at] ?? '';
    if (/[A-Za-z0-9]/.test(character)) seen += 1;
    else if (!/[ \u00a0\n-]/.test(character) || !/[A-Za-z0-9]/.test(text[at + 1] ?? '')) return undefined;
  }
  return at;
}

const CARD = /(?<![\p{L}\p{N}]|\d[ .,-])\d(?:[ -]?\d){12,18}(?![\p{L}\p{N}]|[ .,-]\d)/gu;
/** Visa, Mastercard, American Express, Diners Club, Discover, JCB and UnionPay, with their lengths. */
const CARD_ISSUER =
  /^(?:4\d{12}(?:\d{3}){0,2}|5[1-5]\d{14}|2(?:22[1-9]|2[3-9]\d|[3-6]\d\d|7[01]\d|720)\d{12}|3[47]\d{13}|3(?:0[0-5]|[68]\d)\d{11}|6(?:011|5\d\d|4[4-9]\d)\d{12}|35(?:2[89]|[3-8]\d)\d{12}|62\d{14,17})$/;

function* findCardNumbers(text: string): Generator<Match> {
  for (const { 0: written, index } of text.matchAll(CARD)) {
    const value = written.replace(/\D/g, '');
    if (CARD_ISSUER.test(value) && hasValidLuhnDigit(value))
      yield { kind: 'card', start: index, end: index + written.length, value };
  }
}
