import { boardComponent } from './boardComponent'

export type { BoardProps } from './boardComponent'

export default boardComponent('slideshow')
