import { afterAll } from 'vitest';
import { endFile } from './after-file';

afterAll(endFile);
