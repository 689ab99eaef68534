import { NETWORK_NAMES, type Network } from '@stablegate/contract';
import type { Tx } from '../../platform/db/db';
import type { Logger } from '../../platform/log';
import type { AccountService } from '../accounts/accounts.service';
import type { AlarmChanges, ChainService } from '../chains/chains.service';
import type { OperatorMails } from './operator-mails';

export type OperatorDeps = {
  readonly log: Logger;
  readonly chains: Pick<ChainService, 'reviewAlarms'>;
  readonly accounts: Pick<AccountService, 'findMailReader' | 'listAdminIds'>;
  readonly mails: OperatorMails;
};

const nameOf = (network: string): string => NETWORK_NAMES[network as Network] ?? network;

async function tell({ log, accounts, mails }: OperatorDeps, tx: Tx, { lasting, over, budgets }: AlarmChanges): Promise<void> {
  if (lasting.length + over.length + budgets.length === 0) return;
  for (const { network, notes, reachable, needed } of lasting)
    log.error({ network, notes, reachable, needed }, 'too few nodes for the quorum; payments wait');
  for (const { network, node, requests, budget } of budgets)
    log.warn({ network, node, requests, budget }, 'a node has used 80% of its budget');
  for (const userId of await accounts.listAdminIds(tx)) {
    const reader = await accounts.findMailReader(tx, userId);
    if (reader === undefined) continue;
    const { language, ...who } = reader;
    const to = { to: reader.email, language };
    for (const { network, nodes, reachable, needed, notes, since } of lasting) {
      const counts = { nodes: String(nodes), reachable: String(reachable), needed: String(needed) };
      const values = { ...who, ...counts, network: nameOf(network), reasons: notes.join(', '), since: since.toISOString() };
      await mails.sendQuorum(tx, { ...to, values });
    }
    for (const { network, since } of over)
      await mails.sendQuorumBack(tx, { ...to, values: { ...who, network: nameOf(network), since: since.toISOString() } });
    for (const { network, node, requests, budget } of budgets)
      await mails.sendBudget(tx, {
        ...to,
        values: { ...who, network: nameOf(network), node, used: String(requests), budget: String(budget ?? 0) },
      });
  }
}

/** Mails every admin about a network without its quorum, again each day while it lasts, about its end, and about budgets that run out. */
export const notifyOperators = (deps: OperatorDeps): Promise<void> => deps.chains.reviewAlarms((tx, changes) => tell(deps, tx, changes));
