import { PageConfig } from '@multiball/shared/schema'
import * as v from 'valibot'
import { apiSettings } from './settings'

const defaults: PageConfig = {
  apiHost: '',
  scoresHost: '',
  links: {},
  disabledSections: [],
  cookieDomains: [],
  winnerMachineTitle: null,
  branding: 'Powered by Multiball',
  remoteOrigins: [],
  overrides: false,
}

const inlined = new WeakMap<Element, PageConfig>()

/**
 * The configuration that the server inlined as `<script type="application/json" id="mb-config">`: the one given
 * to `configureApi` comes first, the defaults (all at the page's own origin) stand in where the page carries none.
 * Throws when the inlined JSON breaks its contract.
 */
export function pageConfig(): PageConfig {
  const given = apiSettings().pageConfig
  if (given) return given
  const element = document.getElementById('mb-config')
  if (!element) return defaults
  const read = inlined.get(element) ?? v.parse(PageConfig, JSON.parse(element.textContent ?? ''))
  inlined.set(element, read)
  return read
}
