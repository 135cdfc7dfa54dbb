import { BoardElement } from './element/BoardElement'

const name = 'multiball-board'

// Two copies of this file in a page are one element.
if (!customElements.get(name)) customElements.define(name, BoardElement)

export { version } from './loadInside'
