import { create } from 'qrcode';
import { useMemo } from 'react';
import { classes } from '../classes';

/** The standard's quiet zone: four modules on each side. */
const QUIET = 4;

export type QrProps = {
  value: string;
  label: string;
  /** Image in the middle; the code then has enough error correction to be read around it. */
  logoSrc?: string;
  className?: string;
};

const drawn = (value: string, hasLogo: boolean) => {
  const { modules } = create(value, { errorCorrectionLevel: hasLogo ? 'H' : 'M' });
  let path = '';
  for (let row = 0; row < modules.size; row += 1) {
    for (let column = 0; column < modules.size; column += 1) {
      if (modules.get(row, column)) path += `M${column + QUIET} ${row + QUIET}h1v1h-1z`;
    }
  }
  return { path, side: modules.size + QUIET * 2 };
};

/** Rendered locally: the content of a QR code goes to no other service. Dark on white in both themes, or cameras fail. */
export function Qr({ value, label, logoSrc, className }: QrProps) {
  const { path, side } = useMemo(() => drawn(value, logoSrc !== undefined), [value, logoSrc]);
  // A fifth of the side covers about 4% of the modules, far below the 30% that level H corrects.
  const logo = side / 5;
  const corner = (side - logo) / 2;
  return (
    <svg className={classes('qr', className)} viewBox={`0 0 ${side} ${side}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <rect className="qr-paper" width={side} height={side} />
      <path className="qr-ink" d={path} />
      {logoSrc !== undefined && <circle className="qr-paper" cx={side / 2} cy={side / 2} r={logo * 0.6} />}
      {logoSrc !== undefined && <image href={logoSrc} x={corner} y={corner} width={logo} height={logo} />}
    </svg>
  );
}
