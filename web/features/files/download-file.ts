import type { Actor } from '#shared/policies/actor.ts';
import { filePolicy } from '#shared/policies/files.ts';
import { downloadUrl } from '#web/lib/browser/download.ts';
import { buildUrl, call } from '#web/lib/http/call.ts';
import { toast } from '#web/ui/feedback/toast.ts';

/**
 * Downloads a file through the browser, which streams it to disk. Browsers show a refusal only as a broken file,
 * so access is checked first.
 */
export async function downloadFile(actor: Actor, { id, name }: { id: number; name: string }): Promise<void> {
  const file = await call('GET /api/files/:id', { params: { id } }).catch(() => null);
  if (!file || !filePolicy.download(actor, file)) {
    toast({
      title: 'Download Failed',
      description: 'There was an error downloading the file.',
      variant: 'destructive',
    });
    return;
  }
  downloadUrl(buildUrl('GET /api/files/:id/download', { params: { id } }));
  toast({ title: 'Download started', description: name, variant: 'success' });
}
