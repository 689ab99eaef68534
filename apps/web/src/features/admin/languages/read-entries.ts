import type { TranslationEntry } from '@stablegate/contract';
import { type Answered, presentFields } from '../../../lib/answers/present-fields';

type AnsweredEntry = Answered<TranslationEntry, Exclude<keyof TranslationEntry, 'id'>>;

/** Specification 2, section 7, has nothing but id, key and text in a row: one without a text is not translated. */
const readEntry = (answer: AnsweredEntry): TranslationEntry => ({
  ...{ translationKey: '', translationValue: '', removable: false, waiting: false, missing: !answer.translationValue },
  ...presentFields(answer),
  id: answer.id,
});

/** An answer that is no list is a failed read, which the screen says; without an end, it would be the whole screen. */
export function readEntries(answer: unknown): readonly TranslationEntry[] {
  if (!Array.isArray(answer)) throw new TypeError('the answer is no list of translations');
  return answer.map(readEntry);
}
