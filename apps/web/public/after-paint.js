// At the end of a server-rendered page: its modules are fetched once it is painted. Before that they would compete with the paint for the line
// and, on a phone, for the processor. Written into the page: the content policy names it by its hash.

{
  // The second time there is nothing left to append.
  const load = () => document.body.append(document.getElementById('modules').content);
  requestAnimationFrame(() => setTimeout(load));
  // No frame comes in a background tab, in a shop's frame that is hidden or out of sight, or while the browser is short of processor.
  setTimeout(load, 2_000);
}
