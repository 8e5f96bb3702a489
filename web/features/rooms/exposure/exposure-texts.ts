import type { ExposureSettings } from '#shared/contracts/rooms/exposure-settings.ts';

/** Names and questions as they are edited: one per line. */
export interface ExposureTexts {
  readonly names: string;
  readonly questions: string;
}

export const textsOf = ({ names, questions }: ExposureSettings): ExposureTexts => ({
  names: names.join('\n'),
  questions: questions.join('\n'),
});

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

export const settingsOf = ({ names, questions }: ExposureTexts): ExposureSettings => ({
  names: linesOf(names),
  questions: linesOf(questions),
});
