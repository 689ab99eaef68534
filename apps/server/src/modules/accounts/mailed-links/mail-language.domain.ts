const CANDIDATES_MAX = 10;
const LANGUAGE_TAG = /^[a-z]{2,3}(?:-[a-z0-9]{2,8}){0,3}$/i;

/** "vi-VN" is also served by "vi". */
const withPrimary = (tag: string): string[] => [tag, tag.split('-', 1)[0] ?? tag];

/** RFC 9110 section 12.5.4: "vi-VN,vi;q=0.9,en;q=0.8"; invalid tags are skipped. */
function parseAcceptLanguage(header: string): string[] {
  return header
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.split(';').map((piece) => piece.trim());
      return { tag, quality: qualityOf(parameters.find((parameter) => parameter.startsWith('q='))) };
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag);
}

/** In thousandths: the header allows three decimals. */
function qualityOf(parameter = 'q=1'): number {
  const match = /^q=([01])(?:\.(\d{0,3}))?$/.exec(parameter);
  return match === null ? 0 : Number.parseInt(`${match[1]}${(match[2] ?? '').padEnd(3, '0')}`, 10);
}

/** The browser's preferred languages, best first: the choice on our screens, then Accept-Language. */
export function wantedLanguages(headers: { readonly [name: string]: string | string[] | undefined }): string[] {
  const picked = headers['x-language'];
  const accepted = headers['accept-language'];
  const tags = [...(typeof picked === 'string' ? [picked] : []), ...(typeof accepted === 'string' ? parseAcceptLanguage(accepted) : [])];
  const candidates = tags.filter((tag) => LANGUAGE_TAG.test(tag)).flatMap(withPrimary);
  return [...new Set(candidates)].slice(0, CANDIDATES_MAX);
}
