import type { PayNetwork } from '@stablegate/contract';
import { FAMILY_OF, walletLink } from '@stablegate/rules';
import { useState } from 'react';
import { readStored, writeStored } from '../../lib/stored';
import { useFilledBefore, useIsInBrowser } from '../live/hydrated';
import { t } from '../texts';
import { PayQr } from './address-card';

type Kind = 'address' | 'request';
const STORAGE_KEY = 'stablegate-qr';
const rememberedKind = (): Kind => (readStored(STORAGE_KEY) === 'request' ? 'request' : 'address');

/** Which wallets read the symbol. Named are those that document the scheme; exchange apps only take an address. */
function readersOf(kind: Kind, { network }: PayNetwork): string {
  if (kind === 'address')
    return FAMILY_OF[network] === 'tron'
      ? t('Every wallet and exchange app reads the address. TRON has no common wallet request: enter the amount yourself.')
      : t('Every wallet and exchange app reads the address. Enter the amount yourself.');
  return t('{{wallets}} and others read it and fill in the amount. Exchange apps cannot.', {
    wallets: FAMILY_OF[network] === 'solana' ? 'Phantom, Solflare' : 'MetaMask, imToken, Rainbow',
  });
}

export type QrState = {
  readonly kind: Kind;
  /** Token, network and amount (EIP-681, Solana Pay); TRON has no common scheme. */
  readonly request: string | undefined;
  readonly choose: (kind: Kind) => void;
};

/** The address alone, or a request; the choice is remembered in this browser. */
export function useQrKind(target: PayNetwork | undefined, amount: string): QrState {
  const [chosen, setChosen] = useState<Kind>();
  const isInBrowser = useIsInBrowser();
  const request = target === undefined || FAMILY_OF[target.network] === 'tron' ? undefined : walletLink(target, amount);
  return {
    kind: request === undefined ? 'address' : (chosen ?? (isInBrowser ? rememberedKind() : 'address')),
    request,
    choose: (next) => {
      writeStored(STORAGE_KEY, next);
      setChosen(next);
    },
  };
}

export const ChosenQr = ({ target, qr: { kind, request } }: { target: PayNetwork; qr: QrState }) => (
  <PayQr
    text={kind === 'request' && request !== undefined ? request : target.address}
    network={target.network}
    label={kind === 'request' ? t('QR code of the wallet request') : t('QR code of the address')}
  />
);

/** Below everything that is needed to pay, so that a small phone shows that first. */
export function QrChoice({ target, qr: { kind, request, choose } }: { target: PayNetwork; qr: QrState }) {
  const field = useFilledBefore<HTMLFieldSetElement>((kinds) => {
    const chosen = options.find((option) => option.kind === kinds.querySelector<HTMLInputElement>(':checked')?.value);
    if (chosen !== undefined && chosen.kind !== kind) choose(chosen.kind);
  });
  const options: readonly { kind: Kind; label: string }[] = [
    { kind: 'address', label: t('Address') },
    { kind: 'request', label: t('Wallet request') },
  ];
  return (
    <div className="qr-choice">
      {request !== undefined && (
        <fieldset className="qr-kinds" ref={field}>
          <legend className="sr">{t('What the QR code contains')}</legend>
          <span aria-hidden="true">{t('QR code')}</span>
          {options.map((option) => (
            <label key={option.kind}>
              <input type="radio" name="qr-kind" value={option.kind} checked={kind === option.kind} onChange={() => choose(option.kind)} />
              <b>{option.label}</b>
            </label>
          ))}
        </fieldset>
      )}
      <p>{readersOf(kind, target)}</p>
    </div>
  );
}
