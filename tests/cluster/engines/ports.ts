/** Fixed, so that a demonstration can name them; CLUSTER_PORT moves all of them. */
const base = Number(process.env.CLUSTER_PORT ?? 25_000);
export const NODES = [0, 1, 2] as const;
export type NodeIndex = (typeof NODES)[number];

/** The `wire` of a port is the relay that others use to reach it. */
export const PORTS = {
  gateway: base,
  database: base + 1,
  redisPrimary: base + 2,
  pooler: (machine: number) => base + 10 + machine,
  api: (machine: number) => base + 20 + machine,
  health: (role: number, machine: number) => base + 30 + role * 10 + machine,
  etcdClient: (node: NodeIndex) => base + 100 + node,
  etcdPeer: (node: NodeIndex) => base + 110 + node,
  etcdWire: (from: NodeIndex, to: NodeIndex) => base + 120 + from * 10 + to,
  postgres: (node: NodeIndex) => base + 200 + node,
  postgresWire: (node: NodeIndex) => base + 210 + node,
  patroni: (node: NodeIndex) => base + 220 + node,
  patroniWire: (node: NodeIndex) => base + 230 + node,
  redis: (node: NodeIndex) => base + 300 + node,
  sentinel: (node: NodeIndex) => base + 310 + node,
} as const;
