const maxLength = 256

/** A title for a copy that none of `taken` has: 'Wall (copy)', 'Wall (copy 2)' … */
export function copyTitle(title: string, taken: ReadonlySet<string>): string {
  const base = title.replace(/ \(copy(?: \d+)?\)$/, '')
  for (let count = 1; ; count += 1) {
    const ending = count === 1 ? ' (copy)' : ` (copy ${count})`
    const copy = cut(base, maxLength - ending.length) + ending
    if (!taken.has(copy)) return copy
  }
}

/** The first characters that fit into so many UTF-16 units, no character in two. */
function cut(text: string, units: number): string {
  let kept = ''
  for (const character of text) {
    if (kept.length + character.length > units) break
    kept += character
  }
  return kept
}
