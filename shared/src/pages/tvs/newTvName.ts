import type { Tv } from '@multiball/shared/schema'

/** What a new TV is called until its owner says: the first of 'TV', 'TV 2', 'TV 3' … that no other is. */
export function newTvName(known: readonly Pick<Tv, 'name'>[]): string {
  const taken = new Set(known.map(({ name }) => name))
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? 'TV' : `TV ${count}`
    if (!taken.has(name)) return name
  }
}
