import { describe, expect, test } from 'vitest';
import { createPasswordHasher } from './password-hasher';

describe('password hashes', () => {
  test('are Argon2id with the parameters of ASVS appendix C, and older ones are recognised', async () => {
    const hasher = createPasswordHasher();
    const stored = await hasher.hash('Blue-Kettle-42');
    const [, algorithm, , parameters] = stored.split('$');
    expect(algorithm).toBe('argon2id');
    const memory = /^m=(\d+),t=(\d+),p=(\d+)$/.exec(parameters ?? '');
    expect(Number(memory?.[1])).toBeGreaterThanOrEqual(46 * 1024);
    expect(hasher.isOutdated(stored)).toBe(false);
    expect(hasher.isOutdated(stored.replace('m=48128', 'm=19456'))).toBe(true);
    expect(await hasher.verify(stored, 'Blue-Kettle-42', 'known')).toBe(true);
    expect(await hasher.verify(stored, 'Blue-Kettle-43', 'stranger')).toBe(false);
    expect(await hasher.verifyDummy('nobody has this password')).toBe(false);
  });

  test('a flood is refused beyond the queue, and a known browser precedes strangers in it', async () => {
    const hasher = createPasswordHasher();
    const stored = await hasher.hash('Blue-Kettle-42');
    const order: string[] = [];
    const strangers = Array.from({ length: 100 }, (_, n) =>
      hasher.verify(stored, `guess ${n}`, 'stranger').then(
        () => order.push('stranger'),
        (error: { code?: string }) => {
          expect(error.code).toBe('rate_limited');
          return 'refused';
        },
      ),
    );
    const owner = hasher.verify(stored, 'Blue-Kettle-42', 'known').then((right) => {
      order.push('owner');
      return right;
    });
    expect(await owner).toBe(true);
    expect(order.indexOf('owner')).toBeLessThanOrEqual(8); // only hashes already running were faster
    const refused = (await Promise.all(strangers)).filter((answer) => answer === 'refused');
    expect(refused.length).toBeGreaterThan(50);
    expect(order.length).toBeGreaterThan(20);
  });

  test('of the strangers inside few are at work, so that they leave the database to others; known browsers enter at once', async () => {
    const hasher = createPasswordHasher();
    let atWork = 0;
    let most = 0;
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const strangers = Array.from({ length: 32 }, () =>
      hasher.withSlot('stranger', async () => {
        atWork += 1;
        most = Math.max(most, atWork);
        await ended;
        atWork -= 1;
      }),
    );
    await expect(hasher.withSlot('stranger', async () => undefined)).rejects.toMatchObject({ code: 'rate_limited' });
    expect(await hasher.withSlot('known', async () => 'in')).toBe('in');
    end();
    await Promise.all(strangers);
    expect(most).toBeLessThanOrEqual(6);
  });
});
