import { storesApi } from '@stablegate/contract';
import { sessionWatch } from '../../lib/api/api';
import { ApiError } from '../../lib/api/api-error';
import { createCall } from '../../lib/api/call';
import { serverClock } from '../../lib/time/server-clock';

/** Specification 1, section 7: the only success. */
const NO_CONTENT = 204;

/** Fails for any other answer; for one that is no refusal without a message, since its words do not say why. */
export async function deleteStore(id: string): Promise<void> {
  let status = 0;
  const call = createCall({
    fetch: async (input, init) => {
      const answer = await window.fetch(input, init);
      status = answer.status;
      return answer;
    },
    language: () => document.documentElement.lang,
    onNotSignedIn: sessionWatch.sawNotSignedIn,
    onServerTime: serverClock.saw,
  });
  await call(storesApi.remove, { params: { id } });
  if (status !== NO_CONTENT) throw new ApiError({ code: 'unknown', message: '' }, status);
}
