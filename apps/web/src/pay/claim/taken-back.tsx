import type { Network } from '@stablegate/contract';
import type { ReactNode } from 'react';
import { Facts } from '../bill/facts';
import { Icon } from '../icons';
import { showMicros, toMicros } from '../micros';
import { Outcome } from '../outcomes';
import { PayTarget } from '../pay-view';
import type { Screen } from '../screen';
import { t } from '../texts';

type TakenScreen = Extract<Screen, { kind: 'taken' }>;
type TakenBackViewProps = {
  screen: TakenScreen;
  network: Network | undefined;
  onNetwork: (network: Network) => void;
  children: ReactNode;
};

/**
 * After a reorganisation the same transfer usually returns in another block. A payer who just saw "your payment is safe" must not see an
 * amount to send: paying again is collapsed, for the rare case that the wallet itself dropped the transfer.
 */
export function TakenBackView({ screen, network, onNetwork, children }: TakenBackViewProps) {
  const { view, taken, amount } = screen;
  const facts = { ...view, network: taken.network, tx_hash: taken.tx_hash, from_address: undefined, paid_at: undefined };
  return (
    <section className="tile">
      <Outcome tone="back" icon="back" title={t('The network reversed your transfer')}>
        <p className="strong">{t('The network usually confirms it again by itself, and then it counts here. Do not send it again.')}</p>
        <p>{t('This page continues automatically as soon as it is confirmed.')}</p>
      </Outcome>
      <Facts label={t('Amount')} paid={showMicros(toMicros(taken.amount))} view={facts} />
      {children}
      {amount !== undefined && (
        <details className="fold again">
          <summary className="again-summary">
            {t('Did your wallet cancel the transfer?')}
            <Icon name="chevron" size="icon-sm" />
          </summary>
          <div className="again-body">
            <p>{t('Pay again only if your wallet shows the transfer as failed or cancelled.')}</p>
            <PayTarget view={view} amount={amount} network={network} onNetwork={onNetwork} />
          </div>
        </details>
      )}
    </section>
  );
}
