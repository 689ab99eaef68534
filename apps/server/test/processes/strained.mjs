// Loaded first into a server process: on SIGUSR2 it runs out of memory, or blocks the event loop for five seconds.
const BLOCKED_MS = 5_000;

function useUpMemory() {
  const kept = [];
  for (;;) kept.push(Array.from({ length: 10_000 }, (_, index) => ({ index })));
}

function blockLoop() {
  const until = performance.now() + BLOCKED_MS;
  while (performance.now() < until);
}

process.on('SIGUSR2', process.env.STRAIN === 'memory' ? useUpMemory : blockLoop);
