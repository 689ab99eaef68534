import type { Screen } from '../screen';
import { t } from '../texts';

function titleOf(screen: Screen): string {
  switch (screen.kind) {
    case 'loading':
      return t('Payment');
    case 'pay':
      return screen.part === undefined ? `${screen.amount} USDT` : t('{{due}} USDT still due', { due: screen.amount });
    case 'ask':
      return t('Partly paid');
    case 'taken':
      return t('Reversed');
    case 'processing':
      return t('Confirming');
    case 'success':
      return t('Paid');
    case 'expired':
      return screen.view?.canceled === true ? t('Cancelled') : t('Expired');
  }
}

/** The same logo with a dot in the corner: amber, blue, green. */
const icons: Record<Screen['kind'], string> = {
  loading: '/brand/favicon.svg',
  pay: '/brand/favicon-waiting.svg',
  ask: '/brand/favicon-waiting.svg',
  taken: '/brand/favicon-waiting.svg',
  processing: '/brand/favicon-processing.svg',
  success: '/brand/favicon-paid.svg',
  expired: '/brand/favicon.svg',
};

/** A payer in the wallet's tab sees the outcome in this tab's title. */
export function showInTab(screen: Screen): void {
  const store = screen.kind === 'loading' ? undefined : screen.view?.store;
  document.title = `${titleOf(screen)} · ${store ?? 'Stablegate'}`;
  document.querySelector<HTMLLinkElement>('link[rel="icon"]')?.setAttribute('href', icons[screen.kind]);
}
