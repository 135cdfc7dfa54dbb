const separators = (digits: number) => Math.floor((digits - 1) / 3)

/** Width of a segment score in em: cells of .56 at an advance of .66, .22 a comma, .04 for the slant. */
export const segmentsWidth = (digits: number) => round(0.66 * digits - 0.1 + 0.22 * separators(digits) + 0.04)

/** Width of a compact score in em: .418 a digit, .20 a separator. */
export const numeralsWidth = (digits: number) => round(0.418 * digits + 0.2 * separators(digits))

const round = (em: number) => Math.round(em * 1000) / 1000
