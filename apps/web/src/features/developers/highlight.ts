import type { SampleLanguage } from './sample-languages';

export type CodeLanguage = 'shell' | 'javascript' | 'python' | 'php' | 'java' | 'csharp' | 'json';
export type PieceKind = 'plain' | 'comment' | 'string' | 'number' | 'keyword';
export type Piece = { kind: PieceKind; text: string; at: number };

export const codeLanguages: Record<SampleLanguage, CodeLanguage> = {
  curl: 'shell',
  nodejs: 'javascript',
  python: 'python',
  php: 'php',
  java: 'java',
  csharp: 'csharp',
};

const DOUBLE = String.raw`"(?:[^"\\\n]|\\.)*"`;
const SINGLE = String.raw`'(?:[^'\\\n]|\\.)*'`;
/** A shell's quotes span lines, and single quotes have no escapes. */
const SHELL_QUOTES = String.raw`'[^']*'|"(?:[^"\\]|\\.)*"`;
const HASH = String.raw`(?<![\w$\{])#[^\n]*`;
/** Not the slashes of a URL: https:// */
const SLASHES = String.raw`(?<!:)\/\/[^\n]*|\/\*[\s\S]*?\*\/`;

const words = (list: string): string => String.raw`\b(?:${list.split(' ').join('|')})\b`;

/** Comments, strings and keywords. Without a grammar, so that only a colour can be wrong. */
const rules: Record<CodeLanguage, { comment?: string; string: string; keyword?: string }> = {
  shell: { comment: HASH, string: SHELL_QUOTES, keyword: words('curl openssl printf date tr od') },
  javascript: {
    comment: SLASHES,
    string: `\`[^\`]*\`|${SINGLE}|${DOUBLE}`,
    keyword: words('import from const let function async await return if for of throw new'),
  },
  python: {
    comment: HASH,
    string: `${DOUBLE}|${SINGLE}`,
    keyword: words('import from def class return if not or any for in as with raise False True None'),
  },
  php: {
    comment: SLASHES,
    string: `${SINGLE}|${DOUBLE}`,
    keyword: words('const function return if foreach as throw new echo exit true false int string bool void'),
  },
  java: {
    comment: SLASHES,
    string: `"""[\\s\\S]*?"""|${DOUBLE}`,
    keyword: words('import public static final class void boolean byte int new return if for try catch throws throw var false true'),
  },
  csharp: {
    comment: SLASHES,
    string: DOUBLE,
    keyword: words('using const string var bool await async return if new throw out false true'),
  },
  json: { string: DOUBLE, keyword: words('true false null') },
};

const NEVER = '(?!)';
const patternOf = ({ comment = NEVER, string, keyword = NEVER }: (typeof rules)[CodeLanguage]): RegExp =>
  new RegExp(String.raw`(?<comment>${comment})|(?<string>${string})|(?<keyword>${keyword})|(?<number>\b\d[\d.]*\b)`, 'g');

const KINDS = ['comment', 'string', 'keyword', 'number'] as const;

export function piecesOf(code: string, language: CodeLanguage): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  const plainUpTo = (to: number) => {
    if (to > from) pieces.push({ kind: 'plain', text: code.slice(from, to), at: from });
  };
  for (const match of code.matchAll(patternOf(rules[language]))) {
    plainUpTo(match.index);
    const kind = KINDS.find((each) => match.groups?.[each] !== undefined) ?? 'plain';
    pieces.push({ kind, text: match[0], at: match.index });
    from = match.index + match[0].length;
  }
  plainUpTo(code.length);
  return pieces;
}
