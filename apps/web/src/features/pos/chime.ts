import { logWarning } from '../../lib/log';
import { readStored, writeStored } from '../../lib/stored';

/** Two rising tones; seconds, and hertz. Made by the browser: no file to load. */
const TONES = [
  { at: 0, hertz: 659 },
  { at: 0.15, hertz: 988 },
] as const;
const SECONDS = 0.5;
const LOUDNESS = 0.25;

const STORAGE_KEY = 'pos-sound';
const OFF = 'off';
let isOn = readStored(STORAGE_KEY) !== OFF;
export const isSoundOn = (): boolean => isOn;
export function setSound(on: boolean): void {
  isOn = on;
  writeStored(STORAGE_KEY, on ? 'on' : OFF);
}

let context: AudioContext | undefined;

/** At a press of a button: browsers let no page sound that nobody has touched. */
export function allowSound(): void {
  context ??= typeof AudioContext === 'undefined' ? undefined : new AudioContext();
  context?.resume().catch((error: unknown) => logWarning('no sound:', error));
}

export function playChime(): void {
  if (context === undefined || !isOn) return;
  for (const { at, hertz } of TONES) {
    const [tone, volume, begin] = [context.createOscillator(), context.createGain(), context.currentTime + at];
    tone.frequency.value = hertz;
    volume.gain.setValueAtTime(LOUDNESS, begin);
    volume.gain.exponentialRampToValueAtTime(0.001, begin + SECONDS);
    tone.connect(volume).connect(context.destination);
    tone.start(begin);
    tone.stop(begin + SECONDS);
  }
}
