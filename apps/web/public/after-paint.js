// At the end of a page that the server has drawn: its modules are fetched once it is painted. Before that they would compete with the paint for
// the line and, on a phone, for the processor. Written into the page: the content policy names it by its hash.

{
  const load = () => document.body.append(document.getElementById('modules').content);
  // A page in the background is not painted.
  if (document.hidden) load();
  else requestAnimationFrame(() => setTimeout(load));
}
