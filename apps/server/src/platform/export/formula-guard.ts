/**
 * Spreadsheets execute a cell that begins like this, also after blanks, and also with the full-width forms of the signs (OWASP: CSV
 * injection). Anyone may name an invoice, so every text of a file is checked.
 */
const FORMULA_START = /^\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/;

/**
 * Where another cell begins for a spreadsheet that does not separate by commas: Excel separates by semicolons wherever the decimal sign is a
 * comma, and there the quotes of a cell inside a line mean nothing. What looks like a formula behind such a sign, its quotes aside.
 */
const FORMULA_BEHIND_SEPARATOR = /[;\t\r\n](?=(?:[^\S\t\r\n]|")*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g;

export const looksLikeFormula = (text: string): boolean => FORMULA_START.test(text);

/** The apostrophe marks a cell as text in every spreadsheet. */
export const guardFormulas = (text: string): string => {
  const guarded = text.replace(FORMULA_BEHIND_SEPARATOR, "$&'");
  return looksLikeFormula(text) ? `'${guarded}` : guarded;
};
