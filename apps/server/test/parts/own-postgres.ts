import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { expect, vi } from 'vitest';
import { type Cluster, startCluster } from '../../../sandbox/src/postgres/cluster';
import { afterFile } from '../after-file';
import { copyRunning, DATA, withClient, writeOwned } from './base-backup';
import { mountDisk } from './disk';

/** The embedded PostgreSQL, of the test's own: to be killed, copied, restored, followed by a standby. */
export type OwnPostgres = Pick<Cluster, 'port' | 'stop'> & {
  /** Of the database `postgres`. */
  readonly url: string;
  ask<T extends pg.QueryResultRow>(text: string): Promise<T[]>;
  /** Holds all its files. */
  readonly dir: string;
  /** kill -9 of the postmaster, if it still runs; its children end by themselves. */
  kill(): void;
  /** In the same folder, on the same port. */
  restart(): Promise<OwnPostgres>;
  /** A base backup while it runs. */
  backUp(): Promise<Backup>;
};

export type Backup = {
  /** As docs/runbooks/restore.md does it, from the WAL that the primary archived. */
  restoreTo(time: Date): Promise<OwnPostgres>;
  /** Follows the primary it was copied from, at this address. */
  startStandby(address?: string): Promise<OwnPostgres>;
};

type Settings = Readonly<Record<string, string>>;
const SMALL: Settings = { shared_buffers: '32MB', max_connections: '60', synchronous_commit: 'on', full_page_writes: 'on' };
type Options = {
  readonly archives?: boolean;
  readonly settings?: Settings;
  /** On a disk of its own, of this size; needs root. */
  readonly diskMegabytes?: number;
};

export async function startOwnPostgres({ archives = false, settings = {}, diskMegabytes }: Options = {}): Promise<OwnPostgres> {
  const home = mkdtempSync(join(tmpdir(), 'stablegate-own-'));
  chmodSync(home, 0o755); // the server's user goes through it
  afterFile(() => rmSync(home, { recursive: true, force: true }));
  if (diskMegabytes !== undefined) mountDisk(join(home, 'primary'), diskMegabytes);
  const archive = join(home, 'archive');
  mkdirSync(archive);
  chmodSync(archive, 0o777);
  let copies = 0;

  async function start(dir: string, more: Settings, port?: number): Promise<OwnPostgres> {
    const cluster = await startCluster({ dir, volatile: true, settings: { ...SMALL, ...more }, ...(port === undefined ? {} : { port }) });
    let isRunning = true;
    const stop = async () => {
      if (isRunning) await cluster.stop();
      isRunning = false;
    };
    afterFile(stop);
    const url = cluster.url('postgres');
    return {
      port: cluster.port,
      dir,
      url,
      stop,
      ask: (text) => withClient(url, async (client) => (await client.query(text)).rows),
      kill: () => {
        isRunning = false;
        try {
          process.kill(cluster.pid, 'SIGKILL');
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
        }
      },
      restart: () => start(dir, more, cluster.port),
      backUp: async () => {
        copies += 1;
        const copy = join(home, `copy-${copies}`);
        await copyRunning(url, dir, copy);
        const startAs = (signal: string, changes: Settings) => {
          writeOwned(join(copy, DATA, signal), '', statSync(join(copy, DATA)));
          return start(copy, { ...settings, ...changes });
        };
        return {
          restoreTo: async (time) => {
            const restored = await startAs('recovery.signal', {
              restore_command: `cp ${archive}/%f %p`,
              recovery_target_time: time.toISOString().replace('T', ' ').replace('Z', '+00'), // it takes neither T nor Z
              recovery_target_action: 'promote',
            });
            // It can be read before it has reached that time, and written only then.
            await vi.waitFor(async () =>
              expect(await restored.ask('select pg_is_in_recovery() as "isRecovering"')).toEqual([{ isRecovering: false }]),
            );
            return restored;
          },
          startStandby: (address = url) => startAs('standby.signal', { primary_conninfo: address }),
        };
      },
    };
  }
  const archiving: Settings = { archive_mode: 'on', archive_command: `test ! -f ${archive}/%f && cp %p ${archive}/%f` };
  return start(join(home, 'primary'), {
    ...settings,
    ...(archives ? archiving : {}),
    wal_keep_size: diskMegabytes === undefined ? '256MB' : '0',
  });
}
