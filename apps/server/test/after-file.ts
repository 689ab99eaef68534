type Step = () => unknown;

const steps: Step[] = [];

/**
 * What a helper started is stopped after the file, last first. Not by `afterAll` in the helper: the runner drops, without a word, hooks
 * that are registered while a test or another hook runs, and every application ever started would run on until the end.
 */
export function afterFile(step: Step): void {
  steps.push(step);
}

export async function endFile(): Promise<void> {
  const failures: unknown[] = [];
  for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
    try {
      await step();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, `cleaning up failed: ${failures.join('; ')}`);
}
