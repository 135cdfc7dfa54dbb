import {
  afterRollback,
  ChangeRefused,
  changeRegistry,
  isWaiting,
  mustBeLoadable,
  oneLine,
  promotePart,
  rollbackPart,
  setEnabled,
} from '@multiball/platform/registry'
import type {
  PlatformChange,
  PlatformPart,
  PlatformState,
  PlatformVersion,
  PublishedFrame,
  Registry,
  Remote,
} from '@multiball/shared/schema'
import type * as v from 'valibot'
import { conflict, Refusal } from '../../ground/http/refusals'
import type { RegistryStore } from '../../ground/registry/registry.store'
import type { RegistryHistory } from './history'

type Change = v.InferOutput<typeof PlatformChange>

/** What pages reported of a version. */
export interface ReportedHealth {
  remote: string
  version: string
  visits: number
  failed: number
  /** visits by the bound within which they had loaded it; empty where nobody has said */
  loads: readonly number[]
}

/** A way in which a version failed on one day, with where it was thrown in published files. */
export interface ReportedFailure {
  remote: string
  version: string
  code: string
  day: string
  count: number
  message: string | null
  frames: readonly PublishedFrame[]
}

interface PlatformDependencies {
  deployFolder: string
  registry: RegistryStore
  history: RegistryHistory
  readHealth(): Promise<ReportedHealth[]>
  /** ms, of `loads` */
  loadBounds: readonly number[]
}

/** Versions of a part that are shown beside those that somebody gets. */
const mostVersions = 8
const share = 0.75

/** Within what three of four visits loaded it, in ms; null without any. */
export function loadedWithin(loads: readonly number[], bounds: readonly number[]): number | null {
  const all = loads.reduce((sum, count) => sum + count, 0)
  if (all === 0) return null
  let seen = 0
  const place = loads.findIndex((count) => (seen += count) >= all * share)
  return bounds[place] ?? bounds.at(-1) ?? null
}

/** What is alike in remotes, the shell and the embed. */
type Part = Pick<Remote, 'active' | 'lastGood' | 'canary'> & {
  enabled?: boolean
  versions: Record<string, { publishedAt: string }>
}

function partsOf({ shell, embed, remotes }: Registry): [PlatformPart['name'], Part][] {
  const named = Object.entries<Part>(remotes).sort(([one], [other]) => (one < other ? -1 : 1)) as [
    PlatformPart['name'],
    Part,
  ][]
  return [
    ...(shell ? [['shell', shell] as [PlatformPart['name'], Part]] : []),
    ...named,
    ...(embed ? [['embed', embed] as [PlatformPart['name'], Part]] : []),
  ]
}

function standingOf({ enabled = true, active, canary, lastGood }: Part, version: string): PlatformVersion['standing'] {
  if (version === active) return isWaiting({ enabled, active, lastGood }) ? 'stored' : 'active'
  return version === canary?.version ? 'canary' : version === lastGood ? 'previous' : 'stored'
}

/** What runs, how it does, and how it is changed. */
export class Platform {
  constructor(private readonly given: PlatformDependencies) {}

  async state(): Promise<PlatformState> {
    const { registry: store, history, readHealth, loadBounds } = this.given
    const [registry, publishers, health] = await Promise.all([store.read(), history.publishedBy(), readHealth()])
    const reported = new Map(health.map((one) => [`${one.remote} ${one.version}`, one]))
    const shown = (name: string, part: Part, version: string): PlatformVersion => {
      const { visits = 0, failed = 0, loads = [] } = reported.get(`${name} ${version}`) ?? {}
      return {
        version,
        published_at: new Date(part.versions[version]!.publishedAt).toISOString(),
        published_by: publishers.get(`${name} ${version}`) ?? null,
        standing: standingOf(part, version),
        visits,
        failed,
        loaded_ms: loadedWithin(loads, loadBounds),
      }
    }
    const parts = partsOf(registry).map(([name, part]): PlatformPart => {
      const publishedAt = (version: string) => Date.parse(part.versions[version]!.publishedAt)
      const newest = Object.keys(part.versions).sort((one, other) => publishedAt(other) - publishedAt(one))
      const isShown = (version: string, at: number) => at < mostVersions || standingOf(part, version) !== 'stored'
      return {
        name,
        enabled: part.enabled ?? true,
        active: part.active,
        canary: part.canary ?? null,
        rolls_back_to: afterRollback(registry, name) ?? null,
        versions: newest.filter(isShown).map((version) => shown(name, part, version)),
        kept: newest.length,
      }
    })
    return { rev: registry.rev, parts }
  }

  /**
   * Changes what runs, as the command line does: under the same lock, noted beside the same revisions.
   * @param by an operator's username
   * @throws Refusal (409) where something else was changed since the caller looked, or it cannot be done
   */
  async change(change: Change, by: string): Promise<PlatformState> {
    try {
      await changeRegistry(
        this.given.deployFolder,
        (registry) => {
          if (registry.rev !== change.rev)
            throw conflict('Something else was changed meanwhile. Look at what runs now, and decide again.')
          return mustBeLoadable(this.given.deployFolder, registry, applied(registry, change), change.name)
        },
        oneLine(by),
      )
    } catch (error) {
      throw refusalOf(error)
    }
    return this.state()
  }
}

function applied(registry: Registry, { name, action, version, percent }: Change): Registry {
  switch (action) {
    case 'promote':
      if (version === undefined) throw conflict('Name the version.')
      return promotePart(registry, name, version, percent)
    case 'rollback':
      return rollbackPart(registry, name)
    case 'enable':
    case 'disable':
      return setEnabled(registry, name, action === 'enable')
  }
}

/** What an operator is told of a change that was not made; other errors stay what they are. */
function refusalOf(error: unknown): unknown {
  if (error instanceof Refusal) return error
  if (error instanceof ChangeRefused) return conflict(error.message)
  const isReadOnly = ['EACCES', 'EPERM', 'EROFS'].includes((error as NodeJS.ErrnoException).code ?? '')
  return isReadOnly
    ? conflict('The server may not write to the folder with what is published. Change it there, with npm run remotes.')
    : error
}
