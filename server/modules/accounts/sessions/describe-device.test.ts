import fc from 'fast-check';
import { expect, test } from 'vitest';
import { describeDevice } from './describe-device.ts';

test.for([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0',
    'Edge on Windows',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15',
    'Safari on macOS',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0', 'Firefox on Linux'],
  [
    'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36',
    'Chrome on Android',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/141.0 Mobile/15E148 Safari/604.1',
    'Chrome on iPhone',
  ],
  ['curl/8.15.0', 'curl'],
  ['', 'Unknown device'],
] as const)('%s is described as %s', ([userAgent, device]) => {
  expect(describeDevice(userAgent)).toBe(device);
});

test('a long user agent is read in an instant', () => {
  const started = process.cpuUsage();
  expect(describeDevice('Version/1 '.repeat(20_000))).toBe('Unknown device');
  expect(process.cpuUsage(started).user).toBeLessThan(50_000);
});

test('a user agent chooses among fixed names only, so that it cannot put words into a mail', () => {
  fc.assert(fc.property(fc.string(), (text) => /^[A-Za-z ]+$/.test(describeDevice(text))));
});
