import type { LinkAccess, LinkVisit } from '#shared/contracts/links/link-access.ts';
import { ALREADY_LOGGED_IN } from '#shared/domain/messages.ts';
import './access.css';
import './brand.css';
import './terms.css';
import { renderBrand, showInstallationBrand, showText } from './access-brand.ts';
import { acceptTerms, CallError, enter, loadPage, logOut, submitStep } from './access-calls.ts';
import { clearError, clearErrors, FIELDS, find, INPUTS, input, showErrors } from './field-errors.ts';
import { openVisit } from './open-visit.ts';
import { prefetchDocuments } from './prefetch-documents.ts';
import { assertFilled, type Field } from './required-fields.ts';
import { showVersion } from './show-terms-document.ts';

/** The page of a link: asks for what the link requires, and shows nothing of what it opens. */

type Step = LinkAccess['steps'][number];

const slug = location.pathname.split('/')[2] ?? '';
const [title, form, hint, greeting] = [find('title'), find('form'), find('hint'), find('greeting')];
const submit = find('submit') as HTMLButtonElement; // as above

let page: LinkAccess | undefined;

/** Returns the fields to show: the password and the address together, the code by itself, and none for the terms. */
function currentFields(steps: readonly Step[]): Field[] {
  const first = steps.filter((step) => step === 'password' || step === 'email');
  return first.length > 0 ? first : steps.filter((step) => step === 'code');
}

/** Shows the terms when they are the only step that remains. */
function renderTerms({ steps, terms }: LinkAccess): void {
  const isShown = steps[0] === 'terms' && terms !== undefined;
  document.querySelector('main')?.classList.toggle('reads', isShown);
  find('terms-field').hidden = !isShown;
  if (!isShown) return;
  find('terms-name').textContent = terms.name;
  find('typedName-field').hidden = !terms.requireSignature;
  if (showVersion(find('terms-text'), slug, terms)) input('accepts').checked = false;
}

function render(state: LinkAccess): void {
  page = state;
  renderBrand(state.brand);
  // Said before the first step: the steps of somebody who is signed in lead nowhere.
  const { mustLogOut = false } = state;
  const fields = mustLogOut ? [] : currentFields(state.steps);
  document.querySelector('main')?.removeAttribute('aria-busy');
  title.textContent = `${state.sender} shared documents with you`;
  showText(greeting, state.greeting);
  const isCode = fields.includes('code');
  const sent = `If ${state.email} may open this link, a code is on its way. It is valid for ten minutes.`;
  showText(hint, mustLogOut ? `${ALREADY_LOGGED_IN}: log out first to use this link.` : isCode ? sent : null);
  for (const field of FIELDS) find(`${field}-field`).hidden = !fields.includes(field);
  submit.textContent =
    state.steps.length === 0
      ? 'View Documents'
      : state.steps.includes('code') && !isCode
        ? 'Send Code'
        : fields.length === 0
          ? 'Accept and Continue'
          : 'Continue';
  find('other-address').hidden = !isCode;
  find('notice').hidden = mustLogOut;
  find('log-out').hidden = !mustLogOut;
  submit.hidden = mustLogOut;
  form.hidden = false;
  renderTerms(state);
  if (isCode || (state.steps[0] === 'terms' && !mustLogOut)) prefetchDocuments();
  const [first] = fields;
  if (mustLogOut) find('log-out').focus();
  else if (first) input(first).focus();
  else if (state.steps.length > 0) title.focus();
  else submit.focus();
}

/** Replaces the form by a message, with a way to try again. */
function renderFailure(error: unknown): void {
  const { status, message } =
    error instanceof CallError ? error : new CallError(0, 'Something went wrong. Try again.');
  document.querySelector('main')?.removeAttribute('aria-busy');
  title.textContent = status === 404 ? 'This link is not available' : 'The link could not be opened';
  const advice = 'It may have ended, or its address is incomplete. Ask the person who sent it.';
  showText(hint, status === 404 ? advice : message);
  showText(greeting, null);
  form.hidden = true;
  find('notice').hidden = true;
  find('retry').hidden = status === 404;
  title.focus();
}

async function accept({ versionId, requireSignature }: NonNullable<LinkAccess['terms']>): Promise<Step[]> {
  const fields = {
    ...(!input('accepts').checked && { accepts: 'Accept the terms to continue' }),
    ...(requireSignature &&
      input('typedName').value.trim() === '' && { typedName: 'Type your name to sign' }),
  };
  if (Object.keys(fields).length > 0) throw new CallError(400, '', fields);
  return (await acceptTerms(slug, versionId, input('typedName').value.trim())).steps;
}

/** Submits what is shown, and enters when nothing remains. */
async function proceed(state: LinkAccess): Promise<void> {
  let { steps } = state;
  if (state.terms && steps[0] === 'terms') steps = await accept(state.terms);
  assertFilled(currentFields(steps), (field) => input(field).value);
  for (const field of currentFields(steps)) {
    const value = input(field).value.trim();
    const answer = await submitStep(slug, field, field === 'password' ? input(field).value : value);
    if (answer.visit) return enterVisit(answer.visit);
    steps = answer.steps;
    render({ ...state, steps, email: field === 'email' ? value : state.email });
  }
  // The text is disclosed only now.
  if (steps[0] === 'terms') return render(await loadPage(slug));
  if (steps.length > 0) return;
  await enterVisit(await enter(slug));
}

function enterVisit(visit: LinkVisit): Promise<void> {
  form.hidden = true;
  find('notice').hidden = true;
  showText(hint, null);
  title.textContent = 'Opening the documents…';
  title.focus();
  return openVisit(visit);
}

async function onSubmit(): Promise<void> {
  if (!page || submit.disabled) return;
  clearErrors();
  submit.disabled = true;
  try {
    await proceed(page);
  } catch (error) {
    if (!(error instanceof CallError) || error.status === 404) renderFailure(error);
    else {
      // The terms, the link or who is signed in have changed meanwhile.
      if (error.status === 409) render(await loadPage(slug).catch(() => page ?? Promise.reject(error)));
      if (!page?.mustLogOut) showErrors(error);
    }
  } finally {
    submit.disabled = false;
  }
}

async function open(): Promise<void> {
  find('retry').hidden = true;
  try {
    render(await loadPage(slug));
  } catch (error) {
    void showInstallationBrand(() => page === undefined);
    // An address of another form cannot be a link.
    renderFailure(error instanceof CallError && error.status === 400 ? new CallError(404, '') : error);
  }
}

// An error is out of date once its field is changed.
for (const field of INPUTS) input(field).addEventListener('input', () => clearError(field));
form.addEventListener('submit', (event) => {
  event.preventDefault();
  void onSubmit();
});
input('code').addEventListener('input', () => {
  // A complete code needs no further action.
  if (/^\d{6}$/.test(input('code').value)) void onSubmit();
});
find('other-address').addEventListener('click', () => {
  clearErrors();
  input('code').value = '';
  if (page) render({ ...page, steps: ['email', 'code'] });
});
find('retry').addEventListener('click', () => void open());
find('log-out').addEventListener('click', () => void logOut().then(() => location.reload(), renderFailure));
// A long text scrolls, also by keyboard.
Object.assign(find('terms-text'), { tabIndex: 0, role: 'region', ariaLabel: 'Text of the terms' });
void open();
