/**
 * Run with the file of React itself (chunks.ts) and so in a task of its own, before that of the page's first module: the two together would block
 * a slow phone for longer.
 */
export { createRoot, hydrateRoot, type Root } from 'react-dom/client';
