import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import path from 'node:path'
import { CustomTypeName, emptyRegistry, settingsLimits, takenPaths } from '@multiball/shared/schema'
import type {
  FieldErrors,
  PublishedBoardType,
  ReferencePlace,
  Registry,
  Remote,
  SettingsChange,
} from '@multiball/shared/schema'
import * as v from 'valibot'
import { elapsed } from '../../../ground/process/clock'
import { notFound } from '../../../ground/http/refusals'
import { compileSettings } from './settings'
import type { CompiledSettings } from './settings'
import type { Json } from './settingsSchema'

/** Of each version what makes settings of the version before it into its own, as a registry has it. */
export type Changes = Readonly<Record<string, readonly SettingsChange[]>>

const without = (settings: Json, field: string): Json =>
  Object.fromEntries(Object.entries(settings).filter(([name]) => name !== field))

/** A field that is there already is what its owner chose last. */
const renamed = (settings: Json, from: string, to: string): Json => {
  if (!Object.hasOwn(settings, from)) return settings
  return { ...without(settings, from), ...(!Object.hasOwn(settings, to) && { [to]: settings[from] }) }
}

function step(settings: Json, change: SettingsChange): Json {
  if (change.change === 'rename') return renamed(settings, change.from, change.to)
  if (change.change === 'drop') return without(settings, change.field)
  return Object.hasOwn(settings, change.field)
    ? settings
    : { ...settings, [change.field]: structuredClone(change.value) }
}

/** Only a new name can be taken back: what was dropped is gone, and what was added does no harm. */
const stepBack = (settings: Json, change: SettingsChange): Json =>
  change.change === 'rename' ? renamed(settings, change.to, change.from) : settings

/** The versions above `low` up to `high`, which may be as far away as somebody likes, as far as something changes in them. */
const versionsWithin = (changes: Changes, low: number, high: number) =>
  Object.keys(changes)
    .map(Number)
    .filter((version) => version > low && version <= high)
    .sort((one, other) => one - other)

/**
 * Settings that were stored under one version of a schema as another has them: forward change by change, and back as far as
 * that can be. They are not checked. `changes` are those of the higher version, which has all of those before it.
 */
export function moveSettings(settings: Json, changes: Changes, from: number, to: number): Json {
  if (from <= to)
    return versionsWithin(changes, from, to)
      .flatMap((version) => changes[version]!)
      .reduce(step, settings)
  return versionsWithin(changes, to, from)
    .reverse()
    .flatMap((version) => changes[version]!.toReversed())
    .reduce(stepBack, settings)
}

/** A file that could not be read may have been on its way to the disk. */
const tryAgainMs = 10_000

/** One version of a type's settings, as a version of its remote brings it. */
interface SettingsVersion {
  published: PublishedBoardType
  settings: CompiledSettings
}

/** Whether a version has all of these fields. */
const knowsAll =
  (fields: Json) =>
  ({ settings }: SettingsVersion): boolean =>
    Object.keys(fields).every((name) => settings.fields.includes(name))

/** A board type of a remote. */
export class CustomType {
  constructor(
    readonly remote: string,
    /** false while the remote is switched off, or runs in a version without the type: its boards are kept and can be read */
    readonly isAvailable: boolean,
    /** the one that runs first; then those that some visitors may still, or already, have */
    private readonly versions: readonly [SettingsVersion, ...SettingsVersion[]],
    /** of every version that the registry has, the highest first */
    private readonly changes: readonly Pick<PublishedBoardType, 'version' | 'changes'>[],
    /** ISO, of the oldest version that the registry has */
    readonly publishedAt: string,
  ) {}

  get published(): PublishedBoardType {
    return this.versions[0].published
  }

  get name(): string {
    return this.published.name
  }

  /** Changes whenever boards may be shown differently than before. */
  get revision(): string {
    return this.versions
      .map(({ published: { settings, version, feeds } }) => `${settings.integrity} ${version} ${JSON.stringify(feeds)}`)
      .join(' ')
  }

  /** of its settings, as it was published */
  get schema(): object {
    return this.versions[0].settings.schema
  }

  /** names of its settings */
  get fields(): readonly string[] {
    return this.versions[0].settings.fields
  }

  get places(): readonly ReferencePlace[] {
    return this.versions[0].settings.places
  }

