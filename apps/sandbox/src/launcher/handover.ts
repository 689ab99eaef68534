/** What the launcher passes to the gateway process besides the ordinary configuration. */
export type Handover = { readonly chainUrl: string; readonly postgresPid: number };

export function readHandover(environment: NodeJS.ProcessEnv = process.env): Handover {
  return { chainUrl: environment.SANDBOX_CHAIN_URL ?? '', postgresPid: Number.parseInt(environment.SANDBOX_POSTGRES_PID ?? '0', 10) };
}

/** When the launcher was killed, the last process to exit stops PostgreSQL. */
export function stopPostgresIfOrphaned(postgresPid: number): void {
  let orphaned = false;
  process.on('disconnect', () => {
    orphaned = true;
  });
  process.on('exit', () => {
    if (!orphaned || postgresPid <= 1) return;
    try {
      process.kill(postgresPid, 'SIGINT');
    } catch {
      // it is gone already
    }
  });
}
