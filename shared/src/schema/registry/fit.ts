import type { Requires } from './registry'

/* What pages, builds and server agree on about a remote without reading a registry: pages have no use for its whole schema. */

/** The container, and global variable, of a remote: `mf-scoreboards` → `mf_scoreboards`. Builds and loader agree on it. */
export const containerName = (remote: string): string => remote.replaceAll('-', '_')

/** Versions of what a page brings along, by the names that `requires` uses. */
export type Provided = Partial<Record<keyof Requires, string>>

/** The first name in `requires` that `provided` does not meet, or undefined when all fits. */
export function unmet(requires: Requires, provided: Provided): keyof Requires | undefined {
  const numbers = (version: string) => version.replace('^', '').split('.').map(Number) as [number, number, number]
  const fits = (caret: string, version: string) => {
    const [major, minor, patch] = numbers(caret)
    const [givenMajor, givenMinor, givenPatch] = numbers(version)
    return major === givenMajor && (givenMinor > minor || (givenMinor === minor && givenPatch >= patch))
  }
  const meets = (range: string, version: string | undefined) =>
    version !== undefined && range.split(' || ').some((caret) => fits(caret, version))
  return (Object.keys(requires) as (keyof Requires)[]).find(
    (name) => requires[name] && !meets(requires[name], provided[name]),
  )
}
