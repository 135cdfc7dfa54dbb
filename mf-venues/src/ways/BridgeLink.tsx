import { LinkButton } from '@multiball/shared/ui'

/** Leads to where a bridge's code is typed. @param venue undefined: the owner has several, and chooses one first */
export const BridgeLink = ({ venue, kind }: { venue: number | undefined; kind: 'mpf' | 'vector' }) => (
  <LinkButton
    to={venue === undefined ? '/venues' : `/venues/${venue}/bridges?kind=${kind}`}
    aria-label={`Connect a bridge for ${kind === 'mpf' ? 'MPF' : 'Vector boards'}`}
  >
    Connect a bridge
  </LinkButton>
)
