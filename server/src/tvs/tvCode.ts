import { randomInt } from 'node:crypto'
import { tvCodeLength, tvCodeLetters } from '@multiball/shared/schema'

/** A new code for a TV to show. */
export const newTvCode = (random: (max: number) => number = randomInt): string =>
  Array.from({ length: tvCodeLength }, () => tvCodeLetters[random(tvCodeLetters.length)]).join('')
