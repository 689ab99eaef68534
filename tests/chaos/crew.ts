import type { ServerProcess } from '../../apps/server/test/processes/server-process';

/** The worker and watcher processes. */
export type Crew = {
  members(): readonly ServerProcess[];
  kill(index: number): Promise<void>;
  pause(index: number): void;
  resume(index: number): void;
  /** Restarts missing processes; with `fresh` the others are replaced too. */
  restore(fresh: boolean): Promise<void>;
};

export function createCrew(size: number, start: (index: number) => Promise<ServerProcess>): Crew {
  const members: (ServerProcess | undefined)[] = Array.from({ length: size });
  const paused = new Set<number>();
  const kill = async (index: number): Promise<void> => {
    const member = members[index];
    members[index] = undefined;
    paused.delete(index);
    await member?.kill();
  };
  /** Like a deployment: its networks are released immediately. */
  const stop = async (index: number): Promise<void> => {
    const member = members[index];
    members[index] = undefined;
    member?.signal('SIGTERM');
    await member?.ended;
  };
  const resume = (index: number): void => {
    if (paused.delete(index)) members[index]?.signal('SIGCONT');
  };
  return {
    members: () => members.filter((member): member is ServerProcess => member !== undefined),
    kill,
    pause: (index) => {
      if (members[index] === undefined || paused.has(index)) return;
      paused.add(index);
      members[index]?.signal('SIGSTOP');
    },
    resume,
    restore: async (fresh) => {
      for (const index of members.keys()) {
        resume(index);
        if (fresh) await stop(index);
        members[index] ??= await start(index);
      }
    },
  };
}
