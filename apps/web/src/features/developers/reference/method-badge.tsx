/** Reading is neutral, changing has the accent, deleting is a warning. */
const looks: Record<string, string> = { POST: 'change', PUT: 'change', PATCH: 'change', DELETE: 'delete' };

export const MethodBadge = ({ method }: { method: string }) => (
  <span className="method" data-look={looks[method] ?? 'read'} dir="ltr">
    {method}
  </span>
);
