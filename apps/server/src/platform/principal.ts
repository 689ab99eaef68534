import type { Role } from '@stablegate/contract';

/** Who is calling, as the session says. */
export type Principal = {
  readonly userId: string;
  readonly sessionId: string;
  readonly role: Role;
  readonly emailVerified: boolean;
  readonly twoFactor: boolean;
  /** When the password (and code) was last given. */
  readonly confirmedAt: Date;
};
