import type { PaymentLink } from '@stablegate/contract';
import { IconButton, Menu, MenuItem } from '@stablegate/ui';
import { CodeXml, Ellipsis, ExternalLink, Pencil, Power, Printer, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { useNavigate } from 'react-router';
import { useTranslation } from '../../lib/i18n/texts';
import { useMay } from '../../lib/session/use-may';
import { useDeleteLink, useSwitchLink } from './links.queries';

export function LinkMenu({ link, onEdit }: { link: PaymentLink; onEdit: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const mayChange = useMay('invoices');
  const change = useSwitchLink(link);
  const remove = useDeleteLink(link);
  const button = useRef<HTMLButtonElement>(null);
  // The dialog returns the focus to where it came from, and the menu item is gone by then.
  const edit = () => {
    button.current?.focus();
    onEdit();
  };
  const trigger = (
    <IconButton
      ref={button}
      size="md"
      tooltip={false}
      label={t('Actions for {{name}}', { name: link.name })}
      icon={<Ellipsis className="icon" aria-hidden="true" />}
    />
  );
  return (
    <Menu trigger={trigger}>
      <MenuItem
        icon={<ExternalLink className="icon" aria-hidden="true" />}
        onSelect={() => void window.open(link.url, '_blank', 'noopener')}
      >
        {t('Payment page')}
      </MenuItem>
      <MenuItem icon={<Printer className="icon" aria-hidden="true" />} onSelect={() => void navigate(`/payment-links/${link.id}/poster`)}>
        {t('Poster')}
      </MenuItem>
      <MenuItem icon={<CodeXml className="icon" aria-hidden="true" />} onSelect={() => void navigate(`/payment-links/${link.id}/embed`)}>
        {t('Button for your website')}
      </MenuItem>
      {mayChange && (
        <MenuItem icon={<Pencil className="icon" aria-hidden="true" />} onSelect={edit}>
          {t('Edit')}
        </MenuItem>
      )}
      {mayChange && (
        <MenuItem icon={<Power className="icon" aria-hidden="true" />} disabled={change.isPending} onSelect={() => change.mutate()}>
          {link.enabled ? t('Switch off') : t('Switch on')}
        </MenuItem>
      )}
      {mayChange && (
        <MenuItem icon={<Trash2 className="icon" aria-hidden="true" />} danger disabled={remove.isBusy} onSelect={() => void remove.run()}>
          {t('Delete')}
        </MenuItem>
      )}
    </Menu>
  );
}
