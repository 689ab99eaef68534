import { callbacksApi } from '@stablegate/contract';
import type { Router } from '../../http/mount';
import { signedIn } from '../../http/principal';
import { asStoreId } from '../../platform/id-types';
import type { LimitRule, RateLimiter } from '../../platform/net/rate-limiter';
import type { CallbackService } from './callbacks.service';

/** The caller chooses the URL: enough calls for trying things out, too few to bother a third party. */
const TEST_LIMIT: LimitRule = { name: 'test-callback', points: 20, seconds: 300 };

export function mountCallbacks(route: Router, { callbacks, limiter }: { callbacks: CallbackService; limiter: RateLimiter }): void {
  route(callbacksApi.test, async (request) => {
    const { userId } = signedIn(request);
    await limiter.consume(TEST_LIMIT, userId);
    return callbacks.sendTest(userId, asStoreId(request.params.id), request.body.url);
  });
}
