import { clsx } from 'clsx';
import Menu from 'lucide-react/icons/menu';
import PanelLeft from 'lucide-react/icons/panel-left';
import { lazy, type ReactNode, type RefObject, Suspense, useEffect, useRef, useState } from 'react';
import { useLocation, useRoute } from 'wouter';
import { useUser } from '#web/features/accounts/current-user.ts';
import { usePreferences, useUpdatePreferences } from '#web/features/accounts/preferences.ts';
import { useIsViewAs } from '#web/features/accounts/visitor-session.ts';
import { useMoveItems } from '#web/features/files/move-items.ts';
import { DropHandlerContext } from '#web/features/folders/drag-and-drop/drag-and-drop.ts';
import { RoomBrandProvider } from '#web/features/rooms/brand/room-brand-provider.tsx';
import { useHasStartedUploads } from '#web/features/uploads/uploads-started.ts';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { useMediaQuery } from '#web/ui/layout/media-query.ts';
import { KeyboardShortcuts } from './commands/keyboard-shortcuts.tsx';
import { useLiveUpdates } from './live/use-live-updates.ts';
import { LostFocus } from './lost-focus.tsx';
import { NavigationBar } from './navigation/navigation-bar.tsx';
import { Sidebar } from './sidebar/sidebar.tsx';
import { SidebarFrame } from './sidebar/sidebar-frame.tsx';

interface SidebarToggleProps {
  /** True if the sidebar is beside the page; otherwise it opens as a sheet. */
  isWide: boolean;
  onOpenSheet: () => void;
}

function SidebarToggle({ isWide, onOpenSheet }: SidebarToggleProps) {
  const { sidebarCollapsed } = usePreferences();
  const updatePreferences = useUpdatePreferences();
  if (!isWide) {
    return <IconButton icon={Menu} label="Open menu" aria-haspopup="dialog" onClick={onOpenSheet} />;
  }
  return (
    <IconButton
      icon={PanelLeft}
      label={sidebarCollapsed ? 'Show sidebar' : 'Hide sidebar'}
      onClick={() => updatePreferences.mutate({ sidebarCollapsed: !sidebarCollapsed })}
    />
  );
}

const SidebarSheet = lazy(async () => ({
  default: (await import('./sidebar/sidebar-sheet.tsx')).SidebarSheet,
}));
const UploadPanel = lazy(async () => ({
  default: (await import('#web/features/uploads/upload-panel.tsx')).UploadPanel,
}));

/** The part of the signed-in app that stays while pages change; also handles drops on folders. */
export function Layout({ children }: { children: ReactNode }) {
  useLiveUpdates();
  return (
    <DropHandlerContext value={useMoveItems()}>
      <RoomBrandProvider>
        <AppShell>{children}</AppShell>
      </RoomBrandProvider>
    </DropHandlerContext>
  );
}

/** Navigation bar, sidebar on wide screens, and the page itself. */
function AppShell({ children }: { children: ReactNode }) {
  const isWide = useMediaQuery('(min-width: 64rem)');
  const { sidebarCollapsed } = usePreferences();
  const [isSheetOpen, setSheetOpen] = useState(false);
  const main = useRef<HTMLElement>(null);
  const isUser = Boolean(useUser());
  const isReading = useIsReading();
  useFocusAfterNavigation(main);

  return (
    <div
      className={clsx(
        'flex min-h-dvh flex-col',
        !isReading && '[--navigation-height:3rem] pointer-coarse:[--navigation-height:3.5rem]',
      )}
    >
      <a
        href="#main"
        className="sr-only z-50 rounded-md bg-raised px-3 py-2 shadow-popup focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to content
      </a>
      {!isReading && (
        <NavigationBar start={<SidebarToggle isWide={isWide} onOpenSheet={() => setSheetOpen(true)} />} />
      )}
      <div className="flex flex-1">
        {isWide && !sidebarCollapsed && !isReading && (
          <SidebarFrame>
            <Sidebar />
          </SidebarFrame>
        )}
        <main
          ref={main}
          id="main"
          tabIndex={-1}
          className={clsx(
            'min-w-0 flex-1 p-4 outline-none md:p-6',
            // A document has the whole window; the end of other pages can be scrolled clear of what floats above it.
            !isReading &&
              'pb-[calc(1rem+var(--bottom-bar-size,0px)+var(--upload-tray-size,0px))] md:pb-[calc(1.5rem+var(--upload-tray-size,0px))]',
          )}
        >
          {children}
        </main>
      </div>
      <Suspense>
        {!isWide && (
          <SidebarSheet open={isSheetOpen} onOpenChange={setSheetOpen}>
            <Sidebar />
          </SidebarSheet>
        )}
      </Suspense>
      {isUser && <ActiveUploads />}
      <KeyboardShortcuts />
      <LostFocus />
    </div>
  );
}

/** Focuses the page where a change of the path has removed the focused element. */
function useFocusAfterNavigation(main: RefObject<HTMLElement | null>): void {
  const [path] = useLocation();
  const focusedPath = useRef(path);
  useEffect(() => {
    // When the page opens, Tab leads to the skip link first.
    if (focusedPath.current === path) return;
    focusedPath.current = path;
    if (document.activeElement === document.body) main.current?.focus({ preventScroll: true });
  }, [path, main]);
}

/** Tells whether a document fills the window; its bar leads back. A view as a group keeps the notice of it in the navigation. */
function useIsReading(): boolean {
  const isViewAs = useIsViewAs();
  const [isFile] = useRoute('/file/:id');
  return isFile && !isViewAs;
}

/** A component of its own, so that uploads do not render the whole layout again. */
function ActiveUploads() {
  const hasStarted = useHasStartedUploads();
  return <Suspense>{hasStarted && <UploadPanel />}</Suspense>;
}
