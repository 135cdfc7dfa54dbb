/// <reference lib="dom" />
import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime'

/*
 * A dev server replaces components while they are on the screen, which the production build of React cannot. In a tab
 * with `?mf-dev`, and only there, the page takes the development build from that server, before anything uses React.
 */

interface DevelopmentReact {
  modules: Record<string, unknown>
}

interface ScriptPolicy {
  createScriptURL(address: string): unknown
}

/** The port of this tab's dev server; undefined without one, and where the deployment allows none. */
function devPort(): string | undefined {
  try {
    const { search } = JSON.parse(sessionStorage.getItem('mb-overrides') ?? '{}') as { search?: string }
    if (!search) return undefined
    const { overrides } = JSON.parse(document.getElementById('mb-config')?.textContent ?? '{}') as { overrides?: boolean }
    return overrides ? /:([1-9]\d{3,4})(?!\d)/.exec(new URLSearchParams(search).get('mf-dev') ?? '')?.[1] : undefined
  } catch {
    // A browser that keeps nothing overrides nothing.
    return undefined
  }
}

/** Runs what the dev server has for this page. @throws when there is no dev server */
const run = (port: string) =>
  new Promise<void>((resolve, reject) => {
    const { trustedTypes } = globalThis as { trustedTypes?: { createPolicy(name: string, rules: ScriptPolicy): ScriptPolicy } }
    const rules: ScriptPolicy = { createScriptURL: (address) => address }
    const script = document.createElement('script')
    // The query can name a port and no host.
    script.src = (trustedTypes?.createPolicy('multiball', rules) ?? rules).createScriptURL(`http://localhost:${port}/development-react.js`) as string
    script.crossOrigin = 'anonymous'
    script.onload = () => resolve()
    script.onerror = () => reject(new Error(`No dev server answers on port ${port}`))
    document.head.append(script)
  })

type Shares = Record<string, Record<string, { lib?: () => unknown; loaded?: boolean } | undefined>>

/** Puts the development build in the place of the page's own, by the names and versions that the page shares. */
async function replaceReact(port: string, scope: Shares): Promise<void> {
  await run(port)
  const { modules } = (globalThis as { multiballDevelopmentReact?: DevelopmentReact }).multiballDevelopmentReact ?? { modules: {} }
  for (const [name, module] of Object.entries(modules)) {
    for (const share of Object.values(scope[name] ?? {})) Object.assign(share ?? {}, { lib: () => module, loaded: true })
  }
}

export default (): ModuleFederationRuntimePlugin => {
  const port = devPort()
  let replacing: Promise<void> | undefined
  return {
    name: 'multiball-development-react',
    ...(port && {
      async beforeLoadShare(given) {
        // Without one the page runs as for everybody, and the remote's own failure is shown.
        replacing ??= replaceReact(port, (given.origin.shareScopeMap as Record<string, Shares>).default ?? {}).catch((cause: unknown) => console.warn(cause))
        await replacing
        return given
      },
    }),
  }
}
