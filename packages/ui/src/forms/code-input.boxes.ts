/** The boxes of a one-time code: what is in each, and which one has the focus. */
export type CodeBoxes = { readonly digits: readonly string[]; readonly focus: number };

export type CodeBoxAction =
  | { type: 'type'; at: number; text: string }
  | { type: 'paste'; text: string }
  | { type: 'backspace'; at: number }
  | { type: 'delete'; at: number }
  | { type: 'move'; to: number };

export const isDigit = (text: string): boolean => /^[0-9]$/.test(text);

export const emptyBoxes = (length: number): CodeBoxes => ({ digits: Array.from({ length }, () => ''), focus: 0 });
export const codeOf = ({ digits }: CodeBoxes): string => digits.join('');
export const isComplete = ({ digits }: CodeBoxes): boolean => digits.every(isDigit);

const within = ({ digits }: CodeBoxes, index: number): number => Math.min(Math.max(index, 0), digits.length - 1);
const put = ({ digits }: CodeBoxes, at: number, digit: string): string[] => digits.map((old, index) => (index === at ? digit : old));

/** A whole code fills all boxes; anything else is ignored. */
function fill(boxes: CodeBoxes, text: string): CodeBoxes {
  const code = text.trim();
  const isWhole = code.length === boxes.digits.length && [...code].every(isDigit);
  return isWhole ? { digits: [...code], focus: boxes.digits.length - 1 } : boxes;
}

/** `text` is the box's content after the key: the old digit may still be before or after the new one. */
function type(boxes: CodeBoxes, at: number, text: string): CodeBoxes {
  if (text === '') return { digits: put(boxes, at, ''), focus: at };
  // Phones put the whole code from a message into the first box.
  if (text.length > 2) return fill(boxes, text);
  const old = boxes.digits[at] ?? '';
  const typed = text.length === 1 ? text : text.startsWith(old) ? text.slice(1) : text.slice(0, 1);
  return isDigit(typed) ? { digits: put(boxes, at, typed), focus: within(boxes, at + 1) } : boxes;
}

/** In an empty box it deletes the previous digit, so a held key clears the row from its end. */
function backspace(boxes: CodeBoxes, at: number): CodeBoxes {
  const target = boxes.digits[at] === '' ? within(boxes, at - 1) : at;
  return { digits: put(boxes, target, ''), focus: target };
}

export function changeBoxes(boxes: CodeBoxes, action: CodeBoxAction): CodeBoxes {
  switch (action.type) {
    case 'type':
      return type(boxes, action.at, action.text);
    case 'paste':
      return fill(boxes, action.text);
    case 'backspace':
      return backspace(boxes, action.at);
    case 'delete':
      return { digits: put(boxes, action.at, ''), focus: action.at };
    case 'move':
      return { ...boxes, focus: within(boxes, action.to) };
  }
}
