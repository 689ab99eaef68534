import { afterFile } from '../after-file';
import type { SimulatedChain } from './node-types';
import { type NodeOptions, type SimulatedNode, startSimulatedNode } from './start-node';

/** Stops automatically after the test file. */
export async function startTestNode(chain: SimulatedChain, options: NodeOptions = {}): Promise<SimulatedNode> {
  const node = await startSimulatedNode(chain, options);
  afterFile(node.close);
  return node;
}
