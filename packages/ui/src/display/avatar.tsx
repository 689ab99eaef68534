import { classes } from '../classes';

export type AvatarProps = { name: string; shape?: 'round' | 'square'; size?: 'sm' | 'md' };

/** "linh mai" gives LM, "linhmai" gives LI. */
export const initialsOf = (name: string): string => {
  const words = name.split(/[\s_.-]+/).filter(Boolean);
  const [first = '', second] = words;
  const letters = second === undefined ? [...first].slice(0, 2) : [[...first][0], [...second][0]];
  return letters.join('').toLocaleUpperCase();
};

export const Avatar = ({ name, shape = 'round', size = 'md' }: AvatarProps) => (
  <span className={classes('avatar', shape === 'square' && 'avatar-square', size === 'sm' && 'avatar-sm')} aria-hidden="true">
    {size === 'sm' ? initialsOf(name).slice(0, 1) : initialsOf(name)}
  </span>
);
