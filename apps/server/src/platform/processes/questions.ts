type Message = {
  readonly question?: string;
  readonly answer?: number;
  readonly id?: number;
  readonly value?: unknown;
  readonly failed?: string;
};
/** One end of the IPC channel between a primary and a process that it started. */
export type Channel = {
  send(message: object): void;
  onMessage(listener: (message: Message) => void): void;
};
export type Questions = {
  /** Rejects when the other side fails, is gone, or does not answer in time. */
  ask<Answer>(question: string, value?: unknown, waitMs?: number): Promise<Answer>;
  answer(question: string, find: (value: never) => unknown): void;
};

/** For answers from memory: longer means that the other side is stuck. */
const ANSWER_MS_MAX = 1_000;

/** Both sides may ask. Node's own messages of a cluster do not come here. */
export function createQuestions(channel: Channel): Questions {
  const open = new Map<number, { resolve(value: unknown): void; reject(error: Error): void; readonly timer: NodeJS.Timeout }>();
  const finders = new Map<string, (value: never) => unknown>();
  let lastId = 0;

  function settle(id: number, { value, failed }: Message): void {
    const asked = open.get(id);
    if (asked === undefined) return;
    open.delete(id);
    clearTimeout(asked.timer);
    if (failed === undefined) asked.resolve(value);
    else asked.reject(new Error(failed));
  }

  async function reply(question: string, id: number, value: unknown): Promise<void> {
    try {
      channel.send({ answer: id, value: await finders.get(question)?.(value as never) });
    } catch (error) {
      channel.send({ answer: id, failed: error instanceof Error ? error.message : String(error) });
    }
  }

  channel.onMessage((message) => {
    if (message.answer !== undefined) settle(message.answer, message);
    else if (message.question !== undefined && message.id !== undefined) void reply(message.question, message.id, message.value);
  });

  return {
    ask: <Answer>(question: string, value?: unknown, waitMs = ANSWER_MS_MAX) =>
      new Promise<Answer>((resolve, reject) => {
        lastId += 1;
        const id = lastId;
        const timer = setTimeout(() => settle(id, { failed: `no answer to ${question} in ${waitMs} ms` }), waitMs);
        timer.unref();
        open.set(id, { resolve: resolve as (answer: unknown) => void, reject, timer });
        channel.send({ question, id, value });
      }),
    answer: (question, find) => void finders.set(question, find),
  };
}
