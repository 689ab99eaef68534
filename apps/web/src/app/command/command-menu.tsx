import { INVOICE_NAME_MAX } from '@stablegate/contract';
import { Dialog, IconButton, Kbd } from '@stablegate/ui';
import { Search, X } from 'lucide-react';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { movedTo } from './command.cursor';
import type { Command } from './command.types';
import { CommandList } from './command-list';
import { optionId } from './command-option';
import { useCommands } from './use-commands';
import './command-menu.css';
import { useTranslation } from '../../lib/i18n/texts';

export type CommandMenuProps = { open: boolean; onClose: () => void };

/**
 * The combobox is our own: the kit's dialog has the focus trap, and the rest (ranking in the user's language, results from the server, the
 * announced count) is left to the user by libraries such as cmdk too.
 */
export default function CommandMenu({ open, onClose }: CommandMenuProps) {
  const { t } = useTranslation();
  const chosen = useRef<Command>(undefined);
  const choose = (command: Command) => {
    chosen.current = command;
    onClose();
  };
  // A page or dialog that opens takes the focus, so the menu returns it first.
  const runChosen = () => {
    const command = chosen.current;
    chosen.current = undefined;
    command?.run?.();
  };
  return (
    <Dialog
      bare
      wide
      className="command"
      open={open}
      onOpenChange={onClose}
      onClosed={runChosen}
      title={t('Search or jump to')}
      closeLabel={t('Close')}
    >
      <Combobox onChoose={choose} onClose={onClose} />
    </Dialog>
  );
}

function Combobox({ onChoose, onClose }: { onChoose: (command: Command) => void; onClose: () => void }) {
  const { t } = useTranslation();
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [activeId, setActiveId] = useState<string>();
  const found = useCommands(text);
  const commands = found.sections.flatMap((section) => section.commands);
  // Typing starts at the top again; results that arrive later keep the position.
  const index = Math.max(
    0,
    commands.findIndex(({ id }) => id === activeId),
  );
  const active = commands[index];
  const type = (next: string) => {
    setText(next);
    setActiveId(undefined);
  };
  const choose = (command: Command) => {
    if (command.asks === undefined) return onChoose(command);
    type(command.asks);
    input.current?.focus();
  };
  const press = (event: KeyboardEvent) => {
    // Enter that completes a syllable of an input method is not meant for the list.
    if (event.nativeEvent.isComposing) return;
    const next = movedTo(event.key, index, commands.length);
    if (next !== undefined) setActiveId(commands[next]?.id);
    else if (event.key === 'Enter' && active !== undefined) choose(active);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <div className="command-box">
        <Search className="icon" aria-hidden="true" />
        <input
          ref={input}
          type="text"
          role="combobox"
          aria-label={t('Search or jump to')}
          aria-autocomplete="list"
          aria-expanded={commands.length > 0}
          aria-controls={listId}
          aria-activedescendant={active && optionId(listId, active)}
          placeholder={t('A page, a merchant or an invoice')}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={INVOICE_NAME_MAX}
          value={text}
          onChange={(event) => type(event.target.value)}
          onKeyDown={press}
        />
        <IconButton size="md" label={t('Close')} tooltip={false} icon={<X className="icon" aria-hidden="true" />} onClick={onClose} />
      </div>
      <CommandList listId={listId} text={text} found={found} active={active} onPoint={({ id }) => setActiveId(id)} onChoose={choose} />
      <KeyHints />
    </>
  );
}

/** For sighted keyboard users; screen readers announce the same from the ARIA pattern. */
function KeyHints() {
  const { t } = useTranslation();
  return (
    <div className="command-keys" aria-hidden="true">
      <span>
        <Kbd>↑</Kbd> <Kbd>↓</Kbd> {t('Move')}
      </span>
      <span>
        <Kbd>↵</Kbd> {t('Select')}
      </span>
      <span>
        <Kbd>Esc</Kbd> {t('Close')}
      </span>
    </div>
  );
}
