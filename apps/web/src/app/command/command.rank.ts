import { COMMAND_GROUPS, type Command, type CommandSection } from './command.types';

/** Stores listed while nothing is typed: some users have hundreds, and pages and actions must stay visible. */
const UNASKED_MAX = 5;

/** Lower case without accents: "hoa don" finds "Hóa đơn". */
export const plain = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('đ', 'd').replace(/\s+/g, ' ').trim();

const beginsWord = (text: string, word: string): boolean => text.startsWith(word) || text.includes(` ${word}`);

/** Match distance, 1 is the best; undefined without a match. A match inside an invisible keyword would be confusing. */
function distanceOf(label: string, others: string, word: string): number | undefined {
  if (beginsWord(label, word)) return 1;
  if (label.includes(word)) return 2;
  return beginsWord(others, word) ? 3 : undefined;
}

function commandDistance(command: Command, wanted: string): number | undefined {
  const label = plain(command.label);
  if (label.startsWith(wanted)) return 0;
  const others = plain(command.words.join(' '));
  let farthest = 0;
  for (const word of wanted.split(' ')) {
    const distance = distanceOf(label, others, word);
    if (distance === undefined) return undefined;
    farthest = Math.max(farthest, distance);
  }
  return farthest;
}

function unasked(commands: readonly Command[]): readonly CommandSection[] {
  const shown = commands.filter(({ isQuiet }) => isQuiet !== true);
  return COMMAND_GROUPS.map((group) => {
    const own = shown.filter((command) => command.group === group);
    return { group, commands: group === 'stores' ? own.slice(0, UNASKED_MAX) : own };
  }).filter((section) => section.commands.length > 0);
}

/** Best matches first, within and between groups; ties keep their order. */
export function findCommands(commands: readonly Command[], text: string): readonly CommandSection[] {
  const wanted = plain(text);
  if (wanted === '') return unasked(commands);
  const found = commands
    .map((command) => ({ command, distance: commandDistance(command, wanted) }))
    .filter((each): each is { command: Command; distance: number } => each.distance !== undefined)
    .toSorted((a, b) => a.distance - b.distance);
  const groups = [...new Set(found.map(({ command }) => command.group))];
  const nearest = (group: string) => found.find(({ command }) => command.group === group)?.distance ?? 0;
  return groups
    .toSorted((a, b) => nearest(a) - nearest(b) || COMMAND_GROUPS.indexOf(a) - COMMAND_GROUPS.indexOf(b))
    .map((group) => ({ group, commands: found.filter(({ command }) => command.group === group).map(({ command }) => command) }));
}
