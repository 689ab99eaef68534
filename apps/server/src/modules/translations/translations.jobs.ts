import { z } from 'zod';
import type { Jobs } from '../../platform/events/jobs';
import { RETRANSLATE_JOB, type RetranslateDeps, retranslateSlice } from './retranslate';
import { TRANSLATE_KEYS_JOB, translateNewKeys } from './translate-keys';

const retranslateData = z.object({ language: z.string(), run: z.string() });
const newKeysData = z.object({ language: z.string(), keys: z.array(z.string()) });

export function registerTranslationJobs(deps: RetranslateDeps & { readonly jobs: Jobs }): void {
  deps.jobs.register(RETRANSLATE_JOB, async (data) => {
    const { language, run } = retranslateData.parse(data);
    await retranslateSlice(deps, language, run);
  });
  deps.jobs.register(TRANSLATE_KEYS_JOB, async (data) => {
    const { language, keys } = newKeysData.parse(data);
    await translateNewKeys(deps, language, keys);
  });
}
