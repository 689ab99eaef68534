import type { StablegateClient } from '../client';

export const TRIGGERS = ['completed', 'expired', 'partial', 'overpaid'] as const;
export type Trigger = (typeof TRIGGERS)[number];

const PAY_MODE = { completed: 'exact', partial: 'under', overpaid: 'over' } as const;

async function invoiceFor(what: Trigger, client: StablegateClient, transId: string): Promise<{ name: string; trans_id: string }> {
  if (transId !== '') return { name: transId, trans_id: transId };
  const name = `trigger-${what}-${Date.now()}`;
  const { trans_id } = await client.createInvoice({ name: `Trigger ${what}`, amount: '10', request_id: name });
  return { name, trans_id };
}

/** Lets the sandbox's customer pay an invoice (a new one unless it is named), on the sandbox's own chain: what follows is what follows in production. */
export async function trigger(what: Trigger, client: StablegateClient, url: string, transId: string): Promise<string> {
  const { name, trans_id } = await invoiceFor(what, client, transId);
  const page = `${url}/bill/${trans_id}`;
  if (what === 'expired') {
    await client.cancelInvoice(trans_id);
    return `${name}: cancelled. ${page}`;
  }
  const response = await fetch(`${url}/api/v1/sandbox/invoices/${trans_id}/pay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ mode: PAY_MODE[what] }),
  });
  if (response.status === 404) throw new Error(`${url} is no sandbox: only a sandbox can pay its own invoices. Pay this one: ${page}`);
  if (!response.ok) throw new Error(`The sandbox could not pay: HTTP ${response.status} ${await response.text()}`);
  const { network, txHashes } = (await response.json()) as { network: string; txHashes: string[] };
  return `${name}: paid on ${network} (${txHashes.join(', ')}). ${page}`;
}
