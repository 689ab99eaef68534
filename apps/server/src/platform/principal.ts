import type { ApiScope, Role, SecondFactorAction, TeamRole } from '@stablegate/contract';
import type { SessionId, StoreId, UserId } from './id-types';

/** Who changes something, and from where. */
export type Author = Origin & {
  /** Whose data the call is about: the account that the session works for, or the caller on routes about their own account. */
  readonly userId: UserId;
  /** The person, where it is not the account's owner. */
  readonly actorId?: UserId;
};
export type Origin = {
  readonly ip: string;
  /** "Chrome on Linux". */
  readonly device: string;
};

export type TeamRefusal = 'team_address_not_allowed' | 'team_two_factor_required';

/** The calling user, from the session. */
export type Principal = Author & {
  readonly actorId: UserId;
  /** The account that the session works for. */
  readonly account: {
    readonly id: UserId;
    /** The caller's, in it. */
    readonly role: TeamRole;
    /** From how many percent a member may accept an invoice as paid. */
    readonly memberFloor: number;
    /** Why its owner's rules keep the caller out, from here and with the factors they have. */
    readonly refusal: TeamRefusal | undefined;
    /** What its owner requires a second factor for. */
    readonly secondFactorFor: readonly SecondFactorAction[];
  };
  readonly sessionId: SessionId;
  /** Of the session's token that came with the call. */
  readonly tokenHash: Buffer;
  readonly role: Role;
  readonly emailVerified: boolean;
  /** An authenticator app. */
  readonly totp: boolean;
  readonly hasPasskey: boolean;
  /** When the password (and code) was last entered. */
  readonly confirmedAt: Date;
  /** When a code of the app, a recovery code or a passkey was last given in this session. */
  readonly secondFactorAt: Date | undefined;
  /** The caller has a second factor, and their own account or one whose team they are in requires it for something. */
  readonly isGuarded: boolean;
};

/** Whom the rules of a role and of a recent sign-in are asked of. */
export type SignedInAuthor = Author & Confirmed & { readonly account: Pick<Principal['account'], 'role' | 'secondFactorFor'> };
export type Confirmed = Pick<Principal, 'confirmedAt' | 'secondFactorAt'>;

/** The calling store, from its API key. */
export type StorePrincipal = {
  readonly storeId: StoreId;
  /** Null is the platform. */
  readonly userId: UserId | null;
  /** The call came with the store's main key, so whoever made it has that key. */
  readonly hasMainKey: boolean;
  readonly invoiceExpiryMinutes: number;
  /** Another gateway watches its addresses too. */
  readonly sharesAddresses: boolean;
  /** When the owner's account was created, the start of their trial. */
  readonly ownerSince: Date;
  /** Of the API key that was used; absent where the store was found in another way. */
  readonly keyName?: string;
};

/** What an API key is checked against. */
export type StoreCall = {
  readonly scope: ApiScope | undefined;
  readonly ip: string;
  /** Called with the key as soon as it is known, also when the call is then refused. */
  readonly foundKey?: (key: CallingKey) => void;
};

/** What a call has proven with: main, epusdt, or the id of an additional key. */
export type CallingKey = { readonly storeId: StoreId; readonly key: string };

/** For the log of the store's owner: nothing of what the call carried. */
export type AnsweredCall = CallingKey & {
  readonly ip: string;
  /** Method and path as the contract writes them. */
  readonly route: string;
  readonly status: number;
  readonly requestId: string;
};

const RECENT_MS = 15 * 60_000;

const isRecent = (at: Date | undefined, now: Date): boolean => at !== undefined && now.getTime() - at.getTime() < RECENT_MS;

/** Sensitive changes require a password (and code) entered less than 15 minutes ago (ASVS 7.5.1). */
export const isRecentSignIn = (principal: Pick<Principal, 'confirmedAt'>, now: Date): boolean => isRecent(principal.confirmedAt, now);

/** Given less than 15 minutes ago in this session. */
export const isRecentSecondFactor = ({ secondFactorAt }: Confirmed, now: Date): boolean => isRecent(secondFactorAt, now);

/** Why a sensitive change for which the account may require a second factor has to wait; undefined: it may go on. */
export function stepUpRefusal(author: Omit<SignedInAuthor, keyof Author>, action: SecondFactorAction, now: Date) {
  if (author.account.secondFactorFor.includes(action) && !isRecentSecondFactor(author, now)) return 'second_factor_required';
  return isRecentSignIn(author, now) ? undefined : 'recent_sign_in_required';
}
