import type { Profile } from '@stablegate/contract';
import { createContext, use } from 'react';

const OwnProfile = createContext<Profile | undefined>(undefined);

/** The screen shows no tab before the profile is loaded, so every tab has it. */
export const OwnProfileProvider = OwnProfile.Provider;

export function useOwnProfile(): Profile {
  const profile = use(OwnProfile);
  if (profile === undefined) throw new Error('a tab of the profile was drawn outside its screen');
  return profile;
}
