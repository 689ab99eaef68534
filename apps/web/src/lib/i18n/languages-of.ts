import type { Language } from '@stablegate/contract';

/** Specification 2, section 7: "returns an array or an object with languages". Spreading anything else throws. */
export const languagesOf = (answer: unknown): Language[] => [
  ...(Array.isArray(answer) ? answer : (answer as { languages: Language[] }).languages),
];
