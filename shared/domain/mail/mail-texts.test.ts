import { expect, test } from 'vitest';
import { fillPlaceholders, mailTextProblem, placeholdersOf } from './mail-texts.ts';

test('an unknown placeholder is named beside those that can be used', () => {
  const all = '{recipient} {sender} {room} {link} {expires}';
  expect(mailTextProblem('invitation', 'body', `${all} {} { and }`)).toBe(
    `{} is not a placeholder. Use ${all}.`,
  );
  expect(mailTextProblem('invitation', 'body', 'Hello {name}')).toBe(
    `{name} is not a placeholder. Use ${all}.`,
  );
  expect(mailTextProblem('link', 'body', '{Sender}')).toBe(`{Sender} is not a placeholder. Use ${all}.`);
  expect(mailTextProblem('invitation', 'subject', '{link}')).toBe(
    '{link} is not a placeholder. Use {recipient} {sender} {room} {expires}.',
  );
  expect(mailTextProblem('digest', 'body', '{expires}')).toBe(
    '{expires} is not a placeholder. Use {recipient} {sender} {room} {link}.',
  );
  for (const text of ['', 'no braces', 'a { alone', '} {', `${all}`, '{\n}'])
    expect(mailTextProblem('invitation', 'body', text)).toBeUndefined();
  expect(mailTextProblem('invitation', 'body', '{room}'.repeat(31))).toBe('Use at most 30 placeholders');
  expect(placeholdersOf('digest', 'subject')).toEqual(['recipient', 'sender', 'room']);
});

test('values are data: what they contain is not replaced again', () => {
  const values = {
    recipient: '{sender}',
    sender: '{link} $& $1 {recipient}',
    room: '<b>{room}</b>',
    link: 'https://x.test',
    expires: 'today',
  };
  expect(fillPlaceholders('{recipient}|{sender}|{room}|{{link}}|{other}', values)).toBe(
    '{sender}|{link} $& $1 {recipient}|<b>{room}</b>|{https://x.test}|{other}',
  );
});
