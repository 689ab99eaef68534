/** Inside a right-to-left sentence it keeps its own order (U+2068, U+2069: first strong isolate). */
export const isolated = (text: string): string => `\u2068${text}\u2069`;
