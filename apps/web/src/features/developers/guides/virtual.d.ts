/** Made by vite/guides. */
declare module 'virtual:guides' {
  type Guide = import('./guide.types').Guide;
  type GuideEntry = import('./guide.types').GuideEntry;
  type GuideSection = import('./guide.types').GuideSection;

  export const entries: readonly GuideEntry[];
  export const loadGuide: Readonly<Record<string, () => Promise<{ default: Guide }>>>;
  export const loadSections: () => Promise<{ default: readonly (GuideEntry & { readonly sections: readonly GuideSection[] })[] }>;
}
