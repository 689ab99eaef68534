import { Amount, Avatar, Card, StatusBadge, type StatusLook } from '@stablegate/ui';
import { Webhook } from 'lucide-react';
import { useTranslation } from '../../lib/i18n/texts';

const invoices: readonly { order: number; amount: string; look: StatusLook; status: string }[] = [
  { order: 10482, amount: '184.5', look: 'success', status: 'Success' },
  { order: 10481, amount: '48', look: 'processing', status: 'Processing' },
  { order: 10480, amount: '129.9', look: 'waiting', status: 'Waiting' },
  { order: 10479, amount: '1240', look: 'success', status: 'Success' },
  { order: 10478, amount: '39.5', look: 'success', status: 'Success' },
];

/** The product's flow as a picture: paid, callback answered, on the list. Decorative, so screen readers skip it. */
export function ProductPicture() {
  const { t } = useTranslation();
  return (
    <aside className="auth-art" aria-hidden="true">
      <div className="art-column">
        <PaidCard />
        <div className="art-wire" />
        <Card className="flex items-center gap-3 px-4 py-3 text-table">
          <Webhook className="icon text-subtle" />
          <span className="mono flex-1 truncate" dir="ltr">
            POST /hooks/stablegate
          </span>
          <span className="num text-success-text">200</span>
          <span className="num text-subtle" dir="ltr">
            182 ms
          </span>
        </Card>
        <div className="art-wire" />
        <InvoicesCard />
        <p className="mt-3 text-balance text-muted">
          {t('Customers pay straight into your own address. Stablegate watches the chain, proves the payment and tells your shop.')}
        </p>
      </div>
    </aside>
  );
}

function PaidCard() {
  const { t } = useTranslation();
  return (
    <Card className="p-4">
      <div className="flex items-center justify-between gap-2">
        <span className="flex items-center gap-2">
          <Avatar name="Hanoi" shape="square" size="sm" />
          <span className="font-medium">Hanoi Roasters</span>
        </span>
        <StatusBadge look="success">{t('Paid')}</StatusBadge>
      </div>
      <div className="art-figure mt-2">
        <Amount value="185.4225" decimals={4} unit="USDT" />
      </div>
      <div className="flex justify-between gap-2 text-caption text-muted">
        <span className="flex items-center gap-2">
          <img className="icon-sm" src="/networks/bep20.svg" alt="" />
          BNB Smart Chain
        </span>
        <span className="num">{t('{{n}} of {{m}} confirmations', { n: 3, m: 3 })}</span>
      </div>
    </Card>
  );
}

function InvoicesCard() {
  const { t } = useTranslation();
  return (
    <Card>
      <div className="flex items-center justify-between gap-2 px-4 py-3">
        <span className="font-medium">{t('Merchant Invoice')}</span>
        <span className="text-caption text-muted">
          <Amount value="1464" decimals={4} unit="USDT" /> · {t('Today')}
        </span>
      </div>
      <table className="art-table">
        <tbody>
          {invoices.map(({ order, amount, look, status }) => (
            <tr key={order}>
              <td className="font-medium">Order #{order}</td>
              <td className="art-amount">
                <Amount value={amount} decimals={4} unit="USDT" />
              </td>
              <td>
                <StatusBadge look={look}>{t(status)}</StatusBadge>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}
