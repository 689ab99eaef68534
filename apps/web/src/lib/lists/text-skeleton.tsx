import { Skeleton } from '@stablegate/ui';

/** A page of sentences and buttons while it loads: its name for screen readers, and about as many lines as it will have. */
export function TextSkeleton({ title, lines }: { title: string; lines: number }) {
  return (
    <>
      <h1 className="sr-only">{title}</h1>
      <div className="grid gap-4" aria-busy="true">
        {Array.from({ length: lines }, (_, line) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have nothing but their place
          <Skeleton key={line} width={line % 3 === 1 ? 'lg' : 'full'} />
        ))}
      </div>
    </>
  );
}
