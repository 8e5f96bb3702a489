import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link, useLocation } from 'wouter';
import { z } from 'zod';
import type { ResultOf } from '#shared/contracts/endpoint.ts';
import { passwordField, username } from '#shared/contracts/fields/account-fields.ts';
import type { getInvitation } from '#shared/contracts/invitations.ts';
import { MIN_PASSWORD_LENGTH } from '#shared/domain/limits.ts';
import { PASSWORDS_DIFFER, passwordTooShort } from '#shared/domain/messages.ts';
import { LoadingScreen } from '#web/features/accounts/loading-screen.tsx';
import { buildSignInPath } from '#web/features/accounts/return-path.ts';
import { UsernameField } from '#web/features/accounts/username-field.tsx';
import { showFormError } from '#web/features/errors/show-form-error.ts';
import { useRegistration } from '#web/features/settings/api.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { ButtonLink } from '#web/ui/buttons/button-link.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { Form } from '#web/ui/forms/form.tsx';
import { PasswordField } from '#web/ui/forms/password-field.tsx';
import { Logo } from '#web/ui/layout/logo.tsx';
import { useRegisterFromInvitation } from './api.ts';

/** Validates the form that creates an account from an invitation. */
const acceptInvitationSchema = z
  .object({
    username,
    password: passwordField(MIN_PASSWORD_LENGTH, passwordTooShort(MIN_PASSWORD_LENGTH)),
    confirmPassword: z.string(),
  })
  .refine(({ password, confirmPassword }) => password === confirmPassword, {
    path: ['confirmPassword'],
    message: PASSWORDS_DIFFER,
  });

/** The fragment of a mailed link. */
const MAILED_PROOF = /^#([\w-]{43})(?![\w-])/;

interface AcceptInvitationFormProps {
  token: string;
  invitation: ResultOf<typeof getInvitation>;
}

/**
 * Creates the account of an invited collaborator, or leads to sign-in where the address has one or only administrators create
 * accounts.
 */
export function AcceptInvitationForm({ token, invitation }: AcceptInvitationFormProps) {
  const registration = useRegistration();
  const { hasAccount } = invitation;
  const mayRegister = !hasAccount && registration !== 'closed';
  const signIn = { href: buildSignInPath(`/accept-invite/${token}`), state: { username: invitation.email } };
  if (registration === undefined) return <LoadingScreen message="Loading" />;
  return (
    <main className="grid min-h-dvh place-items-center px-4 py-10">
      <div className="flex w-full max-w-sm flex-col gap-5">
        <Logo />
        <h1 className="font-semibold text-xl tracking-tight">Complete Your Registration</h1>
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 rounded-lg border border-line bg-surface p-4">
          <Detail term="Email" text={invitation.email ?? ''} />
          <Detail term="Access" text="Collaborator (Edit access)" />
          <Detail term="Folder" text={invitation.folderName ?? 'Shared folder'} />
          <Detail term="Invited by" text={invitation.inviter} />
        </dl>
        {mayRegister ? (
          <>
            <RegistrationForm token={token} />
            <p className="text-center">
              <Link {...signIn} className="rounded-sm font-medium text-accent-ink hover:underline">
                Already have an account? Sign in
              </Link>
            </p>
          </>
        ) : (
          <>
            <Notice tone="info">
              {hasAccount
                ? 'There is already an account with this address. If you did not create it, choose “Forgot your password?” on the next page.'
                : 'Only administrators create accounts here. Ask an administrator for one with this address, then sign in.'}
            </Notice>
            <ButtonLink {...signIn} variant="primary">
              Sign In to Accept
            </ButtonLink>
          </>
        )}
      </div>
    </main>
  );
}

function RegistrationForm({ token }: { token: string }) {
  // Mail programs may add something of their own.
  const [mailedProof] = useState(() => MAILED_PROOF.exec(location.hash)?.[1]);
  const register = useRegisterFromInvitation();
  const [, navigate] = useLocation();
  const form = useForm({
    resolver: zodResolver(acceptInvitationSchema),
    defaultValues: { username: '', password: '', confirmPassword: '' },
  });
  const { setFocus } = form;
  useEffect(() => setFocus('username'), [setFocus]);
  const submit = (values: z.output<typeof acceptInvitationSchema>) =>
    register.mutate(
      { ...values, token, ...(mailedProof !== undefined && { mailedProof }) },
      {
        onSuccess: ({ username }) => {
          navigate('/', { replace: true });
          toast({ title: 'Account created', description: `Welcome, ${username}`, variant: 'success' });
        },
        onError: (error) => showFormError(form, 'Error creating account', error),
      },
    );
  return (
    <Form form={form} onSubmit={submit}>
      <div className="flex flex-col gap-4">
        <UsernameField {...form.register('username')} />
        <PasswordField label="Password" autoComplete="new-password" {...form.register('password')} />
        <PasswordField
          label="Confirm Password"
          autoComplete="new-password"
          {...form.register('confirmPassword')}
        />
        <Button type="submit" variant="primary" busy={register.isPending}>
          Create Account
        </Button>
      </div>
    </Form>
  );
}

function Detail({ term, text }: { term: string; text: string }) {
  return (
    <>
      <dt className="text-ink-muted">{term}</dt>
      <dd className="break-words">{text}</dd>
    </>
  );
}
