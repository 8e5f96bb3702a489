import Menu from 'lucide-react/icons/menu';
import PanelLeft from 'lucide-react/icons/panel-left';
import { usePreferences, useUpdatePreferences } from '#web/features/accounts/preferences.ts';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';

interface SidebarToggleProps {
  /** Whether the sidebar stands beside the page; else it comes as a sheet. */
  isWide: boolean;
  onOpenSheet: () => void;
}

export function SidebarToggle({ isWide, onOpenSheet }: SidebarToggleProps) {
  const { sidebarCollapsed } = usePreferences();
  const changePreferences = useUpdatePreferences();
  if (!isWide) {
    return <IconButton icon={Menu} label="Open menu" aria-haspopup="dialog" onClick={onOpenSheet} />;
  }
  return (
    <IconButton
      icon={PanelLeft}
      label={sidebarCollapsed ? 'Show sidebar' : 'Hide sidebar'}
      onClick={() => changePreferences.mutate({ sidebarCollapsed: !sidebarCollapsed })}
    />
  );
}
