import { emailVerificationApi, passwordResetApi } from '@stablegate/contract';
import type { Router } from '../../../http/mount';
import { signedIn } from '../../../http/principal';
import { originOf, type SignInRouteDeps, visitorOf, writeDevice } from '../sign-in/sign-in.routes';

export function mountMailedLinks(route: Router, { accounts, cookies, requireMail }: SignInRouteDeps): void {
  route(emailVerificationApi.send, async (request) => {
    requireMail();
    const outcome = await accounts.sendVerification(signedIn(request));
    return { message: outcome === 'sent' ? 'Verification link sent!' : 'This email address is verified already.' };
  });

  route(emailVerificationApi.updateEmail, async (request) => {
    requireMail();
    await accounts.updateEmail(signedIn(request), request.query.newEmail);
    return { message: 'Verification sent to new email.' };
  });

  route(emailVerificationApi.verify, async (request) => {
    await accounts.verifyEmail(request.query.token, originOf(request));
    return { message: 'Email verified' };
  });

  route(passwordResetApi.forgotPassword, async (request, reply) => {
    requireMail();
    await accounts.requestPasswordReset(request.body.email);
    return reply.code(202).send({ message: 'If this address belongs to an account, a link is on its way.' });
  });

  route(passwordResetApi.resetPassword, async (request, reply) => {
    const { token, password } = request.body;
    writeDevice(reply, cookies, await accounts.resetPassword(token, password, visitorOf(request, cookies)));
    return { message: 'Your password was changed. Please sign in.' };
  });
}
