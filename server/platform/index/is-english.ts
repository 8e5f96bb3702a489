import { analyse } from './analyse.ts';
import { stopWords } from './stop-words.ts';

/** Function words of German, French, Spanish, Italian, Portuguese and Dutch that English has not. */
const foreign: ReadonlySet<string> = new Set(
  `
  aan als aus bei beim como con cual cuando dans das dass dem den der des deze dont che chi cosa del della di die donde dos du
  een ein eine einem einen einer eines el elle em en es est et fur het hoe il ist je kein la las le les lo los mit nach nel
  nicht oder onde op ou par pas per pour qual quale quand quando que quel quelle qui quien sich sie sind sobre sont sul
  sur um una und une uno van voor vom von waar wann wat war waren was welche welchem welchen welcher welches wem wen wer
  werden wie wieder wird wo worden wurde wurden zu zum zur
`
    .trim()
    .split(/\s+/),
);

/** Whether a question is to be read as English: it is unless its letters or its function words say otherwise. */
export function isEnglish(text: string): boolean {
  let balance = 0;
  for (const { text: word, kind } of analyse(text)) {
    if (kind === 'extra') continue;
    if (/[^\p{Script=Latin}\p{Script=Common}\p{M}]/u.test(word)) return false;
    if (stopWords.has(word)) balance++;
    if (foreign.has(word)) balance -= 1.5;
  }
  return balance >= 0;
}
