import { LoadError } from '#web/features/errors/load-error.tsx';
import { FormSkeleton } from '#web/ui/feedback/form-skeleton.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { SettingsSection } from '#web/ui/layout/settings-section.tsx';
import { AnchorList } from './anchor-list.tsx';
import { AnchorPlaces } from './anchor-places.tsx';
import { useAnchors } from './anchors-api.ts';
import { AnchorsForm } from './anchors-form.tsx';
import { ReplaceSigningKey } from './replace-signing-key.tsx';

/** Shows where signed tree heads of the audit log and receipts go, and the signing key. */
export function AnchorsPanel() {
  const { data, error, refetch } = useAnchors();
  if (error && !data) return <LoadError error={error} onRetry={refetch} />;
  return (
    <div className="flex flex-col gap-4">
      <SettingsSection
        title="Tree heads and receipts"
        description="Copies outside this installation show later whether the audit log was rewritten. None by default."
      >
        {data ? <AnchorsForm shown={data} /> : <FormSkeleton fields={2} />}
      </SettingsSection>
      <SettingsSection
        title="State"
        description="Where tree heads are kept, when one was last kept there, and what to do where that failed."
      >
        {data ? <AnchorPlaces state={data} isAdmin /> : <Skeleton className="h-16" />}
      </SettingsSection>
      <SettingsSection title="Anchors" description="The last 50 tree heads that were kept elsewhere.">
        {data ? <AnchorList anchors={data.anchors} /> : <Skeleton className="h-32" />}
      </SettingsSection>
      <SettingsSection
        title="Signing key"
        description="Signs receipts, certificates, archives and tree heads."
      >
        <ReplaceSigningKey />
      </SettingsSection>
    </div>
  );
}
