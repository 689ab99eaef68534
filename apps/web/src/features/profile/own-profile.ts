import { createContext, use } from 'react';
import type { OwnProfile } from '../../lib/session/profile.query';

const Context = createContext<OwnProfile | undefined>(undefined);

/** The screen shows no tab before the profile is loaded, so every tab has it. */
export const OwnProfileProvider = Context.Provider;

export function useOwnProfile(): OwnProfile {
  const profile = use(Context);
  if (profile === undefined) throw new Error('a tab of the profile was drawn outside its screen');
  return profile;
}
