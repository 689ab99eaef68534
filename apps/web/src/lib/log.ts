/** The only place of the web app that writes to the console (specification 1, section 8). */
export function logError(message: string, error: unknown): void {
  // biome-ignore lint/suspicious/noConsole: the specification names this line
  console.error(message, error);
}

export function logWarning(message: string, error: unknown): void {
  // biome-ignore lint/suspicious/noConsole: the specification asks for a warning in the log and nothing else
  console.warn(message, error);
}
