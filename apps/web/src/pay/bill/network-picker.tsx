import type { Network, PaymentView } from '@stablegate/contract';
import type { ComponentProps } from 'react';
import { Icon } from '../icons';
import { useFilledBefore } from '../live/hydrated';
import { t } from '../texts';
import { finalIn, payNetworks } from './networks';

type NetworkFieldProps = Omit<ComponentProps<'select'>, 'onSelect'> & {
  networks: readonly { network: Network; final_seconds?: number | undefined }[];
  selected: Network;
  onSelect: (network: string) => void;
};

/** The native select lies invisibly over the field: where it can be styled it opens as our menu, elsewhere as the browser's own. */
export function NetworkField({ networks, selected, onSelect, ...rest }: NetworkFieldProps) {
  const { name, standard, logo } = payNetworks[selected];
  return (
    <div className="pick">
      <img src={logo} alt="" width={20} height={20} />
      <span className="pick-name" aria-hidden="true">
        {name} <span className="standard">{standard}</span>
      </span>
      <Icon name="choose" size="icon-sm" />
      <select {...rest} value={selected} onChange={(event) => onSelect(event.target.value)}>
        {networks.map(({ network, final_seconds: seconds }) => (
          <option key={network} value={network} data-note={seconds === undefined ? undefined : finalIn(seconds)}>
            {payNetworks[network].label}
          </option>
        ))}
      </select>
    </div>
  );
}

type NetworkPickerProps = { networks: PaymentView['networks']; selected: Network; onSelect: (network: Network) => void };

export function NetworkPicker({ networks, selected, onSelect }: NetworkPickerProps) {
  const choose = (value: string) => {
    const next = networks.find(({ network }) => network === value);
    if (next !== undefined) onSelect(next.network);
  };
  const field = useFilledBefore<HTMLSelectElement>(({ value }) => value !== selected && choose(value));
  return (
    <>
      <NetworkField ref={field} name="network" aria-label={t('Network')} {...{ networks, selected }} onSelect={choose} />
      <p className="only">
        <Icon name="warning" size="icon-sm" />
        <span>
          {t('Send only USDT on {{network}}. Money sent on other networks or in other tokens may be lost.', {
            network: payNetworks[selected].label,
          })}
        </span>
      </p>
    </>
  );
}
