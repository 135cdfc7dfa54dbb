import { EmbedFailure, type GivenReact } from './contract'
import { home } from './home'
import { otherAddress, setSlot, slotOf, type Inside, type Slot } from './slot'

interface PinnedFile {
  src: string
  integrity: string
}

/** Written in by the build. */
declare const INSIDE: { version: string; script: PinnedFile; styles: PinnedFile[] }

export const { version } = INSIDE

const patienceMs = 20_000
/** A script that runs says so at once. */
const startPatienceMs = 5_000

const unreachable = (address: string) => new EmbedFailure('HOST_UNREACHABLE', `${address} cannot be loaded.`)

async function read(address: string, integrity?: string): Promise<Response> {
  const href = new URL(address, home).href
  const inTime = new AbortController()
  const timer = setTimeout(() => inTime.abort(), patienceMs)
  const answer = await fetch(href, { mode: 'cors', credentials: 'omit', integrity, signal: inTime.signal }).catch(
    () => undefined,
  )
  clearTimeout(timer)
  if (!answer?.ok) throw unreachable(href)
  return answer
}

interface ScriptPolicy {
  createScriptURL(address: string): string
}

function loadScript({ src, integrity }: PinnedFile): Promise<void> {
  const href = new URL(src, home).href
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    const end = (happened: boolean) => {
      clearTimeout(timer)
      script.remove()
      if (happened) resolve()
      else reject(unreachable(href))
    }
    const timer = setTimeout(() => end(false), patienceMs)
    script.onload = () => end(true)
    script.onerror = () => end(false)
    script.crossOrigin = 'anonymous'
    script.integrity = integrity
    const rules: ScriptPolicy = { createScriptURL: (address) => address }
    const { trustedTypes } = globalThis as {
      trustedTypes?: { createPolicy(name: string, rules: ScriptPolicy): ScriptPolicy }
    }
    script.src = (trustedTypes ? trustedTypes.createPolicy('multiball', rules) : rules).createScriptURL(href)
    document.head.append(script)
  })
}

/** The script is here, and does not start: something of the page stands in its way. */
const died = () =>
  new Promise<never>((_resolve, reject) => {
    setTimeout(
      () => reject(new EmbedFailure('REMOTE_FAILED', 'The board does not start in this page; the console says why.')),
      startPatienceMs,
    )
  })

function begin({ react, reactDom }: GivenReact): Slot {
  let arrive: Slot['arrive'] = () => {}
  const arrived = new Promise<Inside>((resolve) => (arrive = resolve))
  const slot: Slot = {
    origin: home,
    react,
    reactDom,
    // Asked for beside the script: neither waits for the other.
    settings: read('/embed/v1/start.json').then((answer) => answer.json() as unknown),
    styles: INSIDE.styles.map(async ({ src, integrity }) => ({
      href: new URL(src, home).href,
      text: await (await read(src, integrity)).text(),
    })),
    arrive,
    // In a task of its own.
    inside: new Promise((resolve) => setTimeout(resolve))
      .then(() => loadScript(INSIDE.script))
      .then(() => Promise.race([arrived, died()])),
  }
  const all = Promise.all([slot.inside, slot.settings, ...slot.styles])
  slot.inside = all.then(
    ([inside]) => inside,
    (cause: unknown) => {
      // The next board tries again.
      setSlot(undefined)
      throw cause instanceof EmbedFailure ? cause : new EmbedFailure('HOST_UNREACHABLE', String(cause))
    },
  )
  setSlot(slot)
  return slot
}

/**
 * The host of boards in this page, loaded when it is first asked for.
 * @param given whose React is used, decided by the first call of a page
 * @throws EmbedFailure HOST_UNREACHABLE; REMOTE_FAILED where the page has boards of another server
 */
export function loadInside(given: GivenReact = {}): Promise<Inside> {
  const { origin, inside } = slotOf() ?? begin(given)
  if (origin === home) return inside
  // It would show the board that has this number over there.
  return Promise.reject(new EmbedFailure('REMOTE_FAILED', otherAddress(origin, home)))
}
