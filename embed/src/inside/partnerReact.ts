import { slotOf } from '../slot'

interface Namespace {
  version: string
  createRoot?: unknown
  createPortal?: unknown
}

/** `^19.0.0` and `19.2.1` → true */
const fits = (range: string, version: string) => /^\^?(\d+)/.exec(range)?.[1] === /^\d+/.exec(version)?.[0]

/** React and React DOM are one pair: both of one version, in the range, and with all that boards need of them. */
function isUsable(range: string, react: Namespace | undefined, reactDom: Namespace | undefined): boolean {
  if (!react || !reactDom || react.version !== reactDom.version || !fits(range, react.version)) return false
  return typeof reactDom.createRoot === 'function' && typeof reactDom.createPortal === 'function'
}

/**
 * A partner's React for the place of our own, by import name; nothing where theirs does not fit. What is written for 19 runs
 * with every 19.
 * @param range of what boards run on
 */
export default function partnerReact(range: string): Record<string, unknown> {
  const { react, reactDom } = (slotOf() ?? {}) as { react?: Namespace; reactDom?: Namespace }
  return isUsable(range, react, reactDom) ? { react, 'react-dom': reactDom, 'react-dom/client': reactDom } : {}
}
