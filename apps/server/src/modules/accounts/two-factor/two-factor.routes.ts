import { twoFactorApi } from '@stablegate/contract';
import type { Router } from '../../../http/mount';
import { signedIn } from '../../../http/principal';
import type { AccountService } from '../accounts.service';

export function mountTwoFactor(route: Router, { accounts }: { accounts: AccountService }): void {
  route(twoFactorApi.enable, (request) => accounts.startTwoFactorSetup(signedIn(request)));

  route(twoFactorApi.setup, (request) => accounts.readTwoFactorSetup(signedIn(request)));

  route(twoFactorApi.verifyEnable, async (request) => {
    const recoveryCodes = await accounts.finishTwoFactorSetup(signedIn(request), request.body.code);
    return { message: 'Two-factor authentication is on.', recoveryCodes };
  });

  route(twoFactorApi.disable, async (request) => {
    await accounts.disableTwoFactor(signedIn(request));
    return { message: 'Two-factor authentication is off.' };
  });
}
