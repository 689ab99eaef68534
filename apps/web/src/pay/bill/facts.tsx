import type { PaymentView } from '@stablegate/contract';
import type { ReactNode } from 'react';
import { explorerUrl } from '../../lib/explorer';
import { Icon } from '../icons';
import { useLocalTime } from '../local-time';
import { t } from '../texts';
import { shortened } from './address';
import { CopyButton } from './copy-button';
import { factsOf, payNetworks } from './networks';

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </>
);

/** No link where the server names no explorer: a sandbox has its own chains. */
function TransactionHash({ explorer, hash }: { explorer: string | undefined; hash: string }) {
  const shown = <bdi title={hash}>{shortened(hash)}</bdi>;
  return (
    <>
      {explorer === undefined ? (
        <span className="hash">{shown}</span>
      ) : (
        <a className="hash" href={explorerUrl(explorer, hash)} target="_blank" rel="noopener noreferrer">
          {shown}
          <span className="sr">{t('Open in explorer')}</span>
          <Icon name="external" size="icon-sm" />
        </a>
      )}
      <CopyButton text={hash} label={t('Copy transaction hash')} />
    </>
  );
}

/** Facts about the payment that was seen. */
export function Facts({ label, paid, view }: { label: string; paid: string; view: PaymentView }) {
  const timeOf = useLocalTime();
  const { network, tx_hash: hash, from_address: from, paid_at: paidAt, currency } = view;
  return (
    <dl className="dl facts">
      <Fact label={label}>
        <bdi className="money">
          <b>{paid}</b>
          <span className="unit"> {currency}</span>
        </bdi>
      </Fact>
      {network !== undefined && (
        <Fact label={t('Network')}>
          <img src={payNetworks[network].logo} alt="" width={20} height={20} />
          {payNetworks[network].label}
        </Fact>
      )}
      {from !== undefined && paidAt === undefined && (
        <Fact label={t('From')}>
          <bdi className="mono" title={from}>
            {shortened(from)}
          </bdi>
        </Fact>
      )}
      {paidAt !== undefined && (
        <Fact label={t('Date')}>
          <bdi>{timeOf(paidAt)}</bdi>
        </Fact>
      )}
      {hash !== undefined && (
        <Fact label={t('Transaction hash')}>
          <TransactionHash explorer={factsOf(view, network)?.explorer_tx} hash={hash} />
        </Fact>
      )}
    </dl>
  );
}
