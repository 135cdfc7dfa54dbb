import { BoardElement } from './element/BoardElement'
import { home } from './home'

const name = 'multiball-board'

// Two copies of this file in a page are one element.
const defined = customElements.get(name) as Partial<typeof BoardElement> | undefined
if (!defined) customElements.define(name, BoardElement)
else if (defined.home !== undefined && defined.home !== home) console.error(`This page has boards of ${defined.home}: show those of ${home} in an iframe.`)

export { version } from './loadInside'
