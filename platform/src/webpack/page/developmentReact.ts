/// <reference lib="dom" />
import { given } from './givenReact'

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

/** The port of a tab's dev server, of what the tab keeps; undefined without one, and where the deployment allows none. */
function devPort(kept: string): string | undefined {
  const { search } = JSON.parse(kept) as { search?: string }
  if (!search) return undefined
  const { overrides } = JSON.parse(document.getElementById('mb-config')?.textContent ?? '{}') as { overrides?: boolean }
  return overrides ? /:([1-9]\d{3,4})(?!\d)/.exec(new URLSearchParams(search).get('mf-dev') ?? '')?.[1] : undefined
}

/** Runs what the dev server has for this page. @throws when there is no dev server */
const run = (port: string) =>
  new Promise<void>((resolve, reject) => {
    const { trustedTypes } = globalThis as {
      trustedTypes?: { createPolicy(name: string, rules: ScriptPolicy): ScriptPolicy }
    }
    const rules: ScriptPolicy = { createScriptURL: (address) => address }
    const script = document.createElement('script')
    // The query can name a port and no host.
    script.src = (trustedTypes?.createPolicy('multiball', rules) ?? rules).createScriptURL(
      `http://localhost:${port}/development-react.js`,
    ) as string
    script.crossOrigin = 'anonymous'
    script.onload = () => resolve()
    script.onerror = () => reject(new Error(`No dev server answers on port ${port}`))
    document.head.append(script)
  })

/**
 * Takes the React of this tab's dev server, where there is one.
 * @param kept what the tab keeps of its overrides
 * @throws when there is no dev server; the page then runs as for everybody, and the remote's own failure is shown
 */
export async function takeDevelopmentReact(kept: string): Promise<void> {
  const port = devPort(kept)
  if (!port) return
  await run(port)
  const { modules } = (globalThis as { multiballDevelopmentReact?: DevelopmentReact }).multiballDevelopmentReact ?? {
    modules: {},
  }
  Object.assign(given, modules)
}
