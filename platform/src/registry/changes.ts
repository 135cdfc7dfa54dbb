import type { Embed, EmbedVersion, Registry, Remote, RemoteVersion, ShellVersion } from '@multiball/shared/schema'
import { ChangeRefused } from '../command/refused'

/* Changes of the registry: plain functions from one registry to the next. */

/** Why everybody gets the same version of these. */
const noCanary: Record<string, string> = {
  shell: 'The shell has no canary: it is the page that shares them out. Leave out --percent.',
  embed: 'The embed has no canary: partners’ pages keep nothing to tell visitors apart by. Leave out --percent.',
}

/** @throws ChangeRefused for a share of the visitors where the shell or the embed is meant */
export function checkPercent(name: string, percent: number): void {
  if (percent !== 100 && noCanary[name]) throw new ChangeRefused(noCanary[name])
}

function remoteOf(registry: Registry, name: string): Remote {
  const remote = registry.remotes[name]
  if (remote) return remote
  const known = Object.keys(registry.remotes).join(', ') || 'none'
  throw new ChangeRefused(
    `There is no remote ${name} in the registry (published: ${known}). Publish it first: npm run remotes -- publish ${name}`,
  )
}

const withRemote = (registry: Registry, name: string, remote: Remote): Registry => ({
  ...registry,
  remotes: { ...registry.remotes, [name]: remote },
})

/** The remote without its canary. */
const settled = ({ canary: _over, ...remote }: Remote): Remote => remote

/**
 * True while the first version of a remote is for nobody yet. Its last good version, which nobody has had either, tells it
 * from one that an operator switched off.
 */
export const isWaiting = ({ enabled, active, lastGood }: Pick<Remote, 'enabled' | 'active' | 'lastGood'>): boolean =>
  !enabled && lastGood === active

/** The remote, switched off, with a version that waits to be its first. */
const waitingWith = (remote: Remote, version: string): Remote => ({
  ...settled(remote),
  enabled: false,
  active: version,
  lastGood: version,
})

/**
 * Makes another known version the active one; the one before becomes the last good one. A first version goes to everybody,
 * whatever the share: there is none that the others could have.
 * @param percent below 100 the version becomes the canary of that share of the visitors; 0 takes the canary away
 */
export function promote(registry: Registry, name: string, version: string, percent = 100): Registry {
  const remote = remoteOf(registry, name)
  if (!remote.versions[version]) {
    throw new ChangeRefused(`${name} has no version ${version}. Known: ${Object.keys(remote.versions).join(', ')}`)
  }
  if (!Number.isInteger(percent) || percent < 0 || percent > 100)
    throw new ChangeRefused(`--percent is a whole number from 0 to 100, not ${percent}.`)
  if (percent === 0) return withRemote(registry, name, settled(remote))
  if (isWaiting(remote))
    return withRemote(registry, name, { ...remote, enabled: true, active: version, lastGood: undefined })
  if (percent < 100) {
    if (remote.active === version) throw new ChangeRefused(`${name} ${version} is active already: everybody has it.`)
    return withRemote(registry, name, { ...remote, canary: { version, percent } })
  }
  if (remote.active === version) return withRemote(registry, name, settled(remote))
  return withRemote(registry, name, { ...settled(remote), active: version, lastGood: remote.active })
}

/**
 * Adds a version and makes it active, or the canary of a share of the visitors.
 * @param percent as for promote; with 0 the version is known, and nobody gets it: a first one is switched off
 */
export function addVersion(
  registry: Registry,
  name: string,
  version: string,
  record: RemoteVersion,
  percent = 100,
): Registry {
  const remote = registry.remotes[name]
  const versions = { ...remote?.versions, [version]: record }
  if (!remote) {
    const first = { enabled: true, active: version, versions }
    return withRemote(registry, name, percent === 0 ? waitingWith(first, version) : first)
  }
  const known = withRemote(registry, name, { ...remote, versions })
  if (percent > 0) return promote(known, name, version, percent)
  return isWaiting(remote) ? withRemote(known, name, waitingWith({ ...remote, versions }, version)) : known
}

