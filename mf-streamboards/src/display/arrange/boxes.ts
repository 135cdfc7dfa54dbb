/** A rectangle on the canvas, in CSS px from its top left corner. */
export interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** Its place as inline style. */
export const placeOf = ({ x, y, width, height }: Box) => ({ left: x, top: y, width, height })

/** Cuts a box from left to right (or from the top down) into parts of these shares. */
export function cut(box: Box, direction: 'across' | 'down', shares: readonly number[]): Box[] {
  const whole = shares.reduce((sum, share) => sum + share, 0)
  const isAcross = direction === 'across'
  const size = isAcross ? box.width : box.height
  let from = 0
  return shares.map((share) => {
    const start = Math.round((size * from) / whole)
    from += share
    const length = Math.round((size * from) / whole) - start
    return isAcross ? { ...box, x: box.x + start, width: length } : { ...box, y: box.y + start, height: length }
  })
}

/** Cuts a box into so many equal parts. */
export const cutEqually = (box: Box, direction: 'across' | 'down', count: number): Box[] =>
  cut(
    box,
    direction,
    Array.from({ length: count }, () => 1),
  )

/** The box without a margin on each side. */
export const inset = ({ x, y, width, height }: Box, margin: number): Box => ({
  x: x + margin,
  y: y + margin,
  width: width - 2 * margin,
  height: height - 2 * margin,
})

/** The box as small as those among others that are like it but for a pixel, which rounding gives to some of equal parts. */
export function evened(box: Box, others: readonly Box[]): Box {
  const least = (side: 'width' | 'height') =>
    Math.min(box[side], ...others.map((other) => other[side]).filter((length) => length === box[side] - 1))
  return { ...box, width: least('width'), height: least('height') }
}
