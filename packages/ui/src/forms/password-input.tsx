import { Eye, EyeOff } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { Hint } from './field';
import { IconButton } from './icon-button';
import { TextInput, type TextInputProps } from './text-input';

export type PasswordInputProps = Omit<TextInputProps, 'type' | 'end'> & {
  labels: { show: string; hide: string; capsLock: string };
};

export function PasswordInput({ labels, onKeyDown, onKeyUp, onBlur, ...rest }: PasswordInputProps) {
  const [isShown, setShown] = useState(false);
  const [isCapsLock, setCapsLock] = useState(false);
  const readCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'));
  const toggle = (
    <IconButton
      label={isShown ? labels.hide : labels.show}
      icon={isShown ? <EyeOff className="icon" aria-hidden="true" /> : <Eye className="icon" aria-hidden="true" />}
      aria-pressed={isShown}
      tooltip={false}
      onClick={() => setShown(!isShown)}
    />
  );
  return (
    <>
      <TextInput
        {...rest}
        type={isShown ? 'text' : 'password'}
        // A visible password must not be corrected, capitalised or sent to a spelling service.
        spellCheck={false}
        autoCapitalize="none"
        autoCorrect="off"
        onKeyDown={(event) => {
          readCapsLock(event);
          onKeyDown?.(event);
        }}
        onKeyUp={(event) => {
          readCapsLock(event);
          onKeyUp?.(event);
        }}
        onBlur={(event) => {
          setCapsLock(false);
          onBlur?.(event);
        }}
        end={toggle}
      />
      {isCapsLock && (
        <Hint tone="warning" role="status">
          {labels.capsLock}
        </Hint>
      )}
    </>
  );
}
