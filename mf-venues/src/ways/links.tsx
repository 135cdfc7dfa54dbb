import { LinkButton } from '@multiball/shared/ui'

/* Where an owner goes on; without a venue, because there are several, to choose one first. */

/** To where a bridge's code is typed. */
export const BridgeLink = ({ venue, kind }: { venue: number | undefined; kind: 'mpf' | 'vector' }) => (
  <LinkButton
    to={venue === undefined ? '/venues' : `/venues/${venue}/bridges?kind=${kind}`}
    aria-label={`Connect a bridge for ${kind === 'mpf' ? 'MPF' : 'Vector boards'}`}
  >
    Connect a bridge
  </LinkButton>
)

/** To the codes by which guests send their scores. */
export const GuestsLink = ({ venue }: { venue: number | undefined }) => (
  <LinkButton to={venue === undefined ? '/venues' : `/venues/${venue}/guests`}>Let guests send theirs</LinkButton>
)
