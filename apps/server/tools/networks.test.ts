import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { serverRoot } from '../src/platform/paths';
import { networkFiles, readDescriptors, readRepositoryFile } from './networks';

const networks = await readDescriptors();

test.each([...(await networkFiles())])('%s follows from the networks: npm run networks', (path, text) => {
  expect(readRepositoryFile(path)).toBe(text);
});

test.each(networks)('$file is named, placed and drawn', ({ file, descriptor: { code, position, family, mainnet } }) => {
  expect(code).toBe(file.toUpperCase());
  expect(code).toMatch(/^[A-Z][A-Z0-9]+$/);
  // A gap would move the sandbox's contracts once it is filled.
  expect(networks[position - 1]?.file).toBe(file);
  expect(existsSync(join(serverRoot(), '../web/public/networks', `${file}.svg`))).toBe(true);
  expect(family === 'solana' ? mainnet.genesisHash : mainnet.chainId).toBeTruthy();
});

test('no two networks share a chain, a name, or a name in an API', () => {
  const unique = (values: readonly (string | number | undefined)[]) => {
    const given = values.filter((value) => value !== undefined);
    expect(new Set(given).size).toBe(given.length);
  };
  unique(networks.flatMap(({ descriptor: { mainnet, testnet } }) => [mainnet.chainId, testnet.chainId]));
  for (const field of ['code', 'name', 'shortName', 'apiName', 'tradeType'] as const)
    unique(networks.map(({ descriptor }) => descriptor[field]));
});
