import type { PaymentView } from '@stablegate/contract';
import { payNetworks } from '../bill/networks';
import { Icon } from '../icons';
import { showMicros, toMicros } from '../micros';
import { t } from '../texts';

/** A transfer matched no invoice at the address. Its sender must be informed; everyone else continues as before. */
export function OtherAmounts({ view, isPayable = false, onMine }: { view: PaymentView; isPayable?: boolean; onMine: () => void }) {
  const { other_amounts: others = [], store } = view;
  if (others.length === 0) return null;
  const isClaimed = others.every(({ claimed }) => claimed);
  return (
    <section className="notice n-info other">
      <h2>
        <Icon name="info" />
        {t('Another amount has arrived at this address')}
      </h2>
      <ul className="other-list">
        {others.map(({ amount, network, seen_at }) => (
          <li key={`${amount}${network}${seen_at}`}>
            <img src={payNetworks[network].logo} alt="" width={16} height={16} />
            <bdi className="money">
              <b>{showMicros(toMicros(amount))}</b>
              <span className="unit"> {view.currency}</span>
            </bdi>
            <span className="muted">{payNetworks[network].label}</span>
          </li>
        ))}
      </ul>
      {isClaimed ? (
        <p>{t('It was reported for this invoice. {{store}} can see it and will decide. Please do not send it again.', { store })}</p>
      ) : (
        <>
          <p>
            {t('If you sent it, do not send it again: enter its transaction hash, and {{store}} can credit it.', { store })}{' '}
            {isPayable && t('If not, pay as shown below.')}
          </p>
          <button type="button" className="btn btn-secondary" onClick={onMine}>
            {t('I sent it')}
          </button>
        </>
      )}
    </section>
  );
}
