/** Written here by the build, from the translations (scripts/lib/build.mjs): the script asks for nothing before it draws its button. */
declare const __EMBED_TEXTS__: Readonly<Record<string, Readonly<Record<'pay' | 'close' | 'elsewhere', string>>>> & {
  readonly en: Readonly<Record<'pay' | 'close' | 'elsewhere', string>>;
};

/** Of the given language, such as de or pt-BR; otherwise English. */
export const textsOf = (lang: string) => __EMBED_TEXTS__[lang] ?? __EMBED_TEXTS__[lang.split('-')[0] ?? ''] ?? __EMBED_TEXTS__.en;
