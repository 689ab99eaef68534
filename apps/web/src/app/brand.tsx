import { Link } from 'react-router';
import { PRODUCT } from '../lib/page-title';

/** brand/mark.svg in the theme's accent colour. */
export const BrandMark = () => (
  <svg className="brand-mark" viewBox="0 0 16 16" aria-hidden="true">
    <rect className="brand-tile" width="16" height="16" rx="4" />
    <path className="brand-arch" d="M4 12V8a4 4 0 0 1 8 0v4" />
    <circle className="brand-coin" cx="8" cy="11.5" r="1.5" />
  </svg>
);

export const BrandLink = () => (
  <Link className="brand" to="/">
    <BrandMark />
    {PRODUCT}
  </Link>
);

/** While texts or session are unknown. Shown late: most starts never show it. Without texts its heading is the one word that needs none. */
export const Splash = () => (
  <main className="splash appear-late" aria-busy="true">
    <h1 className="sr-only">{PRODUCT}</h1>
    <BrandMark />
  </main>
);
