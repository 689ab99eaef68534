// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { render } from '../../../../../../packages/ui/test/render';
import { setTexts } from '../../../lib/i18n/texts';
import { type FilterField, FilterForm } from './filter-form';

const FIELDS = [
  { kind: 'text', name: 'name', label: 'Name' },
  { kind: 'amounts', from: { name: 'amountMin', label: 'Amount from' }, to: { name: 'amountMax', label: 'to' } },
] as const;
const input = (name: string) => document.querySelector<HTMLInputElement>(`[name=${name}]`) as HTMLInputElement;

const CHOICE = [{ kind: 'choice', name: 'note', label: 'Note', options: [{ value: 'Invoice fee', label: 'Fee' }] }] as const;

afterEach(() => setTexts('en', {}));

async function open(language: string, values: Record<string, string>, fields: readonly FilterField[] = FIELDS) {
  setTexts(language, {});
  const onApply = vi.fn();
  await render(<FilterForm id="f" fields={fields} values={values} refused={() => []} onApply={onApply} onClear={() => undefined} />);
  const submit = () => act(async () => document.querySelector('form')?.requestSubmit());
  return { onApply, submit };
}

test.each([
  ['vi', '1,5', '1.5'],
  ['vi', '1.500', '1500'],
  ['en', '1,500.25', '1500.25'],
  ['en', '1.5', '1.5'],
  ['en', 'many', 'many'],
])('in %s the amount %s is %s', async (language, typed, sent) => {
  const { onApply, submit } = await open(language, {});
  input('name').value = '1,5';
  input('amountMin').value = typed;
  await submit();
  expect(onApply).toHaveBeenCalledWith({ name: '1,5', amountMin: sent, amountMax: '' });
});

test('an active filter is written as the language does, and stays what it is when it is applied again', async () => {
  const { onApply, submit } = await open('vi', { name: '1.500', amountMin: '1.500' });
  expect([input('name').value, input('amountMin').value]).toEqual(['1.500', '1,500']);
  await submit();
  expect(onApply).toHaveBeenCalledWith({ name: '1.500', amountMin: '1.500', amountMax: '' });
});

test.each(['Invoice fee', 'fee', ''])('a choice shows the active filter "%s", also one that is no choice, and keeps it', async (note) => {
  const { onApply, submit } = await open('en', note === '' ? {} : { note }, CHOICE);
  expect(input('note').value).toBe(note);
  await submit();
  expect(onApply).toHaveBeenCalledWith({ note });
});

test('a wrong value leads to the sentence about it', async () => {
  const { onApply, submit } = await open('en', {});
  input('amountMin').value = '9';
  input('amountMax').value = '1';
  await submit();
  expect(onApply).not.toHaveBeenCalled();
  expect(input('amountMin').getAttribute('aria-describedby')).toBeNull();
  const sentence = document.getElementById(input('amountMax').getAttribute('aria-describedby') ?? '');
  expect(sentence?.textContent).toBe('The end is below the beginning: Amount from … to');
});
