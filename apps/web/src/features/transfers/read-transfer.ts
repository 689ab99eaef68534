import type { InboxTransfer, TransferCandidate } from '@stablegate/contract';
import { type Answered, presentFields } from '../../lib/answers/present-fields';
import { NOTHING, readTime, readTimeOrNull } from '../../lib/time/read-time';

type AnsweredCandidate = Answered<TransferCandidate, 'name' | 'storeName' | 'flags' | 'createdAt'>;
type Left = 'storeNames' | 'claims' | 'canUnassign' | 'blockTime' | 'seenAt' | 'finalAt';
export type AnsweredTransfer = Answered<Omit<InboxTransfer, 'candidates'>, Left> & {
  readonly candidates?: readonly AnsweredCandidate[] | null | undefined;
};

const readCandidate = (candidate: AnsweredCandidate): TransferCandidate => ({
  ...candidate,
  name: candidate.name || NOTHING,
  storeName: candidate.storeName ?? '',
  flags: candidate.flags ?? [],
  createdAt: readTime(candidate.createdAt),
});

/** The documented form is without stores and claims. */
export const readTransfer = ({ candidates, ...transfer }: AnsweredTransfer): InboxTransfer => ({
  ...transfer,
  ...{ storeNames: [], canUnassign: false, transId: undefined, reason: undefined },
  ...presentFields(transfer),
  blockTime: readTime(transfer.blockTime),
  seenAt: readTime(transfer.seenAt),
  finalAt: readTimeOrNull(transfer.finalAt),
  claims: (transfer.claims ?? []).map((claim) => ({ ...claim, at: readTime(claim.at) })),
  candidates: (candidates ?? []).map(readCandidate),
});
