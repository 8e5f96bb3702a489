import { expect, test } from 'vitest';
import { labelChoice, presentChoice } from './publication-choice.ts';

const choice = { time: '', approver: undefined, needsApproval: false };

test('the button names what happens with the date and the approver', () => {
  expect(labelChoice(choice)).toBe('Publish Now');
  expect(labelChoice({ ...choice, time: '2026-11-29T09:00' })).toBe('Schedule');
  expect(labelChoice({ ...choice, approver: 3 })).toBe('Request Approval');
  expect(labelChoice({ ...choice, needsApproval: true })).toBe('Request Approval');
});

test('the date and the approver are sent only where they are chosen', () => {
  expect(presentChoice(choice)).toEqual({});
  const time = '2026-11-29T09:00';
  expect(presentChoice({ ...choice, time, approver: 3 })).toEqual({
    at: new Date(time).toISOString(),
    approverMemberId: 3,
  });
});

test('a member who was chosen is not sent once a second manager approves publications', () => {
  expect(presentChoice({ ...choice, approver: 3, needsApproval: true })).toEqual({});
});
