import { type ClipboardEvent, type KeyboardEvent, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { type CodeBoxAction, changeBoxes, codeOf, emptyBoxes, isComplete, isDigit } from './code-input.boxes';

export type CodeInputHandle = { /** Empties all boxes and goes to the first. */ clear: () => void };

export type CodeInputProps = {
  length: number;
  /** Names the whole row. */
  label: string;
  boxLabel: (position: number) => string;
  onChange: (code: string) => void;
  /** Called when the last missing digit is entered. */
  onComplete: (code: string) => void;
  disabled?: boolean;
  autoFocus?: boolean;
  ref?: Ref<CodeInputHandle>;
};

const keyActions: Readonly<Record<string, (at: number) => CodeBoxAction>> = {
  Backspace: (at) => ({ type: 'backspace', at }),
  Delete: (at) => ({ type: 'delete', at }),
  ArrowLeft: (at) => ({ type: 'move', to: at - 1 }),
  ArrowRight: (at) => ({ type: 'move', to: at + 1 }),
  Home: () => ({ type: 'move', to: 0 }),
  End: () => ({ type: 'move', to: Number.MAX_SAFE_INTEGER }),
};

/** One box per digit, left to right in every language. */
export function CodeInput({ length, label, boxLabel, onChange, onComplete, disabled = false, autoFocus = false, ref }: CodeInputProps) {
  const [boxes, setBoxes] = useState(() => emptyBoxes(length));
  const inputs = useRef<(HTMLInputElement | null)[]>([]);
  const focus = (at: number) => {
    const input = inputs.current[at];
    input?.focus();
    input?.select();
  };
  const act = (action: CodeBoxAction) => {
    const next = changeBoxes(boxes, action);
    setBoxes(next);
    focus(next.focus);
    if (codeOf(next) === codeOf(boxes)) return;
    onChange(codeOf(next));
    if (isComplete(next)) onComplete(codeOf(next));
  };
  useImperativeHandle(ref, () => ({
    clear: () => {
      setBoxes(emptyBoxes(length));
      onChange('');
      focus(0);
    },
  }));
  // Not the autofocus attribute: it would also fire on every rerender.
  useEffect(() => {
    if (autoFocus) inputs.current[0]?.focus();
  }, [autoFocus]);
  const press = (at: number) => (event: KeyboardEvent) => {
    if (event.metaKey || event.ctrlKey || event.altKey) return;
    // Digits are handled here too: typing the same digit again changes no value and would not move on.
    const action: CodeBoxAction | undefined = isDigit(event.key) ? { type: 'type', at, text: event.key } : keyActions[event.key]?.(at);
    if (action === undefined) return;
    event.preventDefault();
    act(action);
  };
  const paste = (event: ClipboardEvent) => {
    event.preventDefault();
    act({ type: 'paste', text: event.clipboardData.getData('text') });
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot be laid out with the boxes
    <div className="code-boxes" role="group" aria-label={label} dir="ltr">
      {boxes.digits.map((digit, at) => (
        <input
          // biome-ignore lint/suspicious/noArrayIndexKey: the boxes keep their places
          key={at}
          ref={(element) => {
            inputs.current[at] = element;
          }}
          className="code-box"
          type="text"
          inputMode="numeric"
          autoComplete={at === 0 ? 'one-time-code' : 'off'}
          aria-label={boxLabel(at + 1)}
          value={digit}
          disabled={disabled}
          onChange={(event) => act({ type: 'type', at, text: event.target.value })}
          onKeyDown={press(at)}
          onPaste={paste}
          onFocus={(event) => event.target.select()}
        />
      ))}
    </div>
  );
}
