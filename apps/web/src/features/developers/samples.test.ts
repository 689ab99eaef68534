import { createdInvoiceSchema, newInvoiceSchema } from '@stablegate/contract';
import { describe, expect, test } from 'vitest';
import { callbackFields, invoiceRequestFields, invoiceResponseFields, signatureHeaders } from './api-fields';
import { codeLanguages, piecesOf } from './highlight';
import { sampleLanguages } from './sample-languages';
import { sampleOf } from './samples';

const ORIGIN = 'https://gate.example';
const t = (text: string) => text;
const required = Object.entries(newInvoiceSchema.shape).filter(([, field]) => !field.safeParse(undefined).success);
const lacks = (sample: string, words: readonly string[]) => words.filter((word) => !new RegExp(`\\b${word}\\b`).test(sample));

describe.each(sampleLanguages.map(({ value }) => value))('the samples in %s', (language) => {
  const create = sampleOf('create-invoice', language, ORIGIN);
  const verify = sampleOf('verify-callback', language, ORIGIN);

  test('create an invoice at this gateway, with every field of the contract', () => {
    expect(required.map(([name]) => name)).toEqual(['name', 'amount', 'request_id']);
    expect(lacks(create, Object.keys(newInvoiceSchema.shape))).toEqual([]);
    expect(create).toContain(`${ORIGIN}/api/v1/payment/invoice`);
    expect(create).toMatch(/X-API-KEY\W+sk_your_api_key/);
    expect(create).not.toContain('pay.example.com');
  });

  test('handle every field and header of a callback', () => {
    expect(
      lacks(
        verify,
        callbackFields(t).map(({ path }) => path),
      ),
    ).toEqual([]);
    expect(
      lacks(
        verify,
        signatureHeaders(t).map(({ path }) => path),
      ),
    ).toEqual([]);
    expect(lacks(verify, ['sk_your_api_key', 'your_merchant_id', 'whsec_your_callback_secret', 'completed', '403'])).toEqual([]);
  });

  test('reject foreign credentials as specified', () => {
    // The curl sample plays the sender.
    if (language === 'curl') return expect(verify).toContain('403');
    expect(lacks(verify, ['403', 'fail', 'Invalid credentials'])).toEqual([]);
  });

  test('lose no character when highlighted', () => {
    for (const sample of [create, verify]) {
      const pieces = piecesOf(sample, codeLanguages[language]);
      expect(pieces.map(({ text }) => text).join('')).toBe(sample);
      expect(new Set(pieces.map(({ kind }) => kind))).toContain('string');
    }
  });
});

test('the page documents the fields of the contract, no more and no less', () => {
  expect(invoiceRequestFields(t).map(({ path }) => path)).toEqual(Object.keys(newInvoiceSchema.shape));
  expect(
    invoiceRequestFields(t)
      .filter(({ isRequired }) => isRequired)
      .map(({ path }) => path),
  ).toEqual(required.map(([name]) => name));
  expect(invoiceResponseFields(t).map(({ path }) => path)).toEqual([
    'status',
    'msg',
    'data',
    ...Object.keys(createdInvoiceSchema.shape).map((name) => `data.${name}`),
  ]);
});
