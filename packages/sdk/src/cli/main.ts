#!/usr/bin/env node
import { askOnTerminal, runCli } from './cli';

const ending = new AbortController();
process.once('SIGINT', () => ending.abort());
process.once('SIGTERM', () => ending.abort());
const print = (line: string) => void process.stdout.write(`${line}\n`);
const complain = (line: string) => void process.stderr.write(`${line}\n`);
process.exitCode = await runCli(process.argv.slice(2), { env: process.env, print, ask: askOnTerminal, signal: ending.signal }, complain);
