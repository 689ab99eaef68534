import { describe, expect, test } from 'vitest';
import { type CodeBoxAction, type CodeBoxes, changeBoxes, codeOf, emptyBoxes, isComplete } from './code-input.boxes';

const after = (start: CodeBoxes, ...actions: CodeBoxAction[]) => actions.reduce(changeBoxes, start);
const typed = (code: string) => after(emptyBoxes(6), ...[...code].map((text, at): CodeBoxAction => ({ type: 'type', at, text })));

describe('typing', () => {
  test('each digit moves on to the next box, the last one stays', () => {
    expect(typed('12')).toEqual({ digits: ['1', '2', '', '', '', ''], focus: 2 });
    expect(typed('123456').focus).toBe(5);
    expect(isComplete(typed('123456'))).toBe(true);
    expect(isComplete(typed('12345'))).toBe(false);
  });

  test('non-digits are refused, in every script', () => {
    for (const text of ['x', ' ', '-', '٣', '½']) expect(after(typed('1'), { type: 'type', at: 1, text })).toEqual(typed('1'));
  });

  test('a digit typed before or after the old one replaces it', () => {
    expect(codeOf(after(typed('123456'), { type: 'type', at: 1, text: '29' }))).toBe('193456');
    expect(codeOf(after(typed('123456'), { type: 'type', at: 1, text: '92' }))).toBe('193456');
    expect(codeOf(after(typed('123456'), { type: 'type', at: 1, text: '22' }))).toBe('123456');
  });

  test('a whole code that the phone puts into one box fills all', () => {
    expect(after(emptyBoxes(6), { type: 'type', at: 0, text: '907214' })).toEqual({ digits: [...'907214'], focus: 5 });
  });
});

describe('pasting', () => {
  test('exactly six digits fill all boxes, from any of them', () => {
    expect(codeOf(after(typed('99'), { type: 'paste', text: '123456' }))).toBe('123456');
    expect(codeOf(after(emptyBoxes(6), { type: 'paste', text: ' 123456\n' }))).toBe('123456');
  });

  test('anything else is ignored', () => {
    for (const text of ['12345', '1234567', '12345a', '123 456', '', 'hello!']) {
      expect(after(typed('12'), { type: 'paste', text })).toEqual(typed('12'));
    }
  });
});

describe('correcting', () => {
  test('backspace clears its box first, then the one before', () => {
    const once = after(typed('123'), { type: 'backspace', at: 3 });
    expect(once).toEqual({ digits: ['1', '2', '', '', '', ''], focus: 2 });
    const twice = after(once, { type: 'backspace', at: 2 });
    expect(twice).toEqual({ digits: ['1', '', '', '', '', ''], focus: 1 });
    expect(after(typed('123456'), { type: 'backspace', at: 5 })).toEqual({ digits: ['1', '2', '3', '4', '5', ''], focus: 5 });
  });

  test('backspace in the first box and moves past the ends stay inside', () => {
    expect(after(emptyBoxes(6), { type: 'backspace', at: 0 })).toEqual(emptyBoxes(6));
    expect(after(emptyBoxes(6), { type: 'move', to: -1 }).focus).toBe(0);
    expect(after(emptyBoxes(6), { type: 'move', to: 9 }).focus).toBe(5);
  });

  test('delete clears its box and stays', () => {
    expect(after(typed('123'), { type: 'delete', at: 1 })).toEqual({ digits: ['1', '', '3', '', '', ''], focus: 1 });
  });
});
