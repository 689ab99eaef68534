import type { StablegateClient } from '../client';

export const TRIGGERS = ['completed', 'expired', 'partial', 'overpaid'] as const;
export type Trigger = (typeof TRIGGERS)[number];

const PAY_MODE = { completed: 'exact', partial: 'under', overpaid: 'over' } as const;

/** Makes an invoice and lets the sandbox's customer pay it, on the sandbox's own chain: what follows is what follows in production. */
export async function trigger(what: Trigger, client: StablegateClient, url: string): Promise<string> {
  const requestId = `trigger-${what}-${Date.now()}`;
  const { trans_id, url_payment } = await client.createInvoice({ name: `Trigger ${what}`, amount: '10', request_id: requestId });
  if (what === 'expired') {
    await client.cancelInvoice(trans_id);
    return `${requestId}: canceled. ${url_payment}`;
  }
  const response = await fetch(`${url}/api/v1/sandbox/invoices/${trans_id}/pay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ mode: PAY_MODE[what] }),
  });
  if (response.status === 404)
    throw new Error(`${url} is no sandbox: only a sandbox can pay its own invoices. Pay this one: ${url_payment}`);
  if (!response.ok) throw new Error(`The sandbox could not pay: HTTP ${response.status} ${await response.text()}`);
  const { network, txHashes } = (await response.json()) as { network: string; txHashes: string[] };
  return `${requestId}: paid on ${network} (${txHashes.join(', ')}). ${url_payment}`;
}
