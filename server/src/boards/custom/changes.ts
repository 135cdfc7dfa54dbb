import type { SettingsChange } from '@multiball/shared/schema'
import type { Json } from './settingsSchema'

/** Of each version what makes settings of the version before it into its own, as a registry has it. */
export type Changes = Readonly<Record<string, readonly SettingsChange[]>>

const without = (settings: Json, field: string): Json => Object.fromEntries(Object.entries(settings).filter(([name]) => name !== field))

/** A field that is there already is what its owner chose last. */
const renamed = (settings: Json, from: string, to: string): Json => {
  if (!Object.hasOwn(settings, from)) return settings
  return { ...without(settings, from), ...(!Object.hasOwn(settings, to) && { [to]: settings[from] }) }
}

function step(settings: Json, change: SettingsChange): Json {
  if (change.change === 'rename') return renamed(settings, change.from, change.to)
  if (change.change === 'drop') return without(settings, change.field)
  return Object.hasOwn(settings, change.field) ? settings : { ...settings, [change.field]: structuredClone(change.value) }
}

/** Only a new name can be taken back: what was dropped is gone, and what was added does no harm. */
const stepBack = (settings: Json, change: SettingsChange): Json => (change.change === 'rename' ? renamed(settings, change.to, change.from) : settings)

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
  if (from <= to) return versionsWithin(changes, from, to).flatMap((version) => changes[version]!).reduce(step, settings)
  return versionsWithin(changes, to, from).reverse().flatMap((version) => changes[version]!.toReversed()).reduce(stepBack, settings)
}
