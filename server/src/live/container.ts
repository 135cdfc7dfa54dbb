import type { BoardName } from '../boards/visibility'
import type { Audience, BoardView, Part, Shown } from './boardSource'

/** A board as it stands in another one. `shown` is missing where the audience may not see it. */
export interface ShownPart<Item> {
  item: Item
  shown: Shown | undefined
}

/** How a board shows what it contains. */
export interface Container<Item> {
  ownerId: number
  /** in their order */
  items: readonly Item[]
  boardOf(item: Item): BoardName
  settings(parts: ShownPart<Item>[]): object
  body(parts: ShownPart<Item>[]): Shown['body']
}

const audiences = ['everyone', 'insiders'] as const

/** Private ones are for insiders, and only those of the same owner: a key opens nothing of anybody else. */
const isFor = (audience: Audience, { access }: Part, ownerId: number) => access.is_public || (audience === 'insiders' && access.owner_id === ownerId)

const saysTheSame = <Item>(one: ShownPart<Item>[], other: ShownPart<Item>[]) =>
  one.length === other.length && one.every(({ item, shown }, at) => item === other[at]!.item && shown?.settings === other[at]!.shown?.settings)

/** What depends on a board that contains others, and how its state is made of theirs. Those that are gone are left out. */
export function containerView<Item>({ ownerId, items, boardOf, settings, body }: Container<Item>): Pick<BoardView, 'watches' | 'state'> {
  // Settings change seldom: those that were made last serve until then.
  const made = { everyone: undefined, insiders: undefined } as Record<Audience, { of: ShownPart<Item>[]; settings: object } | undefined>
  const show = (audience: Audience, parts: ShownPart<Item>[]): Shown => {
    const last = made[audience]
    const kept = last && saysTheSame(last.of, parts) ? last : { of: parts, settings: settings(parts) }
    made[audience] = kept
    return { settings: kept.settings, body: body(parts) }
  }

  return {
    watches: { boards: items.map(boardOf) },
    async state(parts) {
      const found = await Promise.all(items.map(async (item) => ({ item, part: await parts.get(boardOf(item)) })))
      const [forEveryone, forInsiders] = audiences.map((audience) =>
        found.flatMap(({ item, part }) => (part ? [{ item, shown: isFor(audience, part, ownerId) ? part[audience] : undefined }] : [])),
      ) as [ShownPart<Item>[], ShownPart<Item>[]]
      const everyone = show('everyone', forEveryone)
      const isAlike = forEveryone.every(({ shown }, at) => shown === forInsiders[at]!.shown)
      const staleAt = Math.min(...found.map(({ part }) => part?.staleAt ?? Number.POSITIVE_INFINITY))
      return { everyone, insiders: isAlike ? everyone : show('insiders', forInsiders), staleAt: Number.isFinite(staleAt) ? staleAt : undefined }
    },
  }
}
