import { RemoteName, RemoteVersionName, type Registry, type RemoteVersion } from '@multiball/shared/schema'
import * as v from 'valibot'
import { devVersion, overrideParameters } from './developerTab'

/*
 * What a developer changes for one tab: ?mf-dev=NAME:PORT (a build on their own machine), ?mf-pin=NAME@VERSION (a
 * published version), ?mf-disable=NAME. Several go in one parameter, separated by commas.
 */

export interface Overrides {
  /** remote → port of this machine */
  dev: Record<string, number>
  /** remote → version */
  pin: Record<string, string>
  disable: string[]
  /** what was asked for and cannot be, in words */
  refused: string[]
}

const Port = v.pipe(v.string(), v.regex(/^[1-9]\d{3,4}$/), v.transform(Number), v.maxValue(65_535))

/** What the query of a page's address asks for; undefined when it asks for nothing. */
export function parseOverrides(search: string): Overrides | undefined {
  const query = new URLSearchParams(search)
  const asked = overrideParameters.flatMap((parameter) =>
    query
      .getAll(parameter)
      .flatMap((text) => text.split(','))
      .map((text) => [parameter, text.trim()] as const)
      .filter(([, text]) => text !== ''),
  )
  if (asked.length === 0) return undefined
  const overrides: Overrides = { dev: {}, pin: {}, disable: [], refused: [] }
  for (const [parameter, text] of asked) {
    if (!take(overrides, parameter, text)) overrides.refused.push(`${parameter}=${text}: ${expected[parameter]}`)
  }
  return overrides
}

const expected = {
  'mf-dev': 'a remote and a port of this machine are expected, such as mf-scoreboards:3001',
  'mf-pin': 'a remote and a published version are expected, such as mf-scoreboards@1.0.0',
  'mf-disable': 'the name of a remote is expected',
}

/** False for what is not understood. */
function take({ dev, pin, disable }: Overrides, parameter: (typeof overrideParameters)[number], text: string): boolean {
  switch (parameter) {
    case 'mf-dev': {
      const [remote = '', port, ...more] = text.split(':')
      const parsed = v.safeParse(Port, port)
      if (!v.is(RemoteName, remote) || !parsed.success || more.length > 0) return false
      dev[remote] = parsed.output
      return true
    }
    case 'mf-pin': {
      const [remote = '', version = '', ...more] = text.split('@')
      if (!v.is(RemoteName, remote) || !v.is(RemoteVersionName, version) || more.length > 0) return false
      pin[remote] = version
      return true
    }
    case 'mf-disable':
      if (!v.is(RemoteName, text)) return false
      disable.push(text)
      return true
  }
}

/** Versions that an override brings and the page's registry lacks, by remote. */
export type OverrideRecords = Record<string, { version: string; record: RemoteVersion }>

/** The versions that these overrides need and that neither registry nor `records` has. */
export function missingRecords(
  { remotes }: Registry,
  { dev, pin }: Overrides,
  records: OverrideRecords,
): { remote: string; version: string }[] {
  const wanted = { ...pin, ...Object.fromEntries(Object.keys(dev).map((remote) => [remote, devVersion])) }
  return Object.entries(wanted)
    .map(([remote, version]) => ({ remote, version }))
    .filter(({ remote, version }) => !remotes[remote]?.versions[version] && records[remote]?.version !== version)
}

/** The registry with the overrides in it. What a developer asked for has nothing to fall back on: they want to see it fail. */
export function overridden(registry: Registry, overrides: Overrides, records: OverrideRecords): Registry {
  const remotes = { ...registry.remotes }
  const activate = (remote: string, version: string) => {
    const record =
      remotes[remote]?.versions[version] ?? (records[remote]?.version === version ? records[remote].record : undefined)
    if (record)
      remotes[remote] = {
        enabled: true,
        active: version,
        versions: { ...remotes[remote]?.versions, [version]: record },
      }
  }
  for (const [remote, version] of Object.entries(overrides.pin)) activate(remote, version)
  for (const remote of Object.keys(overrides.dev)) activate(remote, devVersion)
  for (const remote of overrides.disable) if (remotes[remote]) remotes[remote] = { ...remotes[remote], enabled: false }
  return { ...registry, remotes }
}
