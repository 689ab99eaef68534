import { daySchema } from '@stablegate/contract';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { plainIssue } from './plain-issue';

/** As a schema refuses the value. */
function refusalOf(schema: z.ZodType, value: unknown) {
  const [issue] = schema.safeParse(value).error?.issues ?? [];
  if (issue === undefined) throw new Error('the value was accepted');
  return plainIssue(issue as never);
}

const text = z.string();
const filter = z.union([z.literal(''), z.iso.date()]);

describe('where a rule has no sentence, the words are ours', () => {
  test.each<[string, z.ZodType, unknown, string]>([
    ['missing', text, undefined, 'This value is missing.'],
    ['another type', text, 5, 'This must be of type string, not number.'],
    ['a list for an object', z.object({}), [], 'This must be of type object, not array.'],
    ['no number', z.coerce.number(), 'many', 'This must be a number.'],
    ['half a number', z.coerce.number().int(), '1.5', 'This must be a whole number.'],
    ['an empty text', text.min(1), '', 'This must not be empty.'],
    ['a short text', text.min(8), 'x', 'This must have at least 8 characters.'],
    ['a long text', text.max(1), 'xx', 'This must have at most 1 character.'],
    ['a text of another length', text.length(6), '12345', 'This must have exactly 6 characters.'],
    ['another pattern', text.regex(/^\d{1,18}$/), 'x', 'This is not written in the form that is expected here.'],
    ['another beginning', text.startsWith('sk_'), 'x', 'This must begin with sk_.'],
    ['no day', z.iso.date(), '2026-02-30', 'Please give a day that exists, as YYYY-MM-DD: 2026-01-31.'],
    ['no time', z.iso.datetime({ offset: true }), 'now', 'Please give a time in ISO 8601 with its offset: 2026-01-31T09:30:00+07:00.'],
    ['no address', z.email(), 'x', 'Please give a complete e-mail address.'],
    ['no web address', z.url(), 'x', 'Please give a complete web address: https://shop.example.'],
    ['a format without words', z.uuid(), 'x', 'This is not written in the form that is expected here.'],
    ['an empty list', z.array(text).min(1), [], 'This list must not be empty.'],
    ['a long list', z.array(text).max(2), ['a', 'b', 'c'], 'This list must have at most 2 entries.'],
    ['a small number', z.number().min(0), -1, 'This must be at least 0.'],
    ['nothing', z.number().positive(), 0, 'This must be more than 0.'],
    ['a large number', z.number().max(1_000), 1_001, 'This must be at most 1000.'],
    ['a step between', z.number().multipleOf(5), 7, 'This must be a multiple of 5.'],
    ['another choice', z.enum(['csv', 'pdf']), 'doc', 'This must be one of: csv, pdf.'],
    ['another choice of a filter', z.enum(['csv', 'pdf', '']), 'doc', 'This must be one of: csv, pdf.'],
    ['a number without end', z.coerce.number(), '9'.repeat(400), 'This number is too large.'],
    ['a list in place of an object', z.record(z.string(), text), [], 'This must be of type object, not array.'],
    ['the only choice', z.literal('totp'), 'sms', 'This must be totp.'],
    ['a filter that may be blank', filter, 'soon', 'Please give a day that exists, as YYYY-MM-DD: 2026-01-31.'],
    ['one of several forms', z.union([z.number(), text.min(3)]), 'x', 'This must have at least 3 characters.'],
    ['none of several forms', z.union([z.number(), text]), true, 'This value is not valid.'],
    ['a field too many', z.strictObject({}), { x: 1 }, 'Not known here: x.'],
  ])('%s', (_case, schema, value, words) => {
    expect(refusalOf(schema, value)).toEqual({ text: words, isOwn: false });
  });
});

test.each<[string, z.ZodType, unknown]>([
  ['of a pattern', text.regex(/^\d+$/, 'Please say how many.'), 'x'],
  ['that begins like the library’s', text.min(3, 'Invalid input, please say how many.'), 'x'],
  ['of a type', z.string('Please say how many.'), 5],
  ['within one of several forms', z.union([z.literal(''), text.regex(/^\d+$/, 'Please say how many.')]), 'x'],
])('a sentence of the rule itself stays, %s', (_case, schema, value) => {
  expect(refusalOf(schema, value)).toMatchObject({ text: expect.stringContaining('say how many.'), isOwn: true });
});

test('what is no day is not said to be too early as well', () => {
  const issuesOf = (day: string) => daySchema.safeParse(day).error?.issues.map((issue) => plainIssue(issue as never).text);
  expect(issuesOf('17/11/2026')).toEqual(['Please give a day that exists, as YYYY-MM-DD: 2026-01-31.']);
  expect(issuesOf('1999-12-31')).toEqual(['Please choose a later date.']);
});
