import { useEffect, useRef } from 'react';

/** The same script as on the merchant's website, so that the button looks and works as it does there. */
export function ButtonPreview({ slug, label }: { slug: string; label: string }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const container = place.current;
    const script = Object.assign(document.createElement('script'), { src: '/embed/v1.js', async: true });
    Object.assign(script.dataset, { link: slug, label });
    container?.append(script);
    return () => container?.replaceChildren();
  }, [slug, label]);
  return <div ref={place} className="embed-preview" />;
}
