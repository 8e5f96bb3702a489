/** An error that this app found itself, with a message that tells the user what to do. */
export class ReadableError extends Error {}
