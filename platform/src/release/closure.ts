/** A package as package-lock.json has it; only what is read here. */
export interface LockedPackage {
  version?: string
  integrity?: string
  license?: string
  link?: boolean
  cpu?: string[]
  os?: string[]
  libc?: string[]
  engines?: { node?: string }
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}

/** By place, such as `node_modules/pg`. */
export type LockedPackages = Readonly<Record<string, LockedPackage>>

/** What a release is made for. */
export interface Platform {
  os: string
  cpu: string
}

/** Where Node finds a package from a place: up from there. */
export function findPackage(packages: LockedPackages, place: string, name: string): string | undefined {
  for (let folder = place; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    if (!folder.endsWith('node_modules')) {
      const candidate = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`
      if (packages[candidate]) return candidate
    }
    if (folder === '') return undefined
  }
}

const fits = (allowed: string[] | undefined, one: string) => allowed === undefined || allowed.includes(one)

/**
 * The places of all packages of others that these need to run on a platform, sorted. Packages of this workspace are followed
 * only if they are named.
 * @param starts folders of the workspace, or places of packages, which then belong to the answer
 * @throws Error when the lock file misses one
 */
export function closureOf(packages: LockedPackages, starts: readonly string[], { os, cpu }: Platform): string[] {
  const found = new Set(starts.filter((place) => place.includes('node_modules')))
  const waiting = [...starts]
  const follow = (place: string, name: string, isNeeded: boolean) => {
    const target = findPackage(packages, place, name)
    if (target === undefined && isNeeded) throw new Error(`package-lock.json has no ${name}, which ${place} needs.`)
    if (target === undefined || found.has(target) || packages[target]!.link) return
    const { os: systems, cpu: processors, libc } = packages[target]!
    if (!fits(systems, os) || !fits(processors, cpu) || !fits(libc, 'glibc')) return
    found.add(target)
    waiting.push(target)
  }
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    const {
      dependencies = {},
      optionalDependencies = {},
      peerDependencies = {},
      peerDependenciesMeta = {},
    } = packages[place]!
    // Optional peers are for those who have them anyway.
    const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional)
    for (const name of [...Object.keys(dependencies), ...peers]) follow(place, name, !(name in optionalDependencies))
    for (const name of Object.keys(optionalDependencies)) follow(place, name, false)
  }
  return [...found].sort()
}

/** `@scope/name` of a place. */
export const nameOf = (place: string): string =>
  place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)
