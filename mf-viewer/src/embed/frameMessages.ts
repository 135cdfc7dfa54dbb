import type { TellEvent } from '@multiball/shared/embedding'
import { readOptions, type FrameOptions } from './frameOptions'

/*
 * What a frame and the page around it say to each other. Each believes the other's window and origin and nothing else,
 * and what is not understood is dropped without a word.
 */

const version = 1

/** What of a window the messages touch; a test gives its own. */
export interface FrameWindow {
  parent: Pick<Window, 'postMessage'>
  document: Pick<Document, 'referrer'>
  location: { ancestorOrigins?: ArrayLike<string> }
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void
  setTimeout(run: () => void, ms: number): unknown
}

/** A flood of wishes is one wish: the last. */
const applyEveryMs = 100

/** The origin of the page around the frame; undefined where the browser does not say, or it has none. */
function originAround({ document, location }: FrameWindow): string | undefined {
  const said = location.ancestorOrigins?.[0] ?? document.referrer
  try {
    const { origin } = new URL(said)
    return origin === 'null' ? undefined : origin
  } catch {
    return undefined
  }
}

/** The options that a message asks for, undefined those that it takes back; undefined for every other message. */
function wishedBy(message: unknown): Partial<FrameOptions> | undefined {
  if (typeof message !== 'object' || message === null) return undefined
  const { multiball, command, detail } = message as Record<string, unknown>
  if (multiball !== version || command !== 'configure' || typeof detail !== 'object' || detail === null)
    return undefined
  const given = new Map<string, unknown>(Object.entries(detail))
  const { options } = readOptions((name) => given.get(name))
  for (const name of ['accent', 'lang'] as const) if (given.get(name) === '') options[name] = undefined
  return options
}

export interface FrameMessages {
  /** Does nothing where there is no page around. */
  send: TellEvent
  /** Called with what the page around wishes from now on. */
  onConfigure(listener: (wish: Partial<FrameOptions>) => void): void
}

/** Speaks with the page around the frame that this window is of. */
export function frameMessages(page: FrameWindow): FrameMessages {
  const isFramed = (page.parent as unknown) !== page
  const origin = originAround(page)
  return {
    send: (event, detail) => {
      if (isFramed) page.parent.postMessage({ multiball: version, event, detail }, origin ?? '*')
    },
    onConfigure: (listener) => {
      let wish: Partial<FrameOptions> | undefined
      const apply = () => {
        const last = wish!
        wish = undefined
        listener(last)
      }
      page.addEventListener('message', ({ source, origin: from, data }) => {
        if (!isFramed || source !== (page.parent as unknown) || (origin !== undefined && from !== origin)) return
        const wished = wishedBy(data)
        if (!wished || Object.keys(wished).length === 0) return
        if (!wish) page.setTimeout(apply, applyEveryMs)
        wish = { ...wish, ...wished }
      })
    },
  }
}
