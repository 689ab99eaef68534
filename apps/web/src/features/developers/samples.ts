import { type SampleLanguage, sampleLanguages } from './sample-languages';

export type SampleKind = 'create-invoice' | 'verify-callback';

/** Separate files, so that they can be run as shown. */
const files = import.meta.glob<string>('./samples/*/*.txt', { query: '?raw', import: 'default', eager: true });

/** The files' placeholder for this gateway's address. */
const HOST_IN_FILES = 'https://pay.example.com';

export function sampleOf(kind: SampleKind, language: SampleLanguage, origin: string): string {
  const file = files[`./samples/${kind}/${language}.txt`];
  if (file === undefined) throw new Error(`there is no sample ${kind} in ${language}`);
  return file.trimEnd().replaceAll(HOST_IN_FILES, origin);
}

export const samplesOf = (kind: SampleKind, origin: string): ReadonlyMap<SampleLanguage, string> =>
  new Map(sampleLanguages.map(({ value }) => [value, sampleOf(kind, value, origin)]));
