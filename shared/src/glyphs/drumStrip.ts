/*
 * Our own printed digits, drawn with one stroke each in a box of 40 × 64, and the strip around a drum: a blank, 0 to 9 and
 * 0 to 8 once more, so that a drum always rolls forwards. Each place is 62 wide and 100 high.
 */
/** The figures 0 to 9. */
export const drumFigures: readonly string[] = [
  'M20 0C33 0 39 13 39 32S33 64 20 64 1 51 1 32 7 0 20 0Z',
  'M9 13L24 1V64',
  'M2 17C3 6 10 0 20 0 31 0 38 7 38 17 38 26 33 33 25 41L2 63H39',
  'M3 11C6 4 12 0 20 0 30 0 37 6 37 15S30 30 18 30C31 30 39 37 39 47S31 64 20 64C11 64 4 60 1 52',
  'M30 65V1L0 46H40',
  'M36 1H7L4 30C8 26 14 24 20 24 32 24 39 32 39 44S31 64 19 64C10 64 4 60 1 53',
  'M33 2C16 8 1 24 1 44 1 56 9 64 20 64S39 56 39 45 31 27 21 27C11 27 2 34 1 44',
  'M1 1H38L15 64',
  'M20 30C10 30 4 24 4 15S11 0 20 0 36 6 36 15 30 30 20 30C8 30 1 37 1 47S9 64 20 64 39 57 39 47 32 30 20 30Z',
  'M7 62C24 56 39 40 39 20 39 8 31 0 20 0S1 8 1 19 9 37 19 37C29 37 38 30 39 20',
]

export const drumPlaces = 20
/** em */
export const drumWidth = 0.62

/** Moves the numbers of a path of ours; H and V count one of the two only. */
function moved(path: string, left: number, top: number): string {
  return path.replace(/([MLCSHV])([^A-Z]*)/g, (_whole, command: string, numbers: string) => {
    const all = numbers.trim().split(/ +/).map(Number)
    return (
      command +
      all.map((number, at) => number + (command === 'V' || (command !== 'H' && at % 2 === 1) ? top : left)).join(' ')
    )
  })
}

/** The whole strip as one path. */
export const drumStrip = Array.from({ length: drumPlaces - 1 }, (_, at) =>
  moved(drumFigures[at % 10] ?? '', 11, (at + 1) * 100 + 18),
).join('')

/** The place of a character on the strip: 0 is the blank one, and what drums cannot say. */
export const drumPlaceOf = (character: string) => (/^\d$/.test(character) ? Number(character) + 1 : 0)

/** Where a drum rolls to that shows `from`, so that it ends at `to`: forwards, never a whole turn. */
export const rollTo = (from: number, to: number) => (to !== 0 && to < Math.floor(from) ? to + 10 : to)
