import { expect, test } from 'vitest';
import { chooseMethod } from './choose-method.ts';

test.for([
  ['a quoted phrase', 'find "change of control" clauses in the agreements'],
  ['a code', 'EX-10.1'],
  ['a code and its kind', 'invoice 2024-0017'],
  ['a file name', 'share purchase agreement final.pdf'],
  ['a word or two', 'the kingfisher lease'],
] as const)('%s is searched by keyword', ([, text]) => expect(chooseMethod(text)).toBe('keyword'));

test.for([
  ['a question', 'Who may terminate the agreement and when?'],
  [
    'a question that quotes a name',
    'Which warranties does “Kenway Marine” give about the condition of its ships?',
  ],
  ['a question with a year in it', 'How did the revenue of the group develop in 2023?'],
] as const)('%s is searched in both ways', ([, text]) => expect(chooseMethod(text)).toBe('hybrid'));
