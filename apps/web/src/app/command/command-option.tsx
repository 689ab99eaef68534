import { useEffect, useRef } from 'react';
import type { Command } from './command.types';

export const optionId = (listId: string, { id }: Command): string => `${listId}-${encodeURIComponent(id)}`;

export type CommandOptionProps = {
  listId: string;
  command: Command;
  isActive: boolean;
  onPoint: (command: Command) => void;
  onChoose: (command: Command) => void;
};

/** The focus stays in the box: an option is activated by key or mouse, and chosen. */
export function CommandOption({ listId, command, isActive, onPoint, onChoose }: CommandOptionProps) {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isActive) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox has the keyboard and chooses for it
    // biome-ignore lint/a11y/useFocusableInteractive: it is pointed at with aria-activedescendant
    <div
      ref={row}
      role="option"
      id={optionId(listId, command)}
      aria-selected={isActive}
      className="command-option"
      // Not when the list scrolls under a resting mouse.
      onPointerMove={() => !isActive && onPoint(command)}
      onPointerDown={(event) => event.preventDefault()}
      onClick={() => onChoose(command)}
    >
      <span className="command-icon">{command.icon}</span>
      <span className="command-words">
        <span className="truncate" lang={command.lang}>
          {command.label}
        </span>
        {command.detail !== undefined && <span className="command-detail">{command.detail}</span>}
      </span>
      {command.end}
    </div>
  );
}
