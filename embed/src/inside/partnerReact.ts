import { slotOf } from '../slot'

interface Share {
  version: string
  shareConfig?: { requiredVersion?: string | false }
}

interface FederationOptions {
  shared?: Record<string, Share | Share[]>
}

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
 * Puts a partner's React in the place of our own before anybody asks for one. What is written for 19 runs with every
 * 19; ours stays where theirs is another.
 */
export default () => ({
  name: 'multiball-partner-react',
  beforeInit(given: { userOptions: FederationOptions }) {
    const { shared = {} } = given.userOptions
    const { react, reactDom } = (slotOf() ?? {}) as { react?: Namespace; reactDom?: Namespace }
    const [own] = [shared.react ?? []].flat()
    const range = own?.shareConfig?.requiredVersion
    if (typeof range !== 'string' || !isUsable(range, react, reactDom)) return given
    const theirs = { react, 'react-dom': reactDom, 'react-dom/client': reactDom }
    for (const [name, namespace] of Object.entries(theirs)) {
      const [{ shareConfig, ...share } = {} as Share] = [shared[name] ?? own!].flat()
      Reflect.deleteProperty(share, 'get')
      shared[name] = [{ ...share, shareConfig, version: react!.version, lib: () => namespace, loaded: true } as Share]
    }
    return given
  },
})
