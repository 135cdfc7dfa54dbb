import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime'

interface Pin {
  /** address of the entry, without the query that a retry adds */
  href: string
  /** undefined for the build of a developer's own machine, which changes with every save */
  integrity?: string
}

interface GuardOptions {
  /** the hash that the registry gives for an entry, undefined when it names none */
  pinOf(address: URL): Pin | undefined
  origins: readonly string[]
  /** ms until an entry that has not arrived counts as failed */
  timeoutMs: number
}

interface ScriptPolicy {
  createScriptURL(address: string): unknown
}
interface TrustedTypes {
  createPolicy(name: string, rules: ScriptPolicy): ScriptPolicy
}

/** The one Trusted Types policy under which remote entries become scripts; it holds the list of origins. */
function scriptPolicy(origins: readonly string[]): ScriptPolicy {
  const rules: ScriptPolicy = {
    createScriptURL(address) {
      if (!origins.includes(new URL(address, location.href).origin)) throw new Error(`Origin not allowed: ${address}`)
      return address
    },
  }
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  return trustedTypes?.createPolicy('multiball', rules) ?? rules
}

/** Lets the federation runtime load what the registry pinned, from allowed origins, in time; nothing else. */
export function guard({ pinOf, origins, timeoutMs }: GuardOptions): ModuleFederationRuntimePlugin {
  const policy = scriptPolicy(origins)
  return {
    name: 'multiball-guard',
    fetch(address) {
      return Promise.reject(new Error(`Manifests are not used: ${address}`))
    },
    createScript({ url }) {
      const address = new URL(url, location.href)
      const pin = pinOf(address)
      if (!pin) throw new Error(`Not in the registry: ${address.href}`)
      const script = document.createElement('script')
      script.src = policy.createScriptURL(address.href) as string
      if (pin.integrity !== undefined) script.integrity = pin.integrity
      script.crossOrigin = 'anonymous'
      script.async = true
      return { script, timeout: timeoutMs }
    },
  }
}
