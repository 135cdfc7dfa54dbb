import * as v from 'valibot'

const Link = v.pipe(v.string(), v.url())

/**
 * The one configuration of the pages: inlined by the server and served at /config.json, so that the
 * same builds serve every deployment.
 */
export const PageConfig = v.object({
  /** base of the API's addresses; '' is the page's own origin */
  apiHost: v.string(),
  /** base of the websockets' addresses (ws: or wss:); '' is the page's own origin */
  scoresHost: v.string(),
  links: v.object({ account: v.optional(Link), help: v.optional(Link), mainSite: v.optional(Link) }),
  /** names of navigation sections that are switched off */
  disabledSections: v.array(v.string()),
  /** hosted domains that share the login cookie */
  cookieDomains: v.array(v.string()),
  /** the one machine title of YOU WIN / YOU FAILED */
  winnerMachineTitle: v.nullable(v.string()),
  branding: v.string(),
  /** origins besides the page's own from which remotes may be loaded */
  remoteOrigins: v.array(v.string()),
  /** developers may change for their tab which remotes it loads, see docs/shipping.md */
  overrides: v.optional(v.boolean(), false),
  /** viewers keep what they show for a reload without the server; unless it says false, they do */
  offline: v.optional(v.boolean()),
  /** in a page alone: when it was written, the server waited for its first account */
  awaitsAccount: v.optional(v.boolean()),
})
export type PageConfig = v.InferOutput<typeof PageConfig>
