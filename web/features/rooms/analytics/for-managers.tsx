import ShieldAlert from 'lucide-react/icons/shield-alert';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';

/** Tells editors of a room that analytics are for its managers. */
export function ForManagers() {
  return (
    <EmptyState
      icon={ShieldAlert}
      title="For managers only"
      description="Only managers of the room and administrators can see its analytics."
    />
  );
}
