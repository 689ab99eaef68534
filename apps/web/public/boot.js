// Runs before the first paint and before any module. A file of its own: the content policy allows no inline script.

// A dark page must never flash white.
try {
  const theme = localStorage.getItem('theme');
  document.documentElement.dataset.theme = theme === 'light' || theme === 'dark' ? theme : 'system';
} catch {
  // Storage is refused: the system's choice stands.
}

// zod compiles its checks with `new Function` where it can, and tries it out first: a policy without 'unsafe-eval' reports each try.
globalThis.__zod_globalConfig = { jitless: true };