  /**
   * Settings that were sent, as they are stored: as the version that runs has them, or, where they have fields that it does
   * not know, as a canary's or the one before has them, whose form sent them.
   */
  read(value: Json): { settings: Json; version: number } | { errors: FieldErrors } {
    const [running] = this.versions
    for (const version of [...this.versions.filter(knowsAll(value)), running]) {
      const checked = version.settings.check(value)
      if ('settings' in checked) return { settings: checked.settings, version: version.published.version }
    }
    return running.settings.check(value) as { errors: FieldErrors }
  }

  /**
   * Stored settings as the first version has them that takes them. Where none does: as they are, and what is wrong by field.
   * @param changed fields that are about to be changed: a version that knows them all goes first, whose form sends them
   */
  fill(stored: Json, version: number, changed: Json = {}): { settings: Json; errors?: FieldErrors } {
    const refusals: { settings: Json; errors: FieldErrors }[] = []
    for (const { published, settings } of [...this.versions.filter(knowsAll(changed)), ...this.versions]) {
      const moved = moveSettings(
        stored,
        this.changesTo(Math.max(version, published.version)),
        version,
        published.version,
      )
      const checked = settings.check(moved)
      if ('settings' in checked) return checked
      refusals.push({ settings: moved, errors: checked.errors })
    }
    return refusals.at(-this.versions.length)!
  }

  /** The changes that led to this version: the version that has them may run no more, or not yet. */
  private changesTo(version: number) {
    return (this.changes.findLast((one) => one.version >= version) ?? this.published).changes
  }
}

/** The type that the `:type` of an address names. Throws 404 for what can be none; whether there is one, others know. */
export function customTypeOf(params: unknown): string {
  const { type } = params as { type: string }
  if (!v.is(CustomTypeName, type)) throw notFound()
  return type
}

interface BoardTypesOptions {
  registry: { read(): Promise<Registry> }
  deployFolder: string
  /** told once why a type is not there */
  onRefused(trouble: Error): void
  /** ms since some moment */
  elapsed?: () => number
}

type Loaded = { type: CustomType } | { why: string }

interface Known {
  registry: Registry
  types: ReadonlyMap<string, CustomType>
  /** by `elapsed`: when to look again for what was not there; never where all was */
  until: number
}

/**
 * The board types that remotes of the registry bring along: read from the deploy folder whenever the registry changed, without
 * a restart. A type that cannot be had is not there, and is said to be so once; the others, and those that come with the
 * program, know nothing of it.
 */
export class BoardTypes {
  private known: Known = { registry: emptyRegistry, types: new Map(), until: Number.POSITIVE_INFINITY }
  private loading: { of: Registry; done: Promise<Known> } | undefined
  /** by integrity */
  private compiled = new Map<string, CompiledSettings>()
  /** by remote: why its type is not there */
  private refused = new Map<string, string>()
  private readonly elapsed: () => number

  constructor(private readonly options: BoardTypesOptions) {
    this.elapsed = options.elapsed ?? elapsed
  }

  /** The types that are there now, by name. */
  async all(): Promise<ReadonlyMap<string, CustomType>> {
    // Nothing published yet, or never: there are those that come with the program.
    const registry = await this.options.registry.read().catch(() => emptyRegistry)
    if (registry === this.known.registry && this.elapsed() < this.known.until) return this.known.types
    if (this.loading?.of !== registry) {
      const loading = { of: registry, done: this.load(registry) }
      this.loading = loading
      const over = (known?: Known) => {
        if (this.loading !== loading) return
        this.known = known ?? this.known
        this.loading = undefined
      }
      // Where it failed, the caller is told, and the next one asks again.
      void loading.done.then(over, () => over())
    }
    return (await this.loading.done).types
  }

  async get(name: string): Promise<CustomType | undefined> {
    return (await this.all()).get(name)
  }

  /** The type whose boards are seen at `/viewer/{path}/{id}`. */
  async atPath(viewerPath: string): Promise<CustomType | undefined> {
    return [...(await this.all()).values()].find(({ published }) => published.path === viewerPath)
  }

  /** Those of `all` when it was last asked. */
  get last(): ReadonlyMap<string, CustomType> {
    return this.known.types
  }

