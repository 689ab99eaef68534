import type { Network, PaymentView } from '@stablegate/contract';
import { Icon } from '../icons';
import { useFilledBefore } from '../live/taken-over';
import { t } from '../texts';
import { finalIn, payNetworks } from './networks';

type NetworkPickerProps = { networks: PaymentView['networks']; selected: Network; onSelect: (network: Network) => void };

export function NetworkPicker({ networks, selected, onSelect }: NetworkPickerProps) {
  const choose = (value: string) => {
    const next = networks.find(({ network }) => network === value);
    if (next !== undefined) onSelect(next.network);
  };
  const field = useFilledBefore<HTMLSelectElement>(({ value }) => value !== selected && choose(value));
  const { name, standard, logo, label } = payNetworks[selected];
  return (
    <>
      {/* The native select lies invisibly over the field: where it can be styled it opens as our menu, elsewhere as the browser's own. */}
      <label className="pick">
        <img src={logo} alt="" width={20} height={20} />
        <span className="pick-name" aria-hidden="true">
          {name} <span className="standard">{standard}</span>
        </span>
        <Icon name="choose" size="icon-sm" />
        <select ref={field} name="network" aria-label={t('Network')} value={selected} onChange={(event) => choose(event.target.value)}>
          {networks.map(({ network, final_seconds: seconds }) => (
            <option key={network} value={network} data-note={seconds === undefined ? undefined : finalIn(seconds)}>
              {payNetworks[network].label}
            </option>
          ))}
        </select>
      </label>
      <p className="only">
        <Icon name="warning" size="icon-sm" />
        <span>{t('Send only USDT on {{network}}. Money sent on other networks or in other tokens may be lost.', { network: label })}</span>
      </p>
    </>
  );
}
