import type { Network } from '@stablegate/contract';
import { memo } from 'react';
import { t } from '../texts';
import { addressParts } from './address';
import { CopyButton } from './copy-button';
import { payNetworks } from './networks';
import { keepQrPath, qrModules, qrPath } from './qr-code';

/** With the paper around it this makes the required quiet zone of four modules. */
const MARGIN = 2;
/** The logo covers 4% of an address's symbol, of which 25% may be covered, and 2% of a request's with 15%. */
const LOGO = 7;
const RIM_RADIUS = 4.2;

/** The server's page has the symbol of the first address: drawing it again would take a slow phone a tenth of a second. */
export function keepServerRenderedQr(address: string): void {
  const path = document.querySelector('.qr-ink')?.getAttribute('d');
  if (path) keepQrPath(address, MARGIN, path);
}

type QrProps = { readonly text: string; readonly network: Network; readonly label: string };

export const PayQr = memo(function PayQr({ text, network, label }: QrProps) {
  const full = qrModules(text) + 2 * MARGIN;
  return (
    <div className="qrbox">
      <div className="paper">
        <svg className="qr" viewBox={`0 0 ${full} ${full}`} shapeRendering="crispEdges" role="img" aria-label={label}>
          <path className="qr-ink" d={qrPath(text, MARGIN)} />
          <circle className="qr-rim" cx={full / 2} cy={full / 2} r={RIM_RADIUS} shapeRendering="auto" />
          <image href={payNetworks[network].logo} x={(full - LOGO) / 2} y={(full - LOGO) / 2} width={LOGO} height={LOGO} />
        </svg>
      </div>
    </div>
  );
});

export function AddressField({ address }: { address: string }) {
  const { head, middle, tail } = addressParts(address);
  return (
    <div className="addr">
      <span className="addr-text" dir="ltr" data-testid="address">
        <b>{head}</b>
        {middle}
        <b>{tail}</b>
      </span>
      <CopyButton text={address} label={t('Copy wallet address')} />
    </div>
  );
}
