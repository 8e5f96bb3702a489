import { expect, test } from 'vitest';
import { EVERYTHING, listEvents, toBody, webhookSchema } from './webhook-schema.ts';

test('a webhook of a folder offers events of files and folders, one of everything all of them', () => {
  expect(listEvents('7')).toContain('file.upload');
  expect(listEvents('7')).not.toContain('session.sign-in');
  expect(listEvents(EVERYTHING)).toContain('session.sign-in');
});

test('the body names the folder, and no event that the folder cannot send', () => {
  const values = { url: 'https://example.com/hook', events: ['file.upload', 'session.sign-in'] as const };
  expect(toBody({ ...values, events: [...values.events], folder: '7' })).toEqual({
    url: values.url,
    folderId: 7,
    events: ['file.upload'],
  });
  expect(toBody({ ...values, events: [...values.events], folder: EVERYTHING }).folderId).toBe(null);
});

test('an address needs http or https', () => {
  const parse = (url: string) =>
    webhookSchema.safeParse({ url, folder: EVERYTHING, events: ['file.upload'] }).success;
  expect(['https://example.com/hook', 'http://a.test'].map(parse)).toEqual([true, true]);
  expect(['ftp://a.test', 'example.com', 'https://'].map(parse)).toEqual([false, false, false]);
});
