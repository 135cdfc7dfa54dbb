import { home } from '../home'
import { createBoard, type Board } from './createBoard'

/** Attributes by the property that frameworks set; `title` and `lang` are every element's. */
const reflected = new Map([
  ['viewerKey', 'viewer-key'],
  ...['type', 'board', 'key', 'theme', 'accent', 'loading', 'mode', 'aspect'].map((name) => [name, name] as const),
])

const boards = new WeakMap<HTMLElement, Board>()

/** `<multiball-board type="scoreboard" board="12">`: one live board in somebody else's page. */
export class BoardElement extends HTMLElement {
  /** whose boards it shows */
  static readonly home: string = home
  static readonly observedAttributes = [
    'type',
    'board',
    'viewer-key',
    'key',
    'theme',
    'accent',
    'lang',
    'loading',
    'title',
    'mode',
    'aspect',
  ]

  constructor() {
    super()
    boards.set(this, createBoard(this))
  }

  connectedCallback() {
    // What was set before this class was there hides its accessors.
    for (const property of reflected.keys()) {
      const own = Object.getOwnPropertyDescriptor(this, property)
      if (own && Reflect.deleteProperty(this, property)) Reflect.set(this, property, own.value)
    }
    boards.get(this)!.connect()
  }

  disconnectedCallback() {
    boards.get(this)!.disconnect()
  }

  attributeChangedCallback(name: string, before: string | null, now: string | null) {
    if (before !== now) boards.get(this)!.change(name)
  }
}

for (const [property, attribute] of reflected) {
  Object.defineProperty(BoardElement.prototype, property, {
    configurable: true,
    enumerable: true,
    get(this: BoardElement) {
      return this.getAttribute(attribute)
    },
    set(this: BoardElement, value: unknown) {
      if (value === null || value === undefined) this.removeAttribute(attribute)
      else this.setAttribute(attribute, String(value))
    },
  })
}
