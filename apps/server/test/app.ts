import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { type App, type AppParts, createApp } from '../src/app';
import { loadConfig, type Role } from '../src/config';
import { createLogger, type Logger } from '../src/platform/log';
import type { Mail, Mailer } from '../src/platform/mail/mailer';
import { afterFile } from './after-file';
import { asRunningRole, createTestDatabase } from './parts/database';

export type TestMailer = Mailer & { readonly sent: Mail[] };

export function createTestMailer(): TestMailer {
  const sent: Mail[] = [];
  return {
    sent,
    send: async (mail) => {
      sent.push(mail);
    },
    close: async () => undefined,
  };
}

/** Like a browser: keeps its cookies and sends them. */
export type Browser = {
  readonly cookies: Map<string, string>;
  send(options: InjectOptions): Promise<LightMyRequestResponse>;
  post(path: string, payload?: object, headers?: Record<string, string>): Promise<LightMyRequestResponse>;
  form(path: string, fields: Record<string, string>, headers?: Record<string, string>): Promise<LightMyRequestResponse>;
  get(path: string, headers?: Record<string, string>): Promise<LightMyRequestResponse>;
};

const API = '/api/v1';

export function createBrowser(app: App): Browser {
  const cookies = new Map<string, string>();
  const send: Browser['send'] = async (options) => {
    const response = await app.server.inject({ ...options, cookies: Object.fromEntries(cookies) });
    for (const { name, value } of response.cookies) {
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    return response;
  };
  return {
    cookies,
    send,
    post: (path, payload, headers = {}) =>
      send({ method: 'POST', url: API + path, headers, ...(payload === undefined ? {} : { payload }) }),
    form: (path, fields, headers = {}) =>
      send({
        method: 'POST',
        url: API + path,
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
        payload: new URLSearchParams(fields).toString(),
      }),
    get: (path, headers = {}) => send({ method: 'GET', url: API + path, headers }),
  };
}

export type TestApp = App & { readonly databaseUrl: string; readonly dataDir: string; readonly mailer: TestMailer; browser(): Browser };

export type TestAppOptions = AppParts & {
  env?: Record<string, string>;
  roles?: Role[];
  log?: Logger;
  /** Works as a role that owns no table, as in production; `databaseUrl` is still the owner's. */
  ownsNothing?: boolean;
};

const reportUnrecorded = (missing: string): never => {
  throw new Error(missing);
};

/** The real application on a real database; only HTTP is replaced by `inject`. Stops automatically after the file. */
export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const given = options.env?.DATABASE_URL; // one that the test made itself
  const database = given === undefined ? await createTestDatabase() : { url: given, drop: async () => undefined };
  const dataDir = mkdtempSync(join(tmpdir(), 'stablegate-app-'));
  const config = loadConfig({
    STABLEGATE_MODE: 'sandbox',
    DATABASE_URL: options.ownsNothing === true ? asRunningRole(database.url) : database.url,
    ...(options.ownsNothing === true ? { MIGRATION_DATABASE_URL: database.url } : {}),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    PORT: '0',
    RATE_LIMIT_SCALE: '1000',
    ...options.env,
  });
  const mailer = createTestMailer();
  const app = await createApp(config, options.log ?? createLogger(config.logLevel), { mailer, reportUnrecorded, ...options });
  await app.start(options.roles ?? []);
  afterFile(async () => {
    await app.stop();
    await database.drop();
    rmSync(dataDir, { recursive: true, force: true });
  });
  return { ...app, databaseUrl: database.url, dataDir, mailer, browser: () => createBrowser(app) };
}
