import Download from 'lucide-react/icons/download';
import FileCheck from 'lucide-react/icons/file-check';
import { useLocation, useParams, useSearch } from 'wouter';
import type { File } from '#shared/contracts/files.ts';
import type { FileVersion } from '#shared/contracts/versions/versions.ts';
import { ID_TEXT } from '#shared/domain/id-text.ts';
import { filePolicy } from '#shared/policies/files.ts';
import { useActor } from '#web/features/accounts/actor.ts';
import { LoadingScreen } from '#web/features/accounts/loading-screen.tsx';
import { type ComparedVersions, useComparison } from '#web/features/compare/api.ts';
import { ChangeList } from '#web/features/compare/change-list.tsx';
import { ComparisonView } from '#web/features/compare/comparison-view.tsx';
import { PageComparison } from '#web/features/compare/page-comparison.tsx';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { PageError, PageLoadError } from '#web/features/errors/page-load-error.tsx';
import { useFile } from '#web/features/files/api.ts';
import { useVersions } from '#web/features/versions/api.ts';
import { describeAccessError } from '#web/features/viewers/access-error.ts';
import { usePageTitle } from '#web/lib/browser/page-title.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { ButtonLink } from '#web/ui/buttons/button-link.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Loading } from '#web/ui/feedback/loading.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { DetailPageHeader } from '#web/ui/layout/detail-page-header.tsx';
import { CompareChoices, type ShownComparison } from './compare-choices.tsx';

/** Compares two versions of a file: those of the address, or else the current one with the one before. */
export function ComparePage() {
  const { id = '' } = useParams();
  if (!ID_TEXT.test(id)) return <PageError message={describeAccessError(404)} />;
  return <CompareById key={id} fileId={Number(id)} />;
}

function CompareById({ fileId }: { fileId: number }) {
  const { data: file, error, refetch, isPlaceholderData } = useFile(fileId);
  const versions = useVersions(fileId);
  usePageTitle(file ? `Compare versions of ${file.name}` : 'Compare versions');
  if (error && (!file || isPlaceholderData)) return <PageLoadError error={error} onRetry={refetch} />;
  if (versions.error && !versions.data)
    return <PageLoadError error={versions.error} onRetry={versions.refetch} />;
  if (!file || isPlaceholderData || !versions.data) return <LoadingScreen message="Loading versions" />;
  return <CompareFile file={file} versions={versions.data.pages.flatMap(({ result }) => result)} />;
}

function CompareFile({ file, versions }: { file: File; versions: readonly FileVersion[] }) {
  const mayDownload = filePolicy.downloadOriginal(useActor(), file);
  const { compared, show } = useComparedVersions(file, versions);
  const { a, b, by, from } = compared;
  const isAlone = a === b && versions.length < 2;
  return (
    <div className="mx-auto flex min-h-[calc(100dvh-var(--navigation-height,0px)-3rem)] w-full max-w-[100rem] flex-col gap-3">
      <DetailPageHeader
        back={{ href: `/file/${file.id}/versions`, label: 'Back to Versions' }}
        title={`Compare ${file.name}`}
        actions={
          mayDownload &&
          !isAlone && (
            <ButtonLink
              href={`/api/files/${file.id}/compare/pdf?${new URLSearchParams({ a: String(a), b: String(b) })}`}
              opens="download"
              icon={Download}
              variant="ghost"
            >
              Download as PDF
            </ButtonLink>
          )
        }
        subtitle={by === 'pages' ? 'What changed on the pages' : 'What changed in the text'}
      />
      <CompareChoices {...{ compared, versions, show }} hidden={isAlone} />
      {isAlone ? (
        <EmptyState
          icon={FileCheck}
          title="Nothing to compare yet"
          description="This file has one version. Upload another to see what changed."
          action={<ButtonLink href={`/file/${file.id}/versions`}>Show Versions</ButtonLink>}
        />
      ) : by === 'pages' ? (
        <PageComparison key={`${a} ${b}`} fileId={file.id} {...{ a, b }} />
      ) : (
        <ComparisonPart
          key={`${a} ${b} ${from}`}
          versions={{ fileId: file.id, a, b, from }}
          current={file.version ?? 1}
          onNextPart={(from) => show({ a, b, from })}
        />
      )}
    </div>
  );
}

/** Reads the versions to compare from the address of the page, and shows others by changing it. */
function useComparedVersions(file: File, versions: readonly FileVersion[]) {
  const [, navigate] = useLocation();
  const query = new URLSearchParams(useSearch());
  const numberOf = (name: string): number | undefined => {
    const text = query.get(name) ?? '';
    return ID_TEXT.test(text) ? Number(text) : undefined;
  };
  const b = numberOf('b') ?? file.version ?? 1;
  const a = numberOf('a') ?? versions.find(({ number }) => number !== b)?.number ?? b;
  const by = query.get('by') === 'pages' ? ('pages' as const) : ('text' as const);
  const from = query.get('from') ?? undefined;
  const show = (next: ShownComparison) => {
    const parameters = Object.entries({ by, ...next }).map(([name, value]) => [name, String(value)]);
    navigate(`/file/${file.id}/compare?${new URLSearchParams(parameters)}`, { replace: true });
  };
  return { compared: { a, b, by, from }, show };
}

interface ComparisonPartProps {
  versions: ComparedVersions;
  current: number;
  onNextPart: (from: string) => void;
}

function ComparisonPart({ versions, current, onNextPart }: ComparisonPartProps) {
  const { data, error, refetch } = useComparison(versions);
  if (error && !data) return <LoadError error={error} onRetry={refetch} />;
  if (!data) return <Loading message="Comparing versions" />;
  const nameOf = (number: number) => `Version ${number}${number === current ? ', current' : ''}`;
  const { truncated } = data;
  const isPart = truncated !== null || versions.from !== undefined;
  return (
    <>
      {truncated && (
        <Notice
          tone="info"
          action={<Button onClick={() => onNextPart(truncated.from)}>Continue with Next Part</Button>}
        >
          {truncated.page === null
            ? 'Only a part of the texts was compared. Continue with the next part.'
            : `Compared up to page ${truncated.page}. Continue with the next part.`}
        </Notice>
      )}
      {data.hunks.length === 0 ? (
        <EmptyState
          icon={FileCheck}
          title={isPart ? 'No changes in this part' : 'No changes in the text'}
          description={
            isPart
              ? 'Only this part was compared. Compare the other parts, or the pages.'
              : 'Both versions have the same words. Compare the pages to see changes of images and layout.'
          }
        />
      ) : data.isTextShown ? (
        <ComparisonView comparison={data} names={{ a: nameOf(versions.a), b: nameOf(versions.b) }} />
      ) : (
        <ChangeList hunks={data.hunks} />
      )}
    </>
  );
}
