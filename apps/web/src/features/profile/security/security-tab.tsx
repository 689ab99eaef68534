import { AddressLockCard } from './address-lock-card';
import { PasskeysCard } from './passkeys-card';
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
        <AddressLockCard />
        <SessionsCard />
      </div>
      <SecurityTips />
    </div>
  );
}
