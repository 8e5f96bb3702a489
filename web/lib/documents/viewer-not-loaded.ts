/** The message where the code of a viewer could not be loaded. After an upgrade of the server, only a reload finds the new code. */
export const VIEWER_NOT_LOADED = 'The viewer could not be loaded. Check your connection, or reload the page.';