  private async load(registry: Registry): Promise<Known> {
    const compiled = new Map<string, CompiledSettings>()
    const refused = new Map<string, string>()
    const types = new Map<string, CustomType>()
    for (const [name, remote] of Object.entries(registry.remotes).sort(([one], [other]) => (one < other ? -1 : 1))) {
      const loaded = await this.loadRemote(name, remote, compiled)
      if (!loaded) continue
      const why = 'why' in loaded ? loaded.why : this.collision(loaded.type, types)
      if (why !== undefined) refused.set(name, why)
      else if ('type' in loaded) types.set(loaded.type.name, loaded.type)
    }
    for (const [name, why] of refused)
      if (this.refused.get(name) !== why)
        this.options.onRefused(new Error(`The board type of ${name} is not there: ${why}`))
    this.compiled = compiled
    this.refused = refused
    return { registry, types, until: refused.size > 0 ? this.elapsed() + tryAgainMs : Number.POSITIVE_INFINITY }
  }

  private collision(
    { published: { name, path: viewerPath } }: CustomType,
    types: ReadonlyMap<string, CustomType>,
  ): string | undefined {
    if (types.has(name)) return `${types.get(name)!.remote} has a type ${name} already`
    if (takenPaths.includes(viewerPath)) return `/viewer/${viewerPath} is taken`
    const other = [...types.values()].find(({ published }) => published.path === viewerPath)
    return other && `${other.remote} is at /viewer/${viewerPath} already`
  }

  /** Undefined of a remote that brings none along. */
  private async loadRemote(
    name: string,
    { enabled, active, canary, lastGood, versions }: Remote,
    compiled: Map<string, CompiledSettings>,
  ): Promise<Loaded | undefined> {
    // What was taken back a moment ago is the newest one.
    const newest = Object.values(versions)
      .sort((one, other) => (one.publishedAt < other.publishedAt ? 1 : -1))
      .find(({ boardType }) => boardType)
    const running = versions[active]?.boardType
    const tried = [
      running,
      ...[canary?.version, lastGood].map((version) => version && versions[version]?.boardType),
      newest?.boardType,
    ].filter((one) => typeof one === 'object')
    const [first, ...rest] = [...new Set(tried)].filter((one) => one.name === tried[0]!.name)
    if (!first) return undefined
    const own = Object.values(versions).flatMap(({ boardType, publishedAt }) =>
      boardType?.name === first.name ? [{ boardType, publishedAt }] : [],
    )
    const changes = own.map(({ boardType }) => boardType).sort((one, other) => other.version - one.version)
    const publishedAt = own.map((version) => version.publishedAt).sort()[0]!
    try {
      const main = { published: first, settings: await this.settingsOf(first, compiled) }
      const further = await Promise.all(
        rest
          .map(
            async (published) =>
              [{ published, settings: await this.settingsOf(published, compiled) }] as SettingsVersion[],
          )
          .map((version) => version.catch(() => [])),
      )
      return {
        type: new CustomType(name, enabled && running !== undefined, [main, ...further.flat()], changes, publishedAt),
      }
    } catch (error) {
      return { why: (error as Error).message }
    }
  }

  private async settingsOf(
    { settings: { src, integrity } }: PublishedBoardType,
    compiled: Map<string, CompiledSettings>,
  ): Promise<CompiledSettings> {
    const known =
      compiled.get(integrity) ?? this.compiled.get(integrity) ?? compileSettings(await this.readFile(src, integrity))
    compiled.set(integrity, known)
    return known
  }

  /** The parsed JSON of a published file. Throws where it is missing, is not what was published, or lies elsewhere. */
  private async readFile(src: string, integrity: string): Promise<unknown> {
    if (!/^\/r\/[\w-]+\/[\w.-]+\/[\w.-]+$/.test(src) || src.includes('..'))
      throw new Error(`${src} is not a published file of this server`)
    const file = await open(path.join(this.options.deployFolder, src)).catch(() => {
      throw new Error(`${src} is missing`)
    })
    try {
      const { buffer, bytesRead } = await file.read(
        Buffer.alloc(settingsLimits.bytes + 1),
        0,
        settingsLimits.bytes + 1,
        0,
      )
      if (bytesRead > settingsLimits.bytes) throw new Error(`${src} is larger than 64 KiB`)
      const bytes = buffer.subarray(0, bytesRead)
      if (`sha384-${createHash('sha384').update(bytes).digest('base64')}` !== integrity)
        throw new Error(`${src} is not what was published: its hash is wrong`)
      return JSON.parse(bytes.toString('utf8')) as unknown
    } finally {
      await file.close()
    }
  }
}
