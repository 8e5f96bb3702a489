import Bell from 'lucide-react/icons/bell';
import BellOff from 'lucide-react/icons/bell-off';
import BellRing from 'lucide-react/icons/bell-ring';
import { useIsKnownReader } from '#web/features/accounts/visitor-session.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { MenuItem } from '#web/ui/overlays/menu.tsx';
import { type FollowTarget, useFollows, useSetFollow } from './api.ts';

/** Follows a folder or stops; nothing while it is not known, without mail, and for those who have no follows of their own. */
export function FollowButton({ target }: { target: FollowTarget }) {
  const { data } = useFollows();
  const change = useSetFollow();
  const isKnownReader = useIsKnownReader();
  if (!data || !isKnownReader) return null;
  const isFollowed = isAmong(data, target);
  return (
    <Button
      variant="ghost"
      icon={isFollowed ? BellRing : Bell}
      aria-pressed={isFollowed}
      data-tooltip="Emails about changes, as often as your settings say"
      busy={change.isPending}
      onClick={() => change.mutate({ target, isFollowed: !isFollowed })}
    >
      {isFollowed ? 'Following' : 'Follow'}
    </Button>
  );
}

/** The same in a menu. */
export function FollowItem({ target }: { target: FollowTarget }) {
  const { data } = useFollows();
  const change = useSetFollow();
  const isKnownReader = useIsKnownReader();
  if (!data || !isKnownReader) return null;
  const isFollowed = isAmong(data, target);
  return (
    <MenuItem
      icon={isFollowed ? BellOff : Bell}
      onSelect={() => change.mutate({ target, isFollowed: !isFollowed })}
    >
      {isFollowed ? 'Unfollow' : 'Follow'}
    </MenuItem>
  );
}

const isAmong = (follows: readonly FollowTarget[], { kind, id }: FollowTarget): boolean =>
  follows.some((follow) => follow.kind === kind && follow.id === id);
