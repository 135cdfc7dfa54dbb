import { LinkButton } from '@multiball/shared/ui'

/** Leads to the codes that guests send their scores by. @param venue undefined: the owner has several, and chooses one first */
export const GuestsLink = ({ venue }: { venue: number | undefined }) => (
  <LinkButton to={venue === undefined ? '/venues' : `/venues/${venue}/guests`}>Let guests send theirs</LinkButton>
)
