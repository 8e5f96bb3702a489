import type { ReactNode } from 'react';
import { countOf } from '#shared/domain/format.ts';
import { useTokens } from '#web/features/api-tokens/api.ts';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { useWebhooks } from '#web/features/webhooks/api.ts';
import { ButtonLink } from '#web/ui/buttons/button-link.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { SettingsSection } from '#web/ui/layout/settings-section.tsx';
import { ProgramAddress } from './program-address.tsx';
import { RoomAccounts } from './room-accounts.tsx';

const SECURITY = '/settings?tab=security';

/**
 * Leads administrators to everything that programs use: addresses, tokens, webhooks, service accounts and the sign-in of a
 * company.
 */
export function IntegrationsPanel() {
  return (
    <div className="flex flex-col gap-4">
      <SettingsSection
        title="Addresses"
        description="Scripts use the API, agents the Model Context Protocol (MCP). Both need a token and see what its owner sees."
      >
        <div className="flex flex-col gap-3">
          <ProgramAddress label="API" path="/api" />
          <ProgramAddress label="MCP server" path="/mcp" />
        </div>
      </SettingsSection>
      <SettingsSection
        title="API tokens"
        description="Everybody creates tokens of their own. One that may administer has your rights as an administrator."
      >
        <OwnTokens />
      </SettingsSection>
      <SettingsSection
        title="Webhooks"
        description="Everybody sends events of their own folders to an address. One of an administrator can send all events that they may see."
      >
        <OwnWebhooks />
      </SettingsSection>
      <SettingsSection
        title="Service accounts"
        description="Programs of a room, which its managers create in the settings of the room."
      >
        <RoomAccounts />
      </SettingsSection>
      <SettingsSection
        title="Company sign-in"
        description="People sign in with their account of your company (OpenID Connect)."
      >
        <ButtonLink href="/admin?tab=sign-in">Open Sign-in</ButtonLink>
      </SettingsSection>
    </div>
  );
}

function OwnTokens() {
  const { data, error, refetch } = useTokens();
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-9" />;
  const ended = data.filter(({ expiresAt }) => expiresAt !== null && Date.parse(expiresAt) <= Date.now());
  return (
    <Summary href={SECURITY} action="Open API Tokens">
      {data.length === 0 ? 'You have no API tokens.' : `You have ${countOf(data.length, 'API token')}.`}
      {ended.length > 0 && ` ${ended.length} of them ${ended.length === 1 ? 'has' : 'have'} ended.`}
    </Summary>
  );
}

function OwnWebhooks() {
  const { data, error, refetch } = useWebhooks();
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-9" />;
  const disabled = data.filter(({ isEnabled }) => !isEnabled).length;
  const waiting = data.reduce((sum, { pending }) => sum + pending, 0);
  return (
    <Summary href={SECURITY} action="Open Webhooks">
      {data.length === 0 ? 'You have no webhooks.' : `You have ${countOf(data.length, 'webhook')}.`}
      {disabled > 0 && ` ${disabled} of them ${disabled === 1 ? 'is' : 'are'} disabled.`}
      {waiting > 0 && ` ${countOf(waiting, 'event')} ${waiting === 1 ? 'waits' : 'wait'}.`}
    </Summary>
  );
}

interface SummaryProps {
  href: string;
  action: string;
  children: ReactNode;
}

function Summary({ href, action, children }: SummaryProps) {
  return (
    <div className="flex flex-col items-start gap-3">
      <p>{children}</p>
      <ButtonLink href={href}>{action}</ButtonLink>
    </div>
  );
}
