import { QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { RoomWithSettings } from '#shared/contracts/rooms/rooms.ts';
import { createQueryClient } from '#web/lib/http/query-client.ts';
import { AnalyticsSettingsForm } from './analytics-settings-form.tsx';

const ANALYTICS = {
  hidePersons: false,
  showGroupsTheirOwn: false,
  recordSearchWords: false,
  timeZone: 'UTC',
  weights: { coverage: 1, depth: 1, return: 1, breadth: 1, questions: 1, trend: 1 },
};

function render(room: Pick<RoomWithSettings, 'state' | 'staffRole'>): string {
  const shown = { id: 7, settings: { analytics: ANALYTICS }, ...room } as RoomWithSettings; // the fields that it reads
  return renderToStaticMarkup(
    <QueryClientProvider client={createQueryClient()}>
      <AnalyticsSettingsForm room={shown} />
    </QueryClientProvider>,
  );
}

/** Returns the switches, lists and fields that can be changed. */
const listEnabled = (html: string): string[] =>
  [...html.matchAll(/<(?:input|select)[^>]*>/g)]
    .map(([control]) => control)
    .filter((control) => !/ (?:disabled|readOnly)=""/i.test(control));

test('a manager changes the settings of the analytics of a room that is not closed', () => {
  expect(listEnabled(render({ state: 'open', staffRole: 'manager' }))).toHaveLength(10);
  expect(listEnabled(render({ state: 'open', staffRole: 'editor' }))).toEqual([]);
});

test.each(['closed', 'archived'] as const)('nobody changes the analytics of a room that is %s', (state) => {
  expect(listEnabled(render({ state, staffRole: 'manager' }))).toEqual([]);
});
