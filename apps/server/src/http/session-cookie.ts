import type { FastifyReply, FastifyRequest } from 'fastify';

/** HttpOnly, SameSite=Lax; Secure with the __Host- prefix except on loopback (ASVS 3.3). */
export type CookieJar = {
  readonly name: string;
  read(request: FastifyRequest): string | undefined;
  /** Without `maxAgeSeconds` it is a session cookie. */
  write(reply: FastifyReply, value: string, maxAgeSeconds?: number): void;
  clear(reply: FastifyReply): void;
};

export function createCookieJar(baseName: string, secure: boolean): CookieJar {
  const name = secure ? `__Host-${baseName}` : baseName;
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const;
  return {
    name,
    read: (request) => {
      const value = request.cookies[name];
      return value === undefined || value === '' || value.length > 512 ? undefined : value;
    },
    write: (reply, value, maxAgeSeconds) =>
      void reply.setCookie(name, value, maxAgeSeconds === undefined ? options : { ...options, maxAge: maxAgeSeconds }),
    clear: (reply) => void reply.clearCookie(name, options),
  };
}

/** The session; the sign-in between password and code; and the browser, recognised beyond its sessions. */
export type AccountCookies = { readonly session: CookieJar; readonly pending: CookieJar; readonly device: CookieJar };

export const createAccountCookies = (secure: boolean): AccountCookies => ({
  session: createCookieJar('sg_session', secure),
  pending: createCookieJar('sg_pending', secure),
  device: createCookieJar('sg_device', secure),
});
