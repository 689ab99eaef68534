import { beforeAll, expect, test } from 'vitest';
import { createSimulatedEvm } from '../../test/nodes/evm/evm-chain';
import { startTestNode } from '../../test/nodes/test-node';
import { bundleCommand, COMMANDS_MS, type Command } from '../../test/processes/command';
import { readRepositoryFile } from '../../tools/networks';

let command: Command;
beforeAll(async () => {
  command = await bundleCommand('cli-admin');
});

const chain = createSimulatedEvm({ network: 'ERC20', seed: 5, startNumber: 1 });
for (let count = 0; count < 20; count += 1) chain.mine({ background: 1 });

test(
  'check-nodes needs no database, prints a line for each finding, and ends with 1 when something is wrong',
  async () => {
    const [good, bad] = [await startTestNode(chain), await startTestNode(chain, { faults: { chainId: 137 } })];
    const [host, other] = [good, bad].map(({ url }) => new URL(url).host);
    const fine = await command.run(['check-nodes'], { ERC20_RPC_URLS: `${good.url}|X-Key: s3cret`, ERC20_MIN_DEPTH: '4' });
    expect(fine.output).toContain(`ERC20    ${host} ok       right network (chain 1) and contract (6 decimals)`);
    expect(fine.output).toContain('Every node can do the job.');
    expect(fine.code).toBe(0);
    const wrong = await command.run(['check-nodes'], { ERC20_RPC_URLS: `${good.url}|X-Key: s3cret,${bad.url}`, ERC20_MIN_DEPTH: '4' });
    expect(wrong.output).toContain(`ERC20    ${other} PROBLEM  is a node of chain 137; ERC20 is chain 1.`);
    expect(wrong.output).toContain('1 problem found.');
    expect(wrong.code).toBe(1);
    expect(fine.output + wrong.output).not.toContain('s3cret');
  },
  COMMANDS_MS,
);

test(
  'a setting that cannot work is one sentence, and so is no setting at all',
  async () => {
    expect(await command.run(['check-nodes'], { ERC20_RPC_URLS: 'https://a.example|s3cret' })).toEqual({
      code: 1,
      output: 'ERC20_RPC_URLS is not valid: node 1 (a.example) has a header without a colon: it is written Name: value.\n',
    });
    expect(await command.run(['check-nodes'], {})).toMatchObject({ code: 1, output: expect.stringContaining('No network has a node.') });
  },
  COMMANDS_MS,
);

test(
  'rpc-cost says what each node is asked a day, before there is any node, and whether a budget is too small',
  async () => {
    const bare = await command.run(['rpc-cost', '--invoices-per-day=200'], {});
    expect(bare.code).toBe(0);
    expect(bare.output.split('\n').filter((line) => /^(TRON|BEP20|ERC20|POLYGON|SOLANA) /.test(line))).toHaveLength(5);
    expect(bare.output).toContain('200 invoices a day');
    expect(bare.output).toContain('No network has a node yet: see --setup=free|small|serious.');
    const four = ['TRON', 'BEP20', 'POLYGON', 'SOLANA'].map((each) => [`${each}_RPC_URLS`, 'https://a.core.chainstack.com/KEY']);
    const one = await command.run(['rpc-cost'], Object.fromEntries(four));
    expect(one.output).toMatch(/^PROBLEM Chainstack Developer cannot carry TRON, BEP20, POLYGON, SOLANA: /m);
    expect(one.code).toBe(1);
    const setup = await command.run(['rpc-cost', '--setup=small'], {});
    expect(setup.code).toBe(0);
    expect(readRepositoryFile('docs/deploy/chains.md')).toContain(`prints:\n\n\`\`\`\n${setup.output}\`\`\`\n`);
    expect((await command.run(['rpc-cost', '--setup=huge'], {})).output).toBe('--setup is one of free, small, serious.\n');
    const short = await command.run(['rpc-cost'], { TRON_RPC_URLS: 'https://a.example', TRON_RPC_BUDGET: '1000' });
    expect(short.output).toContain('the budget of 1,000 is too small');
    expect(short.code).toBe(1);
    expect(await command.run(['rpc-cost', '--nodes=none'], {})).toMatchObject({
      code: 1,
      output: '--nodes is a whole number from 1 on.\n',
    });
  },
  COMMANDS_MS,
);
