import type { ErrorCode } from '../errors';
import { accountErrorHelp } from './of-accounts';
import { merchantErrorHelp } from './of-merchants';
import { requestErrorHelp } from './of-requests';

/** Why a call was refused, and what to do about it: for developers, in English as the rest of the reference. */
export type ErrorHelp = { readonly cause: string; readonly cure: string };

export const errorHelp: Readonly<Record<ErrorCode, ErrorHelp>> = { ...requestErrorHelp, ...merchantErrorHelp, ...accountErrorHelp };
