/** A prepaid balance: docs/adr/0015-ledger.md in five lines of arithmetic. Amounts are micro-dollars. */
export class Account {
  balance: bigint;
  held = 0n;
  /** What the balance could not cover. */
  owed = 0n;

  constructor(balance: bigint) {
    this.balance = balance;
  }

  get available(): bigint {
    return this.balance - this.held;
  }

  /** False: refused. */
  hold(micros: bigint): boolean {
    if (this.available < micros) return false;
    this.held += micros;
    return true;
  }

  release(micros: bigint): void {
    this.held -= micros;
  }

  capture(micros: bigint): void {
    this.held -= micros;
    this.balance -= micros;
  }

  /** Never refused, and never from what is held. */
  take(micros: bigint): void {
    this.balance -= micros;
    this.borrow();
  }

  /** Debts are settled first. */
  give(micros: bigint): void {
    this.balance += micros - this.owed;
    this.owed = 0n;
    this.borrow();
  }

  private borrow(): void {
    if (this.available >= 0n) return;
    this.owed -= this.available;
    this.balance = this.held;
  }
}
