import type { File } from '#shared/contracts/files.ts';
import { Switch } from '#web/ui/forms/switch.tsx';
import { useSetAllowDownload } from './api.ts';

interface AllowDownloadSwitchProps {
  file: Pick<File, 'id' | 'name' | 'allowDownload'>;
  /** In a table, where the column's header says what it is. */
  compact?: boolean;
}

/** For administrators. Shows the new state at once, and the old one again should the server refuse. */
export function AllowDownloadSwitch({ file, compact = false }: AllowDownloadSwitchProps) {
  const { mutate, isPending, variables } = useSetAllowDownload();
  return (
    <Switch
      label={compact ? `Allow download of ${file.name}` : 'Allow Download'}
      hideLabel={compact}
      checked={isPending ? variables.allowDownload : file.allowDownload}
      onChange={(event) => {
        // A second click before the first is answered could arrive first.
        if (isPending) return;
        mutate({ id: file.id, allowDownload: event.currentTarget.checked });
      }}
    />
  );
}
