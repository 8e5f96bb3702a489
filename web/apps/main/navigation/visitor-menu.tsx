import LogOut from 'lucide-react/icons/log-out';
import type { VisitorStatus } from '#shared/contracts/visitors.ts';
import { isKnownReader } from '#web/features/accounts/visitor-session.ts';
import { useExitVisitorMode } from '#web/features/accounts/visitor-session-end.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Avatar } from '#web/ui/display/avatar.tsx';
import { Menu, MenuItem, MenuLink, MenuSeparator } from '#web/ui/overlays/menu.tsx';

/** The menu of a visitor, in place of the account menu. */
export function VisitorMenu({ visitorSession }: { visitorSession: VisitorStatus }) {
  const exit = useExitVisitorMode();
  const name = visitorSession.email ?? 'Guest';
  return (
    <Menu
      trigger={
        <Button variant="ghost" className="max-sm:px-1">
          <Avatar name={name} size="small" />
          <span className="max-w-[100px] truncate max-sm:sr-only">Visitor</span>
        </Button>
      }
    >
      <div className="max-w-64 px-2 py-1">
        <p className="font-medium">Visitor</p>
        <p className="truncate text-ink-muted text-xs" title={name}>
          {name}
        </p>
      </div>
      <MenuSeparator />
      <MenuLink href="/changes">Changes</MenuLink>
      {isKnownReader(visitorSession) && <MenuLink href="/notifications">Notifications</MenuLink>}
      <MenuLink href="/auth?mode=register">Create an Account</MenuLink>
      <MenuItem icon={LogOut} onSelect={() => void exit()}>
        Exit Visitor Mode
      </MenuItem>
    </Menu>
  );
}
