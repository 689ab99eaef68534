// Compiles the sandbox contracts with npm's solc and writes abi and bytecode to artifacts/, which are committed:
// nothing compiles at run time, and the compiler is no part of what a sandbox installs. Run after changing a .sol file:
//   node apps/sandbox/contracts/compile.mjs
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import solc from 'solc';

const CONTRACTS = ['TestUsdt', 'BatchSender'];
const here = (path) => fileURLToPath(new URL(path, import.meta.url));

const input = {
  language: 'Solidity',
  sources: Object.fromEntries(CONTRACTS.map((name) => [`${name}.sol`, { content: readFileSync(here(`${name}.sol`), 'utf8') }])),
  settings: {
    // paris: runs on every fork rule set the node may be given; no metadata hash, so that the bytecode depends on the code alone.
    evmVersion: 'paris',
    optimizer: { enabled: true, runs: 200 },
    metadata: { bytecodeHash: 'none', appendCBOR: false },
    outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } },
  },
};

const output = JSON.parse(solc.compile(JSON.stringify(input)));
if (output.errors?.length) {
  process.stderr.write(output.errors.map((error) => error.formattedMessage).join('\n'));
  process.exit(1);
}

mkdirSync(here('artifacts'), { recursive: true });
for (const name of CONTRACTS) {
  const compiled = output.contracts[`${name}.sol`][name];
  const artifact = { contractName: name, abi: compiled.abi, bytecode: `0x${compiled.evm.bytecode.object}` };
  writeFileSync(here(`artifacts/${name}.json`), `${JSON.stringify(artifact, null, 2)}\n`);
}
