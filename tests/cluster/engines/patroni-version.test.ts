import { expect, test } from 'vitest';
import { complaintAbout } from './patroni-version';

test.each(['patroni 3.0.3\n', 'patroni 3.1.0', 'patroni 4.0.7', 'patroni 10.0.0'])('%j may hold money', (printed) => {
  expect(complaintAbout(printed)).toBeUndefined();
});

test.each(['patroni 3.0.2\n', 'patroni 2.1.9', 'patroni 1.6.5', 'patroni: not a version'])('%j may not', (printed) => {
  expect(complaintAbout(printed)).toContain('may lose acknowledged data');
});
