import type { GivenReact, MountOptions, Mounted } from './contract'

/** What the one script inside gives to the modules that started it. */
export interface Inside {
  mount(place: HTMLElement | ShadowRoot, options: MountOptions): Promise<Mounted>
  loadExpose(remote: string, expose: string): Promise<unknown>
  styleRoot(root: Document | ShadowRoot): Promise<() => void>
  /** the component that displays stand on */
  loadStage(): Promise<unknown>
}

export interface Slot extends GivenReact {
  /** origin of our server */
  origin: string
  /** the answer of /embed/v1/start.json, not read yet */
  settings: Promise<unknown>
  /** the styles of the script inside, as text with the address that they came from */
  styles: Promise<{ href: string; text: string }>[]
  /** Called by the script inside when it runs. */
  arrive(inside: Inside): void
  inside: Promise<Inside>
}

const key = Symbol.for('multiball.embed.1')

/**
 * Where modules and inside meet: one in a page, whoever came first and whichever version, so that all boards of a page
 * share one React and one socket.
 */
export const slotOf = (): Slot | undefined => Reflect.get(globalThis, key) as Slot | undefined
export const setSlot = (slot: Slot | undefined): void => void Reflect.set(globalThis, key, slot)

/** Why boards from `own` cannot stand beside those from `other`: one server under two names cannot be told from two servers. */
export const otherAddress = (other: string, own: string): string =>
  `This page has boards of ${other}, and a script of ${own}. If that is one server, load all its scripts from one address; boards of another server go into an iframe.`