/** Takes back what came last: the canary if there is one, else the active version, for the one that ran before it, or for nothing. */
export function rollback(registry: Registry, name: string): Registry {
  const remote = remoteOf(registry, name)
  if (remote.canary) return withRemote(registry, name, settled(remote))
  if (isWaiting(remote))
    throw new ChangeRefused(
      `Nobody gets ${name} yet. Give its first version to everybody with: npm run remotes -- promote ${name} ${remote.active}`,
    )
  const { lastGood } = remote
  if (!lastGood) {
    // Pages are where everything else is shown.
    if (remote.versions[remote.active]?.page)
      throw new ChangeRefused(
        `${name} has no earlier version to go back to. Publish one that works: npm run remotes -- publish ${name}`,
      )
    return withRemote(registry, name, waitingWith(remote, remote.active))
  }
  // What was taken back is no good version to fall back on.
  return withRemote(registry, name, { ...remote, active: lastGood, lastGood: undefined })
}

/**
 * Switches a remote off or on; off, its navigation item is gone and its page says so.
 * @throws ChangeRefused also for the shell and the embed
 */
export function setEnabled(registry: Registry, name: string, enabled: boolean): Registry {
  if (name === 'shell')
    throw new ChangeRefused(
      'The shell is always on: it is the page that the remotes are in. To take its version back: npm run remotes -- rollback shell',
    )
  if (name === 'embed')
    throw new ChangeRefused(
      'The embed is always on: partners’ pages load it. To take its version back: npm run remotes -- rollback embed',
    )
  const remote = remoteOf(registry, name)
  return withRemote(registry, name, {
    ...remote,
    enabled,
    ...(isWaiting(remote) && enabled && { lastGood: undefined }),
  })
}

type Shell = NonNullable<Registry['shell']>

/*
 * A new field for the shell's last good version would make the whole registry unreadable to servers of earlier releases.
 * So the order of its versions says it: the one that became active latest is last, and one that was taken back is first.
 */

const without = (versions: Shell['versions'], version: string): Shell['versions'] =>
  Object.fromEntries(Object.entries(versions).filter(([other]) => other !== version))

/** Adds a version of the shell and makes it the active one. */
export const addShell = (registry: Registry, version: string, record: ShellVersion): Registry => ({
  ...registry,
  shell: { active: version, versions: { ...without(registry.shell?.versions ?? {}, version), [version]: record } },
})

function shellOf({ shell }: Registry): Shell {
  if (shell) return shell
  throw new ChangeRefused('The shell is not in the registry. Publish it first: npm run remotes -- publish shell')
}

/**
 * Makes another known version of the shell the active one.
 * @param percent as for promote; the shell is the page that decides who gets a canary
 */
function promoteShell(registry: Registry, version: string, percent = 100): Registry {
  const shell = shellOf(registry)
  checkPercent('shell', percent)
  const record = shell.versions[version]
  if (!record)
    throw new ChangeRefused(`shell has no version ${version}. Known: ${Object.keys(shell.versions).join(', ')}`)
  return addShell(registry, version, record)
}

/** The version of the shell that ran last of those that are older than the active one. */
function olderShell({ shell }: Registry): string | undefined {
  const publishedAt = (version: string) => Date.parse(shell?.versions[version]?.publishedAt ?? '')
  return Object.keys(shell?.versions ?? {}).findLast((version) => publishedAt(version) < publishedAt(shell!.active))
}

/** Takes the active version of the shell back, for the older one that ran before it. */
function rollbackShell(registry: Registry): Registry {
  const { active: bad, versions } = shellOf(registry)
  const version = olderShell(registry)
  if (!version)
    throw new ChangeRefused(
      'shell has no earlier version to go back to. Publish one that works: npm run remotes -- publish shell',
    )
  const { shell, ...rest } = promoteShell(registry, version)
  return { ...rest, shell: { active: version, versions: { [bad]: versions[bad]!, ...without(shell!.versions, bad) } } }
}

