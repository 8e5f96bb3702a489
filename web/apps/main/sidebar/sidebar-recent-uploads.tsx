import { Link, useRoute } from 'wouter';
import { FETCH_ERRORS } from '#web/features/errors/fetch-errors.ts';
import { useRecentFiles } from '#web/features/files/api.ts';
import { FileIcon } from '#web/ui/display/file-icon.tsx';
import { SidebarEmpty, SidebarError, SidebarLoading, SidebarSection } from './sidebar-section.tsx';

const MAX_SHOWN = 5;

/** The files that were put in last, whatever their folder. */
export function SidebarRecentUploads() {
  const { data: files, error, refetch } = useRecentFiles();
  const [, open] = useRoute('/file/:id');
  return (
    <SidebarSection title="Recent Uploads">
      {files ? (
        <ul>
          {files.slice(0, MAX_SHOWN).map(({ id, name }) => (
            <li key={id}>
              <Link
                href={`/file/${id}`}
                title={name}
                aria-current={open?.id === String(id) ? 'page' : undefined}
                className="flex h-control-small items-center gap-2 rounded-md px-2 outline-offset-[-2px] hover:bg-hover aria-[current]:bg-selected"
              >
                <FileIcon name={name} />
                <span className="truncate">{name}</span>
              </Link>
            </li>
          ))}
        </ul>
      ) : error ? (
        <SidebarError message={FETCH_ERRORS.files} onRetry={() => void refetch()} />
      ) : (
        <SidebarLoading />
      )}
      {files?.length === 0 && <SidebarEmpty>No recent files</SidebarEmpty>}
    </SidebarSection>
  );
}
