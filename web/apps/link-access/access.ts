import type { LinkAccess } from '#shared/contracts/links/link-access.ts';
import './access.css';
import { CallError, enter, loadPage, submitStep } from './access-calls.ts';

/** The page of a link: asks for what the link requires, and shows nothing of what it opens. */

type Field = 'password' | 'email' | 'code';
const FIELDS: readonly Field[] = ['password', 'email', 'code'];

const slug = location.pathname.split('/')[2] ?? '';
// The page contains all of them.
const find = (id: string) => document.getElementById(id) as HTMLElement;
const input = (field: Field) => find(field) as HTMLInputElement; // as above
const [title, form, hint, greeting] = [find('title'), find('form'), find('hint'), find('greeting')];
const submit = find('submit') as HTMLButtonElement; // as above

let page: LinkAccess | undefined;

function showText(element: HTMLElement, text: string | null): void {
  element.hidden = !text;
  element.textContent = text;
}

/** Returns the fields to show: the password and the address together, the code by itself. */
function currentFields(steps: readonly Field[]): Field[] {
  const first = steps.filter((step) => step !== 'code');
  return first.length > 0 ? first : [...steps];
}

function render(state: LinkAccess): void {
  page = state;
  const fields = currentFields(state.steps);
  document.querySelector('main')?.removeAttribute('aria-busy');
  title.textContent = `${state.sender} shared documents with you`;
  showText(greeting, state.greeting);
  const isCode = fields.includes('code');
  const sent = `If ${state.email} may open this link, a code is on its way. It is valid for ten minutes.`;
  showText(hint, isCode ? sent : null);
  for (const field of FIELDS) find(`${field}-field`).hidden = !fields.includes(field);
  submit.textContent =
    fields.length === 0
      ? 'View documents'
      : state.steps.includes('code') && !isCode
        ? 'Send code'
        : 'Continue';
  find('other-address').hidden = !isCode;
  find('notice').hidden = false;
  form.hidden = false;
  const [first] = fields;
  if (first) input(first).focus();
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

function showErrors(error: CallError): void {
  const shown = FIELDS.filter((field) => !find(`${field}-field`).hidden && error.fields[field]);
  for (const field of shown) {
    find(`${field}-error`).textContent = error.fields[field] ?? '';
    input(field).ariaInvalid = 'true';
  }
  if (shown.length === 0) find('error').textContent = error.message;
  const [first] = shown;
  if (first) input(first).focus();
}

function clearErrors(): void {
  for (const field of FIELDS) {
    find(`${field}-error`).textContent = '';
    input(field).ariaInvalid = null;
  }
  find('error').textContent = '';
}

/** Submits what is shown, and enters when nothing remains. */
async function proceed(state: LinkAccess): Promise<void> {
  let steps = state.steps;
  for (const field of currentFields(steps)) {
    const value = input(field).value.trim();
    steps = (await submitStep(slug, field, field === 'password' ? input(field).value : value)).steps;
    render({ ...state, steps, email: field === 'email' ? value : state.email });
  }
  if (steps.length > 0) return;
  const { folderId, fileId } = await enter(slug);
  location.replace(fileId !== null ? `/file/${fileId}` : folderId !== null ? `/folder/${folderId}` : '/');
}

async function onSubmit(): Promise<void> {
  if (!page || submit.disabled) return;
  clearErrors();
  submit.disabled = true;
  try {
    await proceed(page);
  } catch (error) {
    if (!(error instanceof CallError) || error.status === 404) renderFailure(error);
    else showErrors(error);
  } finally {
    submit.disabled = false;
  }
}

async function open(): Promise<void> {
  find('retry').hidden = true;
  try {
    render(await loadPage(slug));
  } catch (error) {
    // An address of another form cannot be a link.
    renderFailure(error instanceof CallError && error.status === 400 ? new CallError(404, '') : error);
  }
}

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
void open();
