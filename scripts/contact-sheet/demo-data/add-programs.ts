import type { DemoRequest } from './demo-request.ts';

/** Adds what the security page of an account and the staff page of a room list. */
export async function addPrograms({ ensure }: DemoRequest, room: number): Promise<void> {
  await ensure('/api/user/tokens', { name: 'Nightly export', scope: 'read' });
  await ensure(`/api/rooms/${room}/service-accounts`, { name: 'Document scanner', scope: 'write' });
  await ensure('/api/saved-searches', { query: 'change of control', alerts: true });
}
