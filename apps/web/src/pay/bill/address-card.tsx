import type { PaymentView } from '@stablegate/contract';
import { memo } from 'react';
import { t } from '../texts';
import { addressParts } from './address';
import { CopyButton } from './copy-button';
import { payNetworks } from './networks';
import { QR_MODULES, qrPath } from './qr-code';

type Target = PaymentView['networks'][number];
/** With the paper around it this makes the required quiet zone of four modules. */
const MARGIN = 2;
const FULL = QR_MODULES + 2 * MARGIN;
/** The logo and its rim cover 4% of the symbol; 25% may be covered. */
const LOGO = 7;
const RIM_RADIUS = 4.2;

export const AddressQr = memo(function AddressQr({ target, label }: { target: Target; label: string }) {
  return (
    <div className="qrbox">
      <div className="paper">
        <svg className="qr" viewBox={`0 0 ${FULL} ${FULL}`} shapeRendering="crispEdges" role="img" aria-label={label}>
          <path className="qr-ink" d={qrPath(target.address, MARGIN)} />
          <circle className="qr-rim" cx={FULL / 2} cy={FULL / 2} r={RIM_RADIUS} shapeRendering="auto" />
          <image href={payNetworks[target.network].logo} x={(FULL - LOGO) / 2} y={(FULL - LOGO) / 2} width={LOGO} height={LOGO} />
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
