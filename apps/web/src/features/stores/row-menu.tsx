import { IconButton, Menu } from '@stablegate/ui';
import { Ellipsis } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from '../../lib/i18n/texts';

/** For menu items that open a dialog. */
type Ask = (question: () => unknown) => () => void;
type RowMenuProps = { name: string; children: (ask: Ask) => ReactNode };

export function RowMenu({ name, children }: RowMenuProps) {
  const { t } = useTranslation();
  const button = useRef<HTMLButtonElement>(null);
  // The dialog returns the focus to where it came from, and the menu item is gone by then.
  const ask: Ask = (question) => () => {
    button.current?.focus();
    question();
  };
  return (
    <Menu
      trigger={
        <IconButton
          ref={button}
          size="md"
          tooltip={false}
          label={t('Actions for {{name}}', { name })}
          icon={<Ellipsis className="icon" aria-hidden="true" />}
        />
      }
    >
      {children(ask)}
    </Menu>
  );
}
