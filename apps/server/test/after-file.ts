type Step = () => unknown;

const steps: Step[] = [];

/**
 * Stops what a helper started after the file, last first. Not by `afterAll` in the helper: the runner silently drops hooks registered while
 * a test or another hook runs, and every application would run until the end.
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
