import { emailVerificationApi, passwordResetApi } from '@stablegate/contract';
import type { Router } from '../../../http/mount';
import { signedIn } from '../../../http/principal';
import type { LimitRule } from '../../../platform/net/rate-limiter';
import { type SignInRouteDeps, visitorOf, writeDevice } from '../sign-in/sign-in.routes';

/** In addition to the 60 s between two mails: how much one account may mail to addresses of its choice. */
const MAILS_BY_USER: LimitRule = { name: 'verification-mails', points: 30, seconds: 3_600 };
const OPENED_LINKS: LimitRule = { name: 'opened-links', points: 60, seconds: 600 };
const RESET_REQUESTS: LimitRule = { name: 'reset-requests', points: 20, seconds: 3_600 };
const RESETS: LimitRule = { name: 'resets', points: 20, seconds: 600 };

export function mountMailedLinks(route: Router, { accounts, cookies, limiter, requireMail }: SignInRouteDeps): void {
  route(emailVerificationApi.send, async (request) => {
    requireMail();
    const principal = signedIn(request);
    await limiter.consume(MAILS_BY_USER, principal.userId);
    const outcome = await accounts.sendVerification(principal);
    return { message: outcome === 'sent' ? 'Verification link sent!' : 'This email address is verified already.' };
  });

  route(emailVerificationApi.updateEmail, async (request) => {
    requireMail();
    const principal = signedIn(request);
    await limiter.consume(MAILS_BY_USER, principal.userId);
    await accounts.updateEmail(principal, request.query.newEmail);
    return { message: 'Verification sent to new email.' };
  });

  route(emailVerificationApi.verify, async (request) => {
    await limiter.consume(OPENED_LINKS, request.ip);
    await accounts.verifyEmail(request.query.token);
    return { message: 'Email verified' };
  });

  // Limited by the caller's address only: a 429 per account would reveal which accounts exist.
  route(passwordResetApi.forgotPassword, async (request, reply) => {
    requireMail();
    await limiter.consume(RESET_REQUESTS, request.ip);
    await accounts.requestPasswordReset(request.body.email);
    return reply.code(202).send({ message: 'If this address belongs to an account, a link is on its way.' });
  });

  route(passwordResetApi.resetPassword, async (request, reply) => {
    await limiter.consume(RESETS, request.ip);
    const { token, password } = request.body;
    writeDevice(reply, cookies, await accounts.resetPassword(token, password, visitorOf(request, cookies)));
    return { message: 'Your password was changed. Please sign in.' };
  });
}
