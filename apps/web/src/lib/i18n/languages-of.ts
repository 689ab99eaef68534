import type { Language } from '@stablegate/contract';

/** Specification 2, section 7: "returns an array or an object with languages". Undefined for anything else. */
export function languagesOf(answer: unknown): Language[] | undefined {
  const list = Array.isArray(answer) ? answer : (answer as { languages?: unknown } | null)?.languages;
  return Array.isArray(list) ? list : undefined;
}
