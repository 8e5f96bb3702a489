import { hasValidLuhnDigit, weightedSum } from './check-digits.ts';
import type { Match } from './finding.ts';

interface NumberFormat {
  readonly pattern: RegExp;
  /** Receives the letters in upper case and the digits, without what parts them. */
  isValid(value: string): boolean;
  /** A word that must stand shortly before: its check digit alone fits one in ten numbers of that length. */
  readonly cue?: RegExp;
}

const NUMBER_FORMATS: readonly NumberFormat[] = [
  // United States: social security number.
  {
    pattern: /(?<![\w-])\d{3}-\d{2}-\d{4}(?![\w-])/g,
    isValid: (value) => /^(?!000|666|9)\d{3}(?!00)\d{2}(?!0000)\d{4}$/.test(value),
  },
  // United Kingdom: national insurance number.
  {
    pattern: /(?<!\w)[A-Z]{2} ?\d{2} ?\d{2} ?\d{2} ?[A-D](?!\w)/g,
    isValid: (value) => /^(?!BG|GB|KN|NK|NT|TN|ZZ|[DFIQUV]|.[DFIOQUV])[A-Z]{2}/.test(value),
  },
  // Italy: codice fiscale.
  {
    pattern: /(?<!\w)[A-Z]{6}\d{2}[ABCDEHLMPRST]\d{2}[A-Z]\d{3}[A-Z](?!\w)/gi,
    isValid: hasValidItalianCharacter,
  },
  // Spain: DNI and NIE.
  {
    pattern: /(?<!\w)(?:\d{8}|[XYZ]-?\d{7})-?[A-HJ-NP-TV-Z](?!\w)/gi,
    isValid: (value) =>
      'TRWAGMYFPDXBNJZSQVHLCKE'[
        Number(value.slice(0, -1).replace(/^[XYZ]/, (first) => String('XYZ'.indexOf(first)))) % 23
      ] === value.at(-1),
  },
  // France: numéro de sécurité sociale.
  {
    pattern: /(?<!\w)[12] ?\d{2} ?(?:0[1-9]|1[0-2]) ?(?:\d{2}|2[AB]) ?\d{3} ?\d{3} ?\d{2}(?!\w)/g,
    isValid: (value) => {
      const digits = value.replace('2A', '19').replace('2B', '18');
      return 97 - (Number(digits.slice(0, 13)) % 97) === Number(digits.slice(13));
    },
  },
  // Switzerland: AHV number.
  {
    pattern: /(?<!\w)756[. ]?\d{4}[. ]?\d{4}[. ]?\d{2}(?!\w)/g,
    isValid: (value) => weightedSum(value, [1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1]) % 10 === 0,
  },
  // Germany: tax identification number, and social insurance number.
  {
    pattern: /(?<![\w.-])\d{2}[ /]?\d{3}[ /]?\d{3}[ /]?\d{3}(?![\w-]|\.\d)/g,
    isValid: hasValidGermanTaxDigit,
    cue: /steuer|tax|idnr|\btin\b/i,
  },
  {
    pattern: /(?<!\w)\d{2} ?(?:0[1-9]|[12]\d|3[01])(?:0[1-9]|1[0-2])\d{2} ?[A-Z] ?\d{3}(?!\w)/g,
    isValid: hasValidGermanInsuranceDigit,
  },
  // Netherlands: burgerservicenummer.
  {
    pattern: /(?<![\w.-])\d{9}(?![\w-]|\.\d)/g,
    isValid: (value) => weightedSum(value, [9, 8, 7, 6, 5, 4, 3, 2, -1]) % 11 === 0,
    cue: /\bbsn\b|burgerservice|sofi/i,
  },
  // Poland: PESEL.
  {
    pattern: /(?<![\w.-])\d{11}(?![\w-]|\.\d)/g,
    isValid: (value) => weightedSum(value, [1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1]) % 10 === 0,
    cue: /pesel/i,
  },
  // Sweden: personnummer.
  {
    pattern: /(?<!\w)(?:19|20)?\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])[-+]\d{4}(?!\w)/g,
    isValid: (value) => hasValidLuhnDigit(value.slice(-10)),
  },
];

/** Characters before a number in which its cue may stand. */
const CUE_DISTANCE = 60;

/** Finds identity, tax and social insurance numbers with valid check digits. */
export function* findIdentityNumbers(text: string): Generator<Match> {
  for (const { pattern, isValid, cue } of NUMBER_FORMATS)
    for (const { 0: written, index } of text.matchAll(pattern)) {
      const value = written.replace(/[^A-Za-z0-9]/g, '').toUpperCase();
      if (cue && !cue.test(text.slice(Math.max(0, index - CUE_DISTANCE), index))) continue;
      if (isValid(value)) yield { kind: 'identity-number', start: index, end: index + written.length, value };
    }
}

/** Values of letters and digits at odd places; at even places they count as themselves. */
const ITALIAN_ODD_VALUES = [
  1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23,
];

function hasValidItalianCharacter(value: string): boolean {
  let sum = 0;
  for (let at = 0; at < 15; at += 1) {
    const character = value.charCodeAt(at);
    const position = character < 65 ? character - 48 : character - 65;
    sum += at % 2 === 0 ? (ITALIAN_ODD_VALUES[position] ?? 0) : position;
  }
  return value.charCodeAt(15) - 65 === sum % 26;
}

function hasValidGermanTaxDigit(value: string): boolean {
  if (value.startsWith('0')) return false;
  let product = 10;
  for (const digit of value.slice(0, 10)) {
    const sum = (Number(digit) + product) % 10 || 10;
    product = (sum * 2) % 11;
  }
  return (11 - product) % 10 === Number(value[10]);
}

function hasValidGermanInsuranceDigit(value: string): boolean {
  const letter = String(value.charCodeAt(8) - 64).padStart(2, '0');
  const digits = `${value.slice(0, 8)}${letter}${value.slice(9, 11)}`;
  const sum = [2, 1, 2, 5, 7, 1, 2, 1, 2, 1, 2, 1].reduce((total, weight, at) => {
    const product = weight * Number(digits[at]);
    return total + Math.floor(product / 10) + (product % 10);
  }, 0);
  return sum % 10 === Number(value[11]);
}
