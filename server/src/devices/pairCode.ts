import { randomInt } from 'node:crypto'

/** Nothing that is read as something else from across a room: no 0 O, 1 I L, 2 Z, 5 S, 8 B, U V. */
const letters = 'ACDEFGHJKMNPQRTWXY34679'
const length = 6

/** A new pair code, as a device shows it to its owner. */
export const newPairCode = (random: (max: number) => number = randomInt): string => Array.from({ length }, () => letters[random(letters.length)]).join('')
