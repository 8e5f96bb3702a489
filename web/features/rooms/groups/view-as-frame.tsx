import { useEffect } from 'react';
import type { VisitorStatus } from '#shared/contracts/visitors.ts';
import { toastError } from '#web/features/errors/toast-error.ts';
import { call } from '#web/lib/http/call.ts';
import { Button } from '#web/ui/buttons/button.tsx';

type ViewAs = NonNullable<VisitorStatus['viewAs']>;

/** Frames the window while a manager sees a room as one of its groups or members, and returns to the own session. */
export function ViewAsFrame({ viewAs }: { viewAs: ViewAs }) {
  const { roomId, groupName, memberEmail = groupName, expiresAt } = viewAs;
  useEffect(() => {
    const timer = setTimeout(() => leave(roomId), Math.max(0, new Date(expiresAt).getTime() - Date.now()));
    return () => clearTimeout(timer);
  }, [roomId, expiresAt]);
  async function stop() {
    try {
      await call('DELETE /api/rooms/:id/view-as', { params: { id: roomId } });
      leave(roomId);
    } catch (error) {
      toastError('Failed to stop viewing as the group', error as Error); // `call` throws Error objects only
    }
  }
  return (
    <>
      <div aria-hidden className="pointer-events-none fixed inset-0 z-50 border-4 border-warning-ink" />
      <section
        aria-label="View as"
        className="flex min-w-0 items-center gap-3 rounded-md bg-warning-soft py-1 pr-1 pl-3 text-warning-ink"
      >
        <span className="min-w-0 truncate" title={memberEmail}>
          <span className="max-sm:sr-only">Viewing as </span>
          <strong className="font-semibold">{memberEmail}</strong>
        </span>
        <Button size="small" onClick={() => void stop()}>
          Stop Viewing
        </Button>
      </section>
    </>
  );
}

/** Loads the app anew, so that nothing that either session has loaded remains. */
const leave = (roomId: number): void => location.assign(`/rooms/${roomId}/groups`);
