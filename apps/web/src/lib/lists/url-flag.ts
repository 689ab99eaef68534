import { useSearchParams } from 'react-router';

/** An open/closed state in the URL (?new=1), so that other pages can link to it. */
export function useUrlFlag(name: string) {
  const [search, setSearch] = useSearchParams();
  const set = (isOn: boolean) =>
    setSearch(
      (current) => {
        const next = new URLSearchParams(current);
        if (isOn) next.set(name, '1');
        else next.delete(name);
        return next;
      },
      { replace: true },
    );
  return { isOpen: search.has(name), open: () => set(true), close: () => set(false) };
}
