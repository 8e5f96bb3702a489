/** Makes the browser ask for confirmation before it leaves the page. A listener of `beforeunload`. */
export function confirmLeavingPage(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
