import { AddressLockCard } from './address-lock-card';
import { PasskeysCard } from './passkeys-card';
import { SecondFactorCard } from './second-factor-card';
import { SecurityTips } from './security-tips';
import { SessionsCard } from './sessions-card';
import { SignInProtectionCard } from './sign-in-protection-card';
import { TwoFactorCard } from './two-factor-card';

export default function SecurityTab() {
  return (
    <div className="profile-split">
      <div className="grid grid-cols-1 gap-4">
        <SignInProtectionCard />
        <TwoFactorCard />
        <PasskeysCard />
        <SecondFactorCard />
        <AddressLockCard />
        <SessionsCard />
      </div>
      <SecurityTips />
    </div>
  );
}
