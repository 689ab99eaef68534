// Runs before the first paint, so that a dark page never flashes white. A file of its own: the content policy allows no inline script.
try {
  const theme = localStorage.getItem('theme');
  document.documentElement.dataset.theme = theme === 'light' || theme === 'dark' ? theme : 'system';
} catch {
  // Storage is refused: the system's choice stands.
}
