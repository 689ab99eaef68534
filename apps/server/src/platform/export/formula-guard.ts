/**
 * A spreadsheet runs a cell that begins like this, also behind blanks, and also with the wide forms of the signs
 * (OWASP: CSV injection). Anybody may name an invoice, so every text of a file goes through here.
 */
const FORMULA_START = /^\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/;

export const looksLikeFormula = (text: string): boolean => FORMULA_START.test(text);
