import type { Slideshow } from '@multiball/shared/schema'

/** What a wall shows of a slideshow, whoever owns it and whoever may see it. */
const shownOf = ({ title, items }: Slideshow) =>
  JSON.stringify([title, items.map(({ item_type, item_id, duration, image }) => [item_type, item_id, duration, image?.image])])

/** True when two answers of the server look the same on a wall. */
export const isSameShow = (one: Slideshow, other: Slideshow): boolean => shownOf(one) === shownOf(other)
