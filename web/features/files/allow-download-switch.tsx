import type { File } from '#shared/contracts/files.ts';
import { Switch } from '#web/ui/forms/switch.tsx';
import { useSetAllowDownload } from './api.ts';

interface AllowDownloadSwitchProps {
  file: Pick<File, 'id' | 'name' | 'allowDownload'>;
  /** Hides the label, for tables whose column header names the switch. */
  compact?: boolean;
}

/**
 * Lets administrators allow or restrict downloads. Updates optimistically and rolls back when the request fails.
 */
export function AllowDownloadSwitch({ file, compact = false }: AllowDownloadSwitchProps) {
  const { mutate, isPending, variables } = useSetAllowDownload();
  return (
    <Switch
      label={compact ? `Allow download of ${file.name}` : 'Allow Download'}
      hideLabel={compact}
      checked={isPending ? variables.allowDownload : file.allowDownload}
      onChange={(event) => {
        // Ignores a second click while pending: the requests could arrive in the wrong order.
        if (isPending) return;
        mutate({ id: file.id, allowDownload: event.currentTarget.checked });
      }}
    />
  );
}