function embedOf({ embed }: Registry): Embed {
  if (embed) return embed
  throw new ChangeRefused('The embed is not in the registry. Publish it first: npm run remotes -- publish embed')
}

/**
 * Makes another known version of the embed the active one; evergreen addresses answer with it.
 * @param percent as for promote; the embed knows nobody that it could try a version on
 */
export function promoteEmbed(registry: Registry, version: string, percent = 100): Registry {
  const embed = embedOf(registry)
  checkPercent('embed', percent)
  if (!embed.versions[version])
    throw new ChangeRefused(`embed has no version ${version}. Known: ${Object.keys(embed.versions).join(', ')}`)
  if (embed.active === version) return registry
  return { ...registry, embed: { ...embed, active: version, lastGood: embed.active } }
}

/** Adds a version of the embed and makes it the active one. */
export function addEmbed(registry: Registry, version: string, record: EmbedVersion): Registry {
  const versions = { ...registry.embed?.versions, [version]: record }
  if (!registry.embed) return { ...registry, embed: { active: version, versions } }
  return promoteEmbed({ ...registry, embed: { ...registry.embed, versions } }, version)
}

/** Takes the active version of the embed back, for the one that ran before it. */
export function rollbackEmbed(registry: Registry): Registry {
  const { active: _bad, lastGood, versions } = embedOf(registry)
  if (!lastGood)
    throw new ChangeRefused(
      'embed has no earlier version to go back to. Publish one that works: npm run remotes -- publish embed',
    )
  // What was taken back is no good version to go back to.
  return { ...registry, embed: { active: lastGood, versions } }
}

/** promote, for a remote, the shell or the embed alike. */
export const promotePart = (registry: Registry, name: string, version: string, percent = 100): Registry =>
  name === 'shell'
    ? promoteShell(registry, version, percent)
    : name === 'embed'
      ? promoteEmbed(registry, version, percent)
      : promote(registry, name, version, percent)

/** rollback, for a remote, the shell or the embed alike. */
export const rollbackPart = (registry: Registry, name: string): Registry =>
  name === 'shell' ? rollbackShell(registry) : name === 'embed' ? rollbackEmbed(registry) : rollback(registry, name)

/** The version that everybody would get after a rollback; undefined where there is nothing to take back. */
export function afterRollback(registry: Registry, name: string): string | undefined {
  if (name === 'shell') return olderShell(registry)
  if (name === 'embed') return registry.embed?.lastGood
  const remote = registry.remotes[name]
  if (!remote || isWaiting(remote)) return undefined
  return remote.canary ? remote.active : remote.lastGood
}

/** A version of a remote, or of the shell. */
export interface VersionName {
  remote: string
  version: string
}

/** The versions of a remote or of the shell that a page may load, or that a rollback would bring back. */
export function versionsInUse(registry: Registry, name: string): string[] {
  const { active, lastGood, canary } = registry.remotes[name] ?? {}
  const versions =
    name === 'shell' ? [registry.shell?.active, olderShell(registry)] : [active, lastGood, canary?.version]
  return versions.filter((version) => version !== undefined)
}

/** Forgets versions of remotes and of the shell. @throws ChangeRefused when one of them is in use by now */
export function forget(registry: Registry, gone: readonly VersionName[]): Registry {
  const left = <Version>(name: string, versions: Record<string, Version>): Record<string, Version> => {
    const going = gone.filter((one) => one.remote === name).map(({ version }) => version)
    const inUse = versionsInUse(registry, name).find((version) => going.includes(version))
    if (inUse) throw new ChangeRefused(`${name} ${inUse} is in use. Nothing was removed; run prune again.`)
    return Object.fromEntries(Object.entries(versions).filter(([version]) => !going.includes(version)))
  }
  const remotes = Object.entries(registry.remotes).map(([name, remote]): [string, Remote] => [
    name,
    { ...remote, versions: left(name, remote.versions) },
  ])
  const { shell } = registry
  return {
    ...registry,
    ...(shell && { shell: { ...shell, versions: left('shell', shell.versions) } }),
    remotes: Object.fromEntries(remotes),
  }
}
