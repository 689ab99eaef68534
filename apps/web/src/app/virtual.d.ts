/** Made by vite/start-texts.ts: of every language, the texts of start-failure.tsx. */
declare module 'virtual:start-texts' {
  const texts: Readonly<Record<string, Readonly<Record<string, string>>>>;
  export default texts;
}
