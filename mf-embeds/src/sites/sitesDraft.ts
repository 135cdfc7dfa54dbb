import { onFields } from '@multiball/shared/forms'
import { EmbedSite, mostSites } from '@multiball/shared/schema'
import * as v from 'valibot'

/** The list as it is being changed: what stands in it, and what is typed beside it. */
export interface SitesDraft {
  sites: string[]
  typed: string
}

/** A site as it was typed, with the https that people leave out. '' stays ''. */
const asSite = (typed: string): string => {
  const text = typed.trim()
  return text === '' || text.includes('://') ? text : `https://${text}`
}

/** Why a typed site cannot be added; undefined for one that can, and for none. */
export function siteProblem(typed: string, sites: readonly string[]): string | undefined {
  const text = asSite(typed)
  if (text === '') return undefined
  if (/^(?:https?:\/\/)?\*+$/.test(text)) return 'Leave the list empty to allow any site'
  const { success, output, issues } = v.safeParse(EmbedSite, text)
  if (!success) return withoutRest(text) ?? issues[0].message
  if (sites.includes(output)) return 'This site is in the list already'
  return sites.length >= mostSites ? `At most ${mostSites} sites` : undefined
}

/** For the address of a page: what to enter instead. */
function withoutRest(text: string): string | undefined {
  const [, site = ''] = /^(https?:\/\/[^/?#@\s]+)[/?#]./.exec(text) ?? []
  const { success, output } = v.safeParse(EmbedSite, site)
  return success ? `A site is its name alone: ${output}` : undefined
}

/** The list with what is typed in it; only for what `siteProblem` has nothing against. */
export const withTyped = ({ sites, typed }: SitesDraft): string[] =>
  asSite(typed) === '' ? sites : [...sites, v.parse(EmbedSite, asSite(typed))]

const Draft = v.object({ sites: v.array(v.string()), typed: v.string() })

/** What is saved: typed and not added counts too, since nothing typed is lost. */
export const sitesFormSchema = onFields(
  v.pipe(
    Draft,
    v.rawTransform(({ dataset: { value }, addIssue, NEVER }): SitesDraft => {
      const message = siteProblem(value.typed, value.sites)
      if (message === undefined) return { sites: withTyped(value), typed: '' }
      addIssue({
        message,
        path: [{ type: 'object', origin: 'value', input: { ...value }, key: 'typed', value: value.typed }],
      })
      return NEVER
    }),
  ),
  Draft.entries,
)
