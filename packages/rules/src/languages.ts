/** The keys of all texts are English: what has no translation shows its key. */
export const LANGUAGE_DEFAULT = 'en';

const RIGHT_TO_LEFT = /^(ar|he|iw|fa|ur|ps|sd|ug|yi|dv|ckb)\b/;

/** By the language, whatever the region: ar-EG like ar. */
export const directionOf = (language: string): 'rtl' | 'ltr' => (RIGHT_TO_LEFT.test(language) ? 'rtl' : 'ltr');

/** For dates: our English is British, like its flag, and plain "en" would write the month first. */
export const dateLanguage = (language: string): string => (language === 'en' ? 'en-GB' : language);
