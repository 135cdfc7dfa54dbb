/** True when two parsed JSON values say the same. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  if (Array.isArray(one) !== Array.isArray(other)) return false
  const names = Object.keys(one)
  if (names.length !== Object.keys(other).length) return false
  return names.every((name) => name in other && isSame(one[name as never], other[name as never]))
}
