import type { Account } from './account';
import type { Payable } from './rules';

export type Status = 'WAITING' | 'PROCESSING' | 'SUCCESS' | 'EXPIRED' | 'FAILED';
/** What a callback_url is sent; `reversed` and `restored` decide only whether it may be sent `completed`. */
export type InvoiceEvent = 'completed' | 'expired' | 'reversed' | 'restored';

export type Payment = {
  readonly micros: bigint;
  /** In a block of the chain, and in one that stays. */
  live: boolean;
  final: boolean;
  /** Of a top-up: its amount is on the balance. */
  credited: boolean;
};
type Given = Pick<Invoice, 'transId' | 'account' | 'isTopUp' | 'price' | 'fee' | 'payable' | 'createdAt' | 'head' | 'expiresAt'>;

const DAY_MS = 86_400_000;
const sum = (payments: readonly Payment[]): bigint => payments.reduce((total, { micros }) => total + micros, 0n);

/** Its state follows from its payments, the time and three decisions of people: to cancel, to accept, and what they assign. */
export class Invoice implements Payable {
  readonly transId: string;
  readonly account: Account;
  readonly isTopUp: boolean;
  readonly price: bigint;
  readonly fee: bigint;
  readonly payable: bigint;
  readonly createdAt: number;
  /** The newest block when it was created. */
  readonly head: number;
  readonly expiresAt: number;
  status: Status = 'WAITING';
  paid = 0n;
  holds: boolean;
  /** Its amounts are reserved until a day after expiry. */
  watched = true;
  cancelled = false;
  reversed = false;
  /** How much the owner called enough. */
  accepted: bigint | undefined;
  /** The amount reserved for the remainder. */
  due: bigint | undefined;
  /** Since when it is over, if it is. */
  endedAt: number | undefined;
  readonly lost: bigint[] = [];
  readonly payments: Payment[] = [];
  readonly events: InvoiceEvent[] = [];

  constructor(given: Given) {
    this.transId = given.transId;
    this.account = given.account;
    this.isTopUp = given.isTopUp;
    this.price = given.price;
    this.fee = given.fee;
    this.payable = given.payable;
    this.createdAt = given.createdAt;
    this.head = given.head;
    this.expiresAt = given.expiresAt;
    this.holds = given.fee > 0n;
  }

  get monitoredUntil(): number {
    return this.expiresAt + DAY_MS;
  }

  get reserved(): readonly bigint[] {
    if (!this.watched) return [];
    return [this.payable, this.due].filter((micros): micros is bigint => micros !== undefined && !this.lost.includes(micros));
  }

  get isPaid(): boolean {
    return this.status === 'SUCCESS' || this.paid >= this.payable;
  }

  get isPartlyPaid(): boolean {
    return this.paid > 0n && this.paid < this.payable;
  }

  /** Whether the page names an amount that completes it. */
  get isAsked(): boolean {
    return this.isPartlyPaid && this.status !== 'SUCCESS' && this.watched;
  }

  /** Whether somebody may call what has come enough, or would have come with `more`. */
  isAcceptable(more = 0n): boolean {
    const paid = this.paid + more;
    return paid > 0n && paid < this.payable && this.status !== 'SUCCESS' && this.accepted === undefined;
  }

  /** After its payments, or a decision about it, changed. */
  settle(now: number): void {
    const live = this.payments.filter((payment) => payment.live);
    const final = sum(live.filter((payment) => payment.final));
    const { paid: before, status } = this;
    this.paid = sum(live);
    if (this.status === 'SUCCESS') this.settlePaid(before, final);
    else this.settleUnpaid(final, now);
    if (this.isTopUp) this.credit();
    if (this.status !== status) this.endedAt = this.status === 'SUCCESS' || this.status === 'EXPIRED' ? now : undefined;
  }

  private settlePaid(before: bigint, final: bigint): void {
    const enough = this.accepted ?? this.payable;
    if (!this.reversed && this.paid < before && this.paid < enough) {
      this.reversed = true;
      this.account.give(this.fee);
      this.events.push('reversed');
    } else if (this.reversed && final >= enough) {
      this.reversed = false;
      this.account.take(this.fee);
      this.events.push('restored');
    }
  }

  private settleUnpaid(final: bigint, now: number): void {
    if (this.paid < (this.accepted ?? 0n)) this.accepted = undefined;
    const enough = this.accepted ?? this.payable;
    const isCertain = this.paid < this.payable ? final === this.paid : final >= this.payable;
    if (this.paid >= enough && isCertain) this.complete();
    else if (this.paid >= enough) this.status = 'PROCESSING';
    else if (this.status === 'PROCESSING') {
      this.status = 'WAITING';
      if (this.cancelled || now > this.expiresAt) this.expire(now);
    }
  }

  private complete(): void {
    this.status = 'SUCCESS';
    if (this.holds) this.account.capture(this.fee);
    else this.account.take(this.fee);
    this.holds = false;
    this.addOnce('completed');
  }

  cancel(now: number): void {
    this.cancelled = true;
    this.expire(now);
  }

  expire(now: number): void {
    this.endedAt = now;
    this.status = 'EXPIRED';
    if (this.holds) this.account.release(this.fee);
    this.holds = false;
    this.addOnce('expired');
  }

  /** Once in its life each. */
  private addOnce(event: InvoiceEvent): void {
    if (!this.events.includes(event)) this.events.push(event);
  }

  private credit(): void {
    for (const payment of this.payments) {
      if (payment.credited && !payment.live) {
        payment.credited = false;
        this.account.take(payment.micros);
      } else if (!payment.credited && payment.final) {
        payment.credited = true;
        this.account.give(payment.micros);
      }
    }
  }
}
