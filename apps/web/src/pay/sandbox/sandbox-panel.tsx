import type { Network, PaymentView } from '@stablegate/contract';
import { useState } from 'react';
import { API_BASE } from '../live/invoice-watch';
import './sandbox-panel.css';
import { t } from '../texts';
import { type Sent, Whereabouts } from './sandbox-whereabouts';

const QUARTER_HOUR_SECONDS = 15 * 60;

async function post<T>(path: string, body: object): Promise<T> {
  const response = await fetch(`${API_BASE}/sandbox/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const reply: T & { message?: string; error?: { message?: string } } = await response.json().catch(() => ({}));
  if (response.ok) return reply;
  throw new Error(reply.error?.message ?? reply.message ?? String(response.status));
}

type Action = { readonly label: string; readonly run: () => Promise<unknown> };

/** Moves the clock past the end first: the payment is then late. */
async function passTheEnd(view: PaymentView): Promise<void> {
  const left = Math.ceil((Date.parse(view.expires_at) - Date.parse(view.server_time)) / 1000);
  if (left >= 0) await post('clock', { advanceSeconds: left + 5 });
}

/** Deep enough to include the payment's own block: one more may have been mined before the click. */
const depthOf = ({ status, confirmations = 1 }: PaymentView): number => (status === 'processing' ? confirmations + 1 : 1);

type SandboxPanelProps = { view: PaymentView; network: Network | undefined; onDone: () => void };

/** Plays the customer's wallet and the chain. Only a sandbox loads this file. */
export default function SandboxPanel({ view, network, onDone }: SandboxPanelProps) {
  const [running, setRunning] = useState<string>();
  const [result, setResult] = useState('');
  const [sent, setSent] = useState<readonly Sent[]>([]);
  const pay = (mode: string) => async () => {
    const body = network === undefined ? { mode } : { mode, network };
    const paid = await post<{ network: Network; txHashes: string[]; blockHeight: number }>(`invoices/${view.trans_id}/pay`, body);
    setSent(paid.txHashes.map((txHash) => ({ network: paid.network, txHash, blockHeight: paid.blockHeight })));
  };
  const actions: Action[] = [
    { label: t('Pay exactly'), run: pay('exact') },
    { label: t('Pay too little'), run: pay('under') },
    { label: t('Pay too much'), run: pay('over') },
    { label: t('Pay twice'), run: pay('double') },
    { label: t('Pay late'), run: () => passTheEnd(view).then(pay('exact')) },
    { label: t('Wrong network'), run: pay('wrong_network') },
    { label: t('Fake token'), run: pay('fake_token') },
    { label: t('Undo the last block'), run: () => post('chain/reorg', { depth: depthOf(view), keep: false }) },
    { label: t('Skip 15 minutes'), run: () => post('clock', { advanceSeconds: QUARTER_HOUR_SECONDS }) },
  ];
  const start = async ({ label, run }: Action) => {
    setRunning(label);
    setResult('');
    try {
      await run();
      setResult(t('Done: {{what}}', { what: label }));
    } catch (error) {
      setResult(t('Failed: {{why}}', { why: error instanceof Error ? error.message : '' }));
    }
    setRunning(undefined);
    onDone();
  };
  return (
    <aside className="sandbox" aria-label={t('TEST MODE')}>
      <p className="sandbox-head">
        <strong>{t('TEST MODE')}</strong> <span>{t('Sandbox: no real money moves')}</span>
      </p>
      <div className="sandbox-grid">
        {actions.map((action) => (
          <button
            key={action.label}
            type="button"
            className="btn btn-secondary"
            disabled={running !== undefined}
            onClick={() => void start(action)}
          >
            {action.label}
          </button>
        ))}
      </div>
      <p className="sandbox-result" role="status">
        {running === undefined ? result : `${running}…`}
      </p>
      <Whereabouts sent={sent} view={view} />
    </aside>
  );
}
