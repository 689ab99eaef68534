/**
 * Spreadsheets execute a cell that begins like this, also after blanks, and also with the full-width forms of the signs (OWASP: CSV
 * injection). Anyone may name an invoice, so every text of a file is checked.
 */
const FORMULA_START = /^\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/;

export const looksLikeFormula = (text: string): boolean => FORMULA_START.test(text);
