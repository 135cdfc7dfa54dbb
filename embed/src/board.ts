import { BoardElement } from './element/BoardElement'
import { home } from './home'
import { otherAddress } from './slot'

const name = 'multiball-board'

// Two copies of this file in a page are one element.
const defined = customElements.get(name) as Partial<typeof BoardElement> | undefined
if (!defined) customElements.define(name, BoardElement)
else if (defined.home !== undefined && defined.home !== home) console.error(otherAddress(defined.home, home))

export { version } from './loadInside'
