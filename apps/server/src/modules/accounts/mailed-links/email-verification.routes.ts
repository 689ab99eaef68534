import { changeNoticesApi, emailVerificationApi, passwordResetApi } from '@stablegate/contract';
import type { Router } from '../../../http/mount';
import { signedIn } from '../../../http/principal';
import { originOf, type SignInRouteDeps, visitorOf, writeDevice } from '../sign-in/sign-in.routes';

function mountChangeNotices(route: Router, { accounts }: SignInRouteDeps): void {
  route(changeNoticesApi.read, (request) => accounts.readNotice(request.body.token));

  route(changeNoticesApi.cancel, async (request) => {
    await accounts.cancelByNotice(request.body.token, originOf(request));
    return { message: 'The change was cancelled.' };
  });

  route(changeNoticesApi.notMe, async (request) => {
    await accounts.secureAccount(request.body.token, originOf(request));
    return { message: 'Everyone is signed out and receiving addresses are frozen.' };
  });

  route(changeNoticesApi.unfreeze, async (request) => {
    await accounts.unfreeze(signedIn(request));
    return { message: 'Receiving addresses can be changed again.' };
  });
}

export function mountMailedLinks(route: Router, deps: SignInRouteDeps): void {
  const { accounts, cookies, requireMail } = deps;
  mountChangeNotices(route, deps);
  route(emailVerificationApi.send, async (request) => {
    requireMail();
    const outcome = await accounts.sendVerification(signedIn(request));
    return { message: outcome === 'sent' ? 'Verification link sent!' : 'This email address is already verified.' };
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

  route(emailVerificationApi.link, async (request) => {
    const session = cookies.session.read(request);
    const caller = session === undefined ? undefined : await accounts.readSession(session, originOf(request));
    return accounts.readVerificationLink(request.body.token, caller?.actorId);
  });

  route(emailVerificationApi.notMe, async (request) => {
    await accounts.refuseVerification(request.body.token);
    return { message: 'The account does not get this email address.' };
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
