import RefreshCw from 'lucide-react/icons/refresh-cw';
import { systemPolicy } from '#shared/policies/system.ts';
import { useActor } from '#web/features/accounts/actor.ts';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { useReindex } from './api.ts';

/** For administrators alone. */
export function ReindexButton() {
  const isAllowed = systemPolicy.reindex(useActor());
  const { mutate: reindex, isPending } = useReindex();
  if (!isAllowed) return null;
  return (
    <IconButton
      icon={RefreshCw}
      label="Reindex documents"
      variant="secondary"
      aria-busy={isPending}
      onClick={() => {
        if (!isPending) reindex();
      }}
    />
  );
}
