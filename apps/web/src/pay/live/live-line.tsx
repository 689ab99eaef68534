import { Icon } from '../icons';
import type { Screen } from '../screen';
import { t } from '../texts';
import type { Watched } from './invoice-watch';
import { useNow } from './use-now';

/** At least one: "0 s ago" reads like a fault. */
const secondsSince = (then = 0, now = then): number => Math.max(1, Math.round((now - then) / 1000));

function freshness(kind: Screen['kind'], n: number): string {
  if (kind === 'taken') return t('Waiting for it to be confirmed again · checked {{n}} s ago', { n });
  if (kind === 'expired' || kind === 'ask') return t('Still watching · checked {{n}} s ago', { n });
  return kind === 'processing' ? t('Live · checked {{n}} s ago', { n }) : t('Watching for your payment · checked {{n}} s ago', { n });
}

/** Shows how current the page is; when it cannot poll, it says so, and that nothing is lost. */
export function LiveLine({ watched, kind, onRetry }: { watched: Watched; kind: Screen['kind']; onRetry: () => void }) {
  const n = secondsSince(watched.checkedAt, useNow(true));
  if (watched.isFailing) {
    return (
      <div className="notice n-warning offline">
        <Icon name="offline" />
        <p>
          <b>{t('Reconnecting.')}</b> {t('Last checked {{n}} s ago. Money already sent is safe.', { n })}
        </p>
        <button type="button" className="btn btn-secondary" onClick={onRetry}>
          {t('Retry')}
        </button>
      </div>
    );
  }
  return (
    <p className="live">
      <span className="pulse" />
      {freshness(kind, n)}
    </p>
  );
}
