/** A guide as the build makes it from Markdown: data, so that no page inserts HTML and no browser loads a Markdown parser. */
export type Inline =
  | string
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'strong' | 'em'; readonly content: readonly Inline[] }
  | { readonly kind: 'link'; readonly to: string; readonly content: readonly Inline[] };

export type Block =
  | { readonly kind: 'heading'; readonly depth: number; readonly id: string; readonly content: readonly Inline[] }
  | { readonly kind: 'paragraph'; readonly content: readonly Inline[] }
  | { readonly kind: 'code'; readonly language: string; readonly text: string }
  | { readonly kind: 'list'; readonly start: number | undefined; readonly items: readonly (readonly Block[])[] }
  | {
      readonly kind: 'table';
      readonly head: readonly (readonly Inline[])[];
      readonly rows: readonly (readonly (readonly Inline[])[])[];
    };

export type GuideSection = { readonly id: string; readonly title: string; readonly text: string };
export type GuideEntry = { readonly slug: string; readonly title: string; readonly summary: string };
export type Guide = GuideEntry & { readonly blocks: readonly Block[] };
