import { connections, errorCodes, type EmbedEvents, type OnEvent, type Mounted } from '../contract'
import { home } from '../home'
import type { Wanted } from './readAttributes'

type Hear = (message: unknown) => void

/** Who listens to which frame. By the frame: to ask a new one for its window takes the browser a while. */
const frames = new Map<HTMLIFrameElement, Hear>()

/** One listener for all frames of a page: of a flood each message costs a few comparisons. */
function hear({ source, origin, data }: MessageEvent) {
  if (!source || origin !== home) return
  for (const [frame, tell] of frames) if (frame.contentWindow === source) return tell(data)
}

/** Tells what one frame says, and nobody else. @returns ends it */
function listenTo(frame: HTMLIFrameElement, listener: Hear): () => void {
  if (frames.size === 0) addEventListener('message', hear)
  frames.set(frame, listener)
  return () => {
    frames.delete(frame)
    if (frames.size === 0) removeEventListener('message', hear)
  }
}

/** A page of ours that has not said a word by then is not there. */
const patienceMs = 20_000
const firstRetryMs = 30_000
const lastRetryMs = 300_000
/** A page that spoke so shortly before it counts as loaded is that page; the one before it stood for longer. */
const sameLoadMs = 30_000

function addressOf({ type, board, key, theme, accent, lang, title }: Wanted): string {
  const address = new URL(`/embed/v1/${type}/${board}`, home)
  for (const [name, value] of Object.entries({ key, theme, accent, lang, title }))
    if (value) address.searchParams.set(name, value)
  return address.href
}

/** Shows a board in a frame of our origin: nothing of it can reach the page but the messages that are read here. */
export function showFrame(place: HTMLElement, wanted: Wanted, onEvent: OnEvent): Mounted {
  const frame = document.createElement('iframe')
  frame.setAttribute('sandbox', 'allow-scripts allow-same-origin')
  frame.referrerPolicy = 'strict-origin'
  frame.allowFullscreen = true
  frame.title = wanted.title ?? `${wanted.type} ${wanted.board}`
  // Libraries of pages replace Element#remove by one that fails outside a page.
  const takeOut = () => frame.parentNode?.removeChild(frame)
  const load = () => {
    // Put in again: another address for one that stands would be one more step on the way Back.
    takeOut()
    frame.src = addressOf(wanted)
    place.append(frame)
  }
  load()

  let title = wanted.title
  let retryMs = firstRetryMs
  let timer: ReturnType<typeof setTimeout>
  let isWaiting = false
  let begunAtMs = -Infinity
  const wait = () => {
    isWaiting = true
    timer = setTimeout(() => {
      onEvent('error', {
        code: 'HOST_UNREACHABLE',
        message: `The frame of ${home} stays silent: the server is away, this page’s policy lacks it in frame-src, or a page around this one is not an allowed site.`,
      })
      timer = setTimeout(() => {
        load()
        wait()
      }, retryMs)
      retryMs = Math.min(retryMs * 2, lastRetryMs)
    }, patienceMs)
  }
  wait()
  // One that loads itself again, as for a newer version, may meet a server that is away.
  frame.onload = () => {
    if (!isWaiting && performance.now() - begunAtMs > sameLoadMs) wait()
  }
  let isThere = false
  let isChanged = false
  const configure = () => {
    // An empty one is taken back.
    const { theme, accent = '', lang = '' } = wanted
    frame.contentWindow?.postMessage({ multiball: 1, command: 'configure', detail: { theme, accent, lang } }, home)
  }
  const end = listenTo(frame, (message) =>
    readMessage(message, wanted, (name, detail) => {
      clearTimeout(timer)
      isWaiting = false
      retryMs = firstRetryMs
      if (name === 'ready' || name === 'error') begunAtMs = performance.now()
      // Its address says how the board looked at first, also when it loads itself again.
      if (isChanged && (!isThere || name === 'ready')) configure()
      isThere = true
      if ('title' in detail && !title) frame.title = detail.title
      onEvent(name, detail)
    }),
  )
  return {
    update(look) {
      wanted = { ...wanted, ...look }
      title = wanted.title
      if (title) frame.title = title
      isChanged = true
      // Before, browsers would drop it, with a line in the page's console.
      if (isThere) configure()
    },
    unmount() {
      clearTimeout(timer)
      end()
      takeOut()
    },
  }
}

type Loose = Record<string, unknown>

const isRecord = (value: unknown): value is Loose => typeof value === 'object' && value !== null
const isSize = (value: unknown): value is number => typeof value === 'number' && value > 0 && value < 32_768
const isText = (value: unknown): value is string => typeof value === 'string' && value.length < 1000
const has = <One extends string>(values: readonly One[], value: unknown): value is One => values.includes(value as One)

/** What each event of a frame brings, read again: nothing else of a message goes on. */
const readers: { [Name in keyof EmbedEvents]: (detail: Loose, wanted: Wanted) => EmbedEvents[Name] | undefined } = {
  ready: ({ title }, { type, board }) => (isText(title) ? { type, board, title } : undefined),
  score({ seq, players }, { type, board }) {
    if (typeof seq !== 'number') return undefined
    if (!Array.isArray(players)) return { type, board, seq }
    const read = players
      .slice(0, 6)
      .flatMap((player) =>
        isRecord(player) ? [{ name: isText(player.name) ? player.name : null, score: String(player.score) }] : [],
      )
    return { type, board, seq, players: read }
  },
  state: ({ connection, asOf }) =>
    has(connections, connection) ? { connection, asOf: typeof asOf === 'number' ? asOf : undefined } : undefined,
  resize: ({ width, height }) => (isSize(width) && isSize(height) ? { width, height } : undefined),
  error: ({ code, message }) => (has(errorCodes, code) && isText(message) ? { code, message } : undefined),
}

/** Tells what a message of our own frame says; whatever else it is, nothing happens. */
export function readMessage(message: unknown, wanted: Wanted, tell: OnEvent): void {
  if (!isRecord(message) || message.multiball !== 1 || !isRecord(message.detail)) return
  const name = message.event
  if (typeof name !== 'string' || !Object.keys(readers).includes(name)) return
  const detail = readers[name as keyof EmbedEvents](message.detail, wanted)
  if (detail) tell(name as keyof EmbedEvents, detail)
}
