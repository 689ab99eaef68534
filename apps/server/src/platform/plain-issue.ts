import { z } from 'zod';

/** What the schema library tells of a value that it refused, in whichever envelope it came. */
export type Issue = { readonly code: string; readonly message: string; readonly [detail: string]: unknown };

const plural = (count: unknown, one: string, many: string): string => `${count} ${String(count) === '1' ? one : many}`;
/** Without the empty text, which a form sends for a filter that was left blank. */
const listed = (values: unknown): string => (Array.isArray(values) ? values.filter((value) => value !== '').join(', ') : '');

/** Formats that a schema can name without a sentence of its own. */
const FORMATS: Readonly<Record<string, string>> = {
  date: 'Please give a day that exists, as YYYY-MM-DD: 2026-01-31.',
  datetime: 'Please give a time in ISO 8601 with its offset: 2026-01-31T09:30:00+07:00.',
  time: 'Please give a time of day: 09:30:00.',
  duration: 'Please give a duration in ISO 8601: PT15M.',
  email: 'Please give a complete e-mail address.',
  url: 'Please give a complete web address: https://shop.example.',
  ipv4: 'Please give an IPv4 address: 203.0.113.7.',
  ipv6: 'Please give an IPv6 address: 2001:db8::7.',
  cidrv4: 'Please give a range of IPv4 addresses: 203.0.113.0/24.',
  cidrv6: 'Please give a range of IPv6 addresses: 2001:db8::/48.',
  base64: 'This must be base64.',
  base64url: 'This must be base64url.',
  json_string: 'This must be JSON.',
};

function formatText({ format, prefix, suffix, includes }: Issue): string {
  if (format === 'starts_with') return `This must begin with ${prefix}.`;
  if (format === 'ends_with') return `This must end with ${suffix}.`;
  if (format === 'includes') return `This must contain ${includes}.`;
  return FORMATS[String(format)] ?? 'This is not written in the form that is expected here.';
}

const amountWords = { small: ['at least', 'more than'], big: ['at most', 'less than'] } as const;

/** Of a text, a list or a number: how much it may be. */
function sizeText({ origin, exact, inclusive }: Issue, end: 'small' | 'big', limit: unknown): string {
  const word = exact === true ? 'exactly' : amountWords[end][inclusive === false ? 1 : 0];
  const isEmpty = end === 'small' && exact !== true && String(limit) === '1';
  if (origin === 'string')
    return isEmpty ? 'This must not be empty.' : `This must have ${word} ${plural(limit, 'character', 'characters')}.`;
  if (origin === 'array' || origin === 'set' || origin === 'map')
    return isEmpty ? 'This list must not be empty.' : `This list must have ${word} ${plural(limit, 'entry', 'entries')}.`;
  return `This must be ${word} ${limit}.`;
}

const WRONG_TYPE = /^Invalid input: expected \w+, received (\w+)$/;
/** The issue itself no longer has the value: what was received is told by the message alone. */
function typeText({ expected, message }: Issue): string {
  const received = WRONG_TYPE.exec(message)?.[1];
  if (received === 'undefined') return 'This value is missing.';
  if (expected === 'int') return 'This must be a whole number.';
  if (received === 'NaN') return 'This must be a number.';
  if (received === 'Infinity') return 'This number is too large.';
  return received === undefined ? NOT_VALID : `This must be of type ${expected === 'record' ? 'object' : expected}, not ${received}.`;
}

const NOT_VALID = 'This value is not valid.';

function defaultText(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return typeText(issue);
    case 'too_small':
      return sizeText(issue, 'small', issue.minimum);
    case 'too_big':
      return sizeText(issue, 'big', issue.maximum);
    case 'invalid_format':
      return formatText(issue);
    case 'invalid_value':
      return Array.isArray(issue.values) && issue.values.length === 1
        ? `This must be ${listed(issue.values)}.`
        : `This must be one of: ${listed(issue.values)}.`;
    case 'not_multiple_of':
      return `This must be a multiple of ${issue.divisor}.`;
    case 'unrecognized_keys':
      return `Not known here: ${listed(issue.keys)}.`;
    default:
      return NOT_VALID;
  }
}

/** Whether the rule says nothing of its own. The library writes the same words again, but for a type, since it needs the value for them. */
function isDefault(issue: Issue): boolean {
  if (issue.code === 'invalid_type') return issue.message.startsWith('Invalid input');
  const written = z.config().localeError?.(issue as never);
  return issue.message === (typeof written === 'string' ? written : written?.message);
}

const isOfType = ({ code, values }: Issue): boolean => code === 'invalid_type' || (code === 'invalid_value' && listed(values) === '');

/** Of several forms, the one that was meant: the others are of another type, or the empty text of a filter that was left blank. */
function meant(issue: Issue): Issue | undefined {
  const forms = Array.isArray(issue.errors) ? (issue.errors as (readonly Issue[])[]) : [];
  const likely = forms.filter((issues) => issues.length > 0 && !issues.some(isOfType));
  return likely.length === 1 ? likely[0]?.[0] : undefined;
}

export type PlainIssue = {
  readonly text: string;
  /** A sentence that the rule brings itself, which says what to do. */
  readonly isOwn: boolean;
};

/** In words that a person who reads them in a form or a log understands. */
export function plainIssue(issue: Issue): PlainIssue {
  const inner = issue.code === 'invalid_union' ? meant(issue) : undefined;
  if (inner !== undefined) return plainIssue(inner);
  return isDefault(issue) ? { text: defaultText(issue), isOwn: false } : { text: issue.message, isOwn: true };
}
