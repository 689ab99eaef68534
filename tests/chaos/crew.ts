import type { ServerProcess } from '../../apps/server/test/processes/server-process';

/** The processes that work and watch. */
export type Crew = {
  members(): readonly ServerProcess[];
  kill(index: number): Promise<void>;
  pause(index: number): void;
  resume(index: number): void;
  /** Everybody who is not there comes back; with `fresh` also the others are replaced. */
  restore(fresh: boolean): Promise<void>;
};

export function createCrew(size: number, start: () => Promise<ServerProcess>): Crew {
  const members: (ServerProcess | undefined)[] = Array.from({ length: size });
  const paused = new Set<number>();
  const kill = async (index: number): Promise<void> => {
    const member = members[index];
    members[index] = undefined;
    paused.delete(index);
    await member?.kill();
  };
  /** As a deployment does: its networks are free at once. */
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
        members[index] ??= await start();
      }
    },
  };
}
