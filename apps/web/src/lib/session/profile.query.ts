import { accountsApi, type Profile } from '@stablegate/contract';
import { queryOptions } from '@tanstack/react-query';
import { type Answered, presentFields } from '../answers/present-fields';
import { call } from '../api/api';
import { NOTHING } from '../time/read-time';
import { readBalance } from './session';

type Left = Exclude<keyof Profile, 'createDate'>;
export type OwnProfile = ReturnType<typeof readProfile>;

/** Specification 1, section 2: the address and the device are N/A if missing, which an empty text is too. */
export const readProfile = (answer: Answered<Profile, Left>, userId: string) => ({
  ...{ userId, username: NOTHING, email: NOTHING, twoFactorEnabled: false, hasPasskey: false },
  ...presentFields(answer),
  ...readBalance(answer),
  deposit: answer.deposit ?? null,
  ipAddress: answer.ipAddress || null,
  device: answer.device || null,
});

export const profileQuery = (userId: string) =>
  queryOptions({
    queryKey: ['profile', userId],
    queryFn: async ({ signal }) => readProfile(await call(accountsApi.profile, { params: { id: userId }, signal }), userId),
    staleTime: 30_000,
  });
