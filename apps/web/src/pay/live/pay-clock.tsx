import type { PaymentView } from '@stablegate/contract';
import { useEffect } from 'react';
import { Icon } from '../icons';
import { t } from '../texts';
import { clockText, LOW_MS, msLeft, msLeftWhenRendered, shareLeft, type TimeMark, timeMark } from './countdown';
import { useNow } from './use-now';

type CountdownProps = { view: PaymentView; offset: number; onMark: (mark: TimeMark) => void };

/** The tab only counts: at the end it asks the server, which decides. */
export function Countdown({ view, offset, onMark }: CountdownProps) {
  const now = useNow(true);
  const left = now === undefined ? msLeftWhenRendered(view) : msLeft(view, offset, now);
  const mark = timeMark(left);
  useEffect(() => onMark(mark), [mark, onMark]);
  const isLow = left < LOW_MS;
  return (
    <>
      <div className="eyebrow">
        <h1>{t('SEND CRYPTO')}</h1>
        <span className={isLow ? 'clock low' : 'clock'} role="timer" aria-live="off">
          <Icon name="clock" size="icon-sm" />
          <span className="sr">{t('Time left')}</span>
          {clockText(left)}
        </span>
      </div>
      <div className={isLow ? 'drain low' : 'drain'}>
        <i style={{ width: `${shareLeft(view, left) * 100}%` }} />
      </div>
    </>
  );
}
