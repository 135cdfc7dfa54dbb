import { pageConfig } from '@multiball/shared/client'
import { Foot } from '@multiball/shared/display'

/** The last line of a TV's own screens. */
export const TvFoot = ({ isReachable, words }: { isReachable: boolean; words: string }) => (
  <Foot
    connection={isReachable ? 'live' : 'offline'}
    words={isReachable ? words : 'The server is away'}
    branding={pageConfig().branding}
  />
)
