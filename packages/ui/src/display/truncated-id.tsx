import { CopyButton } from './copy-button';

/** Kept of an id, hash or address: enough to compare both ends. */
const HEAD = 6;
const TAIL = 4;

export const middleTruncated = (value: string, head = HEAD, tail = TAIL): string =>
  value.length <= head + tail + 1 ? value : `${value.slice(0, head)}…${value.slice(-tail)}`;

export type TruncatedIdProps = {
  value: string;
  copyLabel?: string;
  copiedLabel?: string;
  onCopied?: () => void;
  onFailed?: () => void;
  head?: number;
  tail?: number;
};

/** Cut in the middle, copied completely. */
export function TruncatedId({ value, copyLabel, copiedLabel, onCopied, onFailed, head, tail }: TruncatedIdProps) {
  return (
    <span className="short-id">
      <span className="mono" dir="ltr" title={value}>
        {middleTruncated(value, head, tail)}
      </span>
      {copyLabel !== undefined && (
        <CopyButton value={value} label={copyLabel} copiedLabel={copiedLabel ?? copyLabel} onCopied={onCopied} onFailed={onFailed} />
      )}
    </span>
  );
}
