import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { LINKS_KEY } from '#web/features/links/links-key.ts';

/**
 * The first parts of the keys of what the server or other people change, and no live update announces. It is asked for again
 * whenever it is opened; what was loaded last stays on the screen meanwhile.
 */
const UNWATCHED: readonly QueryKey[] = [
  ['audit'],
  ['audit-state'],
  ['outbox'],
  ['maintenance-tasks'],
  ['job-queue'],
  ['ocr-status'],
  ['withheld-files'],
  ['users', 'accounts'],
  ['users', 'list'],
  ['users', 'sign-in-limits'],
  ['sessions'],
  ['saved-searches'],
  ['webhooks', 'deliveries'],
  ['certificate-parties'],
  ['certificates'],
  ['receipts'],
  ['room-receipts'],
  ['anchors'],
  ['room-archives'],
  ['erasures'],
  ['terms'],
  ['imports', 'folder'],
  ['settings', 'system'],
  ['settings', 'sign-in'],
  ['settings', 'address-rules'],
  ['exposure'],
  ['analytics'],
  ['room-history'],
  // Settings of links are announced, visits are not.
  LINKS_KEY,
  ['rooms', 'file'],
  ['rooms', 'audience'],
  ['brand', 'own'],
];

/** Asks for these again each time they are opened. */
export function refreshUnwatched(client: QueryClient): QueryClient {
  for (const queryKey of UNWATCHED) client.setQueryDefaults(queryKey, { refetchOnMount: 'always' });
  return client;
}
