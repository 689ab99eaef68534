export type Credentials = { readonly apiKey: string; readonly callbackSecret: string; readonly merchantId: string };

type Listed = { readonly id: string };
type Details = { readonly store: { readonly apiKey: string; readonly callbackSecret: string; readonly merchantId: string } };

/** A real shop gets these from its environment. In the sandbox those of the demo merchant's first store are used. */
export async function readCredentials(baseUrl: string, env: Record<string, string | undefined>): Promise<Credentials> {
  const { STABLEGATE_API_KEY: apiKey, STABLEGATE_CALLBACK_SECRET: callbackSecret, STABLEGATE_MERCHANT_ID: merchantId } = env;
  if (apiKey !== undefined && callbackSecret !== undefined && merchantId !== undefined) return { apiKey, callbackSecret, merchantId };
  return borrowFromDemo(baseUrl);
}

async function borrowFromDemo(baseUrl: string): Promise<Credentials> {
  const api = `${baseUrl}/api/v1`;
  const signIn = await fetch(`${api}/auth/login`, {
    method: 'POST',
    body: new URLSearchParams({ username: 'demomerchant', password: 'Sandbox-2026!' }),
  });
  if (!signIn.ok) throw new Error(`The demo merchant cannot sign in: HTTP ${signIn.status}. Is this a sandbox?`);
  const cookie = signIn.headers
    .getSetCookie()
    .map((each) => each.split(';', 1)[0])
    .join('; ');
  const read = async <T>(path: string): Promise<T> => (await fetch(`${api}${path}`, { headers: { cookie } })).json() as Promise<T>;
  const [store] = await read<Listed[]>('/store');
  if (store === undefined) throw new Error('The demo merchant has no store. Start the sandbox afresh: npm start -- --fresh');
  const { store: details } = await read<Details>(`/store/${store.id}`);
  return details;
}
