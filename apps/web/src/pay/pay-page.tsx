import type { Network } from '@stablegate/contract';
import { type ComponentProps, lazy, type ReactNode, Suspense, useCallback, useEffect, useState } from 'react';
import { useTranslation } from '../lib/i18n/texts';
import { ExchangeHelper } from './bill/exchange-helper';
import { targetOf } from './bill/networks';
import { Summary } from './bill/summary';
import { ClaimFold } from './claim/claim-fold';
import { OtherAmounts } from './claim/other-amounts';
import { TakenBackView } from './claim/taken-back';
import { useClaimFold } from './claim/use-claim-fold';
import { InvoiceDetails, PayFooter, PayHeader, Reminder } from './frame';
import type { TimeMark } from './live/countdown';
import type { FirstState } from './live/first-state';
import { useIsInBrowser } from './live/hydrated';
import type { Watched } from './live/invoice-watch';
import { LiveLine } from './live/live-line';
import { showInTab } from './live/tab-sign';
import { useAnnouncements } from './live/use-announcements';
import { useInvoice } from './live/use-invoice';
import { useLagging } from './live/use-lagging';
import { useScrolledIntoView } from './live/use-scrolled-into-view';
import { useShopEvents } from './live/use-shop-events';
import { AskView, ExpiredView, LoadingView, ProcessingView, SuccessView, SummarySkeleton } from './outcomes';
import { PayView } from './pay-view';
import { isSandbox } from './sandbox/runtime-mode';
import { canClaim, returnUrl, type Screen, screenOf } from './screen';

/** A separate chunk, which production never requests. */
const SandboxPanel = lazy(() => import('./sandbox/sandbox-panel'));

/** Not rendered by the server: it needs its code. */
const SandboxCorner = (props: ComponentProps<typeof SandboxPanel>) =>
  useIsInBrowser() && (
    <Suspense>
      <SandboxPanel {...props} />
    </Suspense>
  );

type BodyProps = {
  screen: Screen;
  watched: Watched;
  network: Network | undefined;
  onNetwork: (network: Network) => void;
  onMark: (mark: TimeMark) => void;
  checkNow: () => void;
  onMine: () => void;
  lagging: readonly Network[];
};

function Body({ screen, watched, checkNow, ...rest }: BodyProps): ReactNode {
  const live = <LiveLine watched={watched} kind={screen.kind} onRetry={checkNow} />;
  switch (screen.kind) {
    case 'loading':
      return <LoadingView screen={screen} onRetry={checkNow} />;
    case 'pay':
      return <PayView screen={screen} watched={watched} onRetry={checkNow} {...rest} />;
    case 'ask':
      return (
        <AskView screen={screen}>
          <OtherAmounts view={screen.view} onMine={rest.onMine} />
          {live}
        </AskView>
      );
    case 'taken':
      return (
        <TakenBackView screen={screen} network={rest.network} onNetwork={rest.onNetwork}>
          {live}
        </TakenBackView>
      );
    case 'processing':
      return (
        <ProcessingView screen={screen} isLagging={rest.lagging.some((network) => network === screen.view.network)}>
          {live}
        </ProcessingView>
      );
    case 'success':
      return <SuccessView screen={screen} url={returnUrl(screen)} />;
    case 'expired':
      return (
        <ExpiredView
          screen={screen}
          url={returnUrl(screen)}
          news={screen.view !== undefined && <OtherAmounts view={screen.view} onMine={rest.onMine} />}
        >
          {screen.isWatched && live}
        </ExpiredView>
      );
  }
}

function BeforeYouPay({ screen, network }: { screen: Extract<Screen, { kind: 'pay' }>; network: Network | undefined }) {
  const target = targetOf(screen.view.networks, network);
  return (
    <>
      <Reminder />
      {target !== undefined && <ExchangeHelper amount={screen.amount} network={target.network} />}
    </>
  );
}

export function PayPage({ transId, first }: { transId: string | undefined; first: FirstState | undefined }) {
  const { isReady, language } = useTranslation();
  const { watched, checkNow } = useInvoice(transId, first?.view);
  const { onMine, ...claim } = useClaimFold();
  const [network, setNetwork] = useState<Network>();
  const screen: Screen = isReady ? screenOf(watched) : { kind: 'loading', isFailing: false, isInvalid: false };
  const { said, onMark } = useAnnouncements(screen, watched.isFailing);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the title follows the language too
  useEffect(() => showInTab(screen), [screen, language]);
  useShopEvents(transId, screen);
  const main = useScrolledIntoView(screen.kind);
  const onTime = useCallback(
    (mark: TimeMark) => {
      onMark(mark);
      if (mark === 'over') checkNow();
    },
    [onMark, checkNow],
  );
  const lagging = useLagging(screen.kind === 'pay' || screen.kind === 'processing');
  const view = screen.kind === 'loading' ? undefined : screen.view;
  const isOutcome = screen.kind === 'success' || screen.kind === 'expired';
  // Nothing to explain on the left: a link that leads to no invoice, or an invoice that cannot be loaded.
  const isAlone = view === undefined && (screen.kind !== 'loading' || screen.isFailing);
  return (
    <div className={isAlone ? 'pay-wrap alone' : 'pay-wrap'}>
      <PayHeader store={view?.store} languages={first?.languages} />
      <p className="sr" role="status">
        {said}
      </p>
      {view !== undefined && <Summary screen={screen} view={view} />}
      {screen.kind === 'loading' && !isAlone && <SummarySkeleton />}
      <main className="col" ref={main}>
        <Body {...{ screen, watched, network, checkNow, onMine, lagging }} onNetwork={setNetwork} onMark={onTime} />
        {view !== undefined && (
          <div className="below">
            {screen.kind === 'pay' && <BeforeYouPay screen={screen} network={network} />}
            {canClaim(screen) && <ClaimFold view={view} network={targetOf(view.networks, network)?.network} onDone={checkNow} {...claim} />}
            <InvoiceDetails view={view} isOpen={screen.kind === 'expired'} />
            {isSandbox() && <SandboxCorner view={view} network={network} onDone={checkNow} />}
          </div>
        )}
      </main>
      <PayFooter url={isOutcome ? undefined : returnUrl(screen)} />
    </div>
  );
}
