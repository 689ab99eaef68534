import type { Network, PaymentView } from '@stablegate/contract';
import { Icon } from './icons';
import { payNetworks } from './networks';
import { t } from './texts';

type NetworkPickerProps = { networks: PaymentView['networks']; selected: Network; onSelect: (network: Network) => void };

export function NetworkPicker({ networks, selected, onSelect }: NetworkPickerProps) {
  const choose = (value: string) => {
    const next = networks.find(({ network }) => network === value);
    if (next !== undefined) onSelect(next.network);
  };
  return (
    <>
      <div className="pick">
        <img src={payNetworks[selected].logo} alt="" width={20} height={20} />
        <select aria-label={t('Network')} value={selected} onChange={(event) => choose(event.target.value)}>
          {networks.map(({ network }) => (
            <option key={network} value={network}>
              {payNetworks[network].label}
            </option>
          ))}
        </select>
        <Icon name="choose" size="icon-sm" />
      </div>
      <p className="only">
        <Icon name="warning" size="icon-sm" />
        <span>{t('Send only USDT on {{network}}. Other networks or tokens may be lost.', { network: payNetworks[selected].label })}</span>
      </p>
    </>
  );
}
