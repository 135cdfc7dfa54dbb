import { home } from '../home'
import { createBoard, type Board } from './createBoard'

const boards = new WeakMap<HTMLElement, Board>()

/** `<multiball-board type="scoreboard" board="12">`: one live board in somebody else's page. */
export class BoardElement extends HTMLElement {
  /** whose boards it shows */
  static readonly home: string = home
  static readonly observedAttributes = ['type', 'board', 'viewer-key', 'key', 'theme', 'accent', 'lang', 'loading', 'title', 'mode', 'aspect']

  constructor() {
    super()
    boards.set(this, createBoard(this))
  }

  connectedCallback() {
    boards.get(this)!.connect()
  }

  disconnectedCallback() {
    boards.get(this)!.disconnect()
  }

  attributeChangedCallback(name: string, before: string | null, now: string | null) {
    if (before !== now) boards.get(this)!.change(name)
  }
}
