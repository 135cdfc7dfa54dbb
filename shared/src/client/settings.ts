import type { PageConfig } from '@multiball/shared/schema'

/** Nobody answered: the network failed, or a gateway stood alone. Somebody did, whatever it said. Or something was made or removed. */
export type CallOutcome = 'unanswered' | 'answered' | 'changed'

export interface ApiSettings {
  /** base of the API's addresses, '' for the page's own origin; undefined takes it from the page's configuration */
  apiHost?: string
  /** the token to send now; undefined while nobody is signed in */
  token(): string | undefined
  /** told once for each token that the server refuses, and of each call that it refuses for want of one */
  onUnauthorized(): void
  /** told what became of each call that its caller waited for */
  onOutcome?(outcome: CallOutcome): void
  /** stands in for the configuration that the page carries (tests, embeds) */
  pageConfig?: PageConfig
}

const anonymous: ApiSettings = { token: () => undefined, onUnauthorized: () => {} }

let settings = anonymous

export const apiSettings = (): ApiSettings => settings

/** Wires the API client to its page: host, token and what a refused token leads to. Unnamed settings go back to their defaults. */
export function configureApi(given: Partial<ApiSettings>): void {
  settings = { ...anonymous, ...given }
}

/** True while somebody is signed in, as far as the browser knows. */
export const hasToken = (): boolean => settings.token() !== undefined
