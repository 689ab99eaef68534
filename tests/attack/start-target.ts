import type { Extension } from '../../apps/server/src/app';
import { asUserId } from '../../apps/server/src/platform/id-types';
import { newAdmin } from '../../apps/server/test/admins';
import { afterFile } from '../../apps/server/test/after-file';
import { startTestApp, type TestApp } from '../../apps/server/test/app';
import { NETWORK_ENV } from '../../apps/server/test/stores';
import { PASSWORD } from './people';
import { createTarget, type Target } from './target';

const ADMIN = 'attacks_admin';
const OLD_MS = 16 * 60_000;

/** The real application behind a port, for `npm test`. Stops automatically after the file. */
export async function startTarget(extend: Extension = () => undefined): Promise<{ readonly app: TestApp; readonly target: Target }> {
  const app = await startTestApp({ env: { ...NETWORK_ENV, TRUST_PROXY: '127.0.0.1' }, roles: ['worker'], extend });
  await newAdmin(app, ADMIN);
  const target = createTarget(await app.server.listen({ host: '127.0.0.1', port: 0 }), {
    mailsTo: async (address) => app.mailer.sent.filter(({ to }) => to === address),
    admin: { username: ADMIN, password: PASSWORD },
    ageSignIns: async (userId) => {
      const confirmed_at = new Date(Date.now() - OLD_MS);
      await app.platform.db.query.updateTable('sessions').set({ confirmed_at }).where('user_id', '=', asUserId(userId)).execute();
    },
  });
  afterFile(target.close);
  return { app, target };
}
