/*
 * The sounds of TVs. They are ours: there are no recordings, each is these tones, which the browser makes.
 *
 *   fanfare  a record of the house: five steps up to a chord, as of brass
 *   rise     a record of a machine or a month: four bells upwards
 *   blip     a strip: two soft drops
 */

export type SoundName = 'fanfare' | 'rise' | 'blip'

export interface Tone {
  wave: OscillatorType
  /** pitch in Hz */
  hz: number
  /** seconds after the sound has begun, and how long it lasts */
  at: number
  lasts: number
  /** at its loudest, of 1, which is all that a loudspeaker has */
  level: number
  /** fades from its beginning on, as a bell does; else it is held, as a horn is */
  rings: boolean
}

const brass = (hz: number, at: number, lasts: number, level = 0.16): Tone => ({
  ...{ wave: 'sawtooth', hz, at, lasts, level, rings: false },
})
const bell = (hz: number, at: number, lasts: number): Tone => ({
  ...{ wave: 'triangle', hz, at, lasts, level: 0.1, rings: true },
})
const drop = (hz: number, at: number, lasts: number): Tone => ({
  ...{ wave: 'sine', hz, at, lasts, level: 0.16, rings: true },
})

const [c5, e5, a5, c6] = [523.25, 659.26, 880, 1046.5]
const [g4, g5, cis6, e6] = [392, 783.99, 1108.73, 1318.51]

export const sounds: Record<SoundName, readonly Tone[]> = {
  fanfare: [
    brass(g4, 0, 0.12),
    brass(c5, 0.14, 0.12),
    brass(e5, 0.28, 0.12),
    brass(g5, 0.42, 0.26),
    brass(e5, 0.7, 0.12),
    ...[c5 / 2, c5, e5, g5, c6].map((hz) => brass(hz, 0.84, 0.95, 0.09)),
  ],
  rise: [bell(a5 / 2, 0, 0.4), bell(cis6 / 2, 0.1, 0.4), bell(e5, 0.2, 0.4), bell(a5, 0.3, 0.8), bell(e6, 0.3, 0.5)],
  blip: [drop(g5, 0, 0.16), drop(c6, 0.08, 0.28)],
}

/** Seconds that a sound lasts. */
export const lengthOf = (tones: readonly Tone[]): number => Math.max(...tones.map(({ at, lasts }) => at + lasts))
