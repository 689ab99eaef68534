import { storeNameSchema } from '@stablegate/contract';
import type { TFunction } from 'i18next';

/** One rule for both sides: the server checks the same schema. */
export const nameRule = (t: TFunction) => (value: string) => {
  const problem = storeNameSchema.safeParse(value).error?.issues[0]?.message;
  return problem === undefined || t(problem);
};
