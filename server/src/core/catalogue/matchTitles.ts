import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Tables } from '../../ground/database/tables'
import { grouped } from './grouped'
import { makerKey, nameKey, naturalName, withoutEdition } from './names'

/** A machine as a list tells it. */
export interface ToldTitle {
  name: string
  /** '' where the list does not say it */
  manufacturer: string
  year: number | null
  /** of the Open Pinball Database: of a machine, one of its editions, or a group of them */
  opdbId: string | null
}

export interface KnownTitle {
  id: number
  name: string
  manufacturer: string
  year: number | null
}

type Title = KnownTitle & { opdb_id: string | null; group: string | null; abbreviations: string[] }

/** Without blanks: 'Pin Bot' and 'PIN*BOT' are one machine. */
const written = (name: string) => nameKey(naturalName(name)).replaceAll(' ', '')

/** A year more or less is a matter of when it was sold. */
const isOfAbout = (year: number | null, told: number | null) =>
  year === null || told === null || Math.abs(year - told) <= 1

const mayBeBy = (maker: string, told: string) => maker === '' || told === '' || makerKey(maker) === makerKey(told)

/** What a title may be called: in full, without its edition, and in short. */
const callsOf = ({ name, abbreviations }: Title) =>
  new Set([name, withoutEdition(name), ...abbreviations].map(written).filter((call) => call !== ''))

/** The title of the catalogue, or of the owner's own, for each machine of a list; undefined where there is none. */
export async function matchTitles(
  db: Kysely<Tables>,
  ownerId: number,
  told: readonly ToldTitle[],
): Promise<(KnownTitle | undefined)[]> {
  const { rows } = await sql<Title>`
    select m.id, m.name, m.manufacturer, m.year, m.opdb_id, m.abbreviations, coalesce(g.opdb_id, split_part(m.opdb_id, '-', 1)) as "group"
    from machines m left join machine_groups g on g.id = m.group_id
    where m.owner_id is null or m.owner_id = ${ownerId} order by m.id
  `.execute(db)
  const byId = grouped(rows, ({ opdb_id }) => (opdb_id === null ? [] : [opdb_id]))
  const byGroup = grouped(rows, ({ group }) => (group === null ? [] : [group]))
  const byCall = grouped(rows, callsOf)

  return told.map((machine) => {
    const { opdbId, name } = machine
    const [group = '', model] = opdbId?.split('-') ?? []
    // The same model in another edition; of a group, its editions.
    const kin = (byGroup.get(group) ?? []).filter(
      ({ opdb_id }) => model === undefined || opdb_id?.split('-')[1] === model,
    )
    const called = byCall.get(written(name)) ?? []
    return (
      byId.get(opdbId ?? '')?.[0] ??
      likest(machine, kin) ??
      likest(
        machine,
        called.filter(
          ({ manufacturer, year }) => isOfAbout(year, machine.year) && mayBeBy(manufacturer, machine.manufacturer),
        ),
      )
    )
  })
}

/** Of several, the one that is called and dated as told, then one that the world knows, the plainest and the newest. */
function likest({ name, year: told }: ToldTitle, titles: readonly Title[]): Title | undefined {
  const rank = ({ name: known, year, opdb_id }: Title) =>
    (written(known) === written(name) ? 4 : 0) + (told !== null && year === told ? 2 : 0) + (opdb_id === null ? 0 : 1)
  return [...titles].sort(
    (one, other) =>
      rank(other) - rank(one) || one.name.length - other.name.length || (other.year ?? 0) - (one.year ?? 0),
  )[0]
}
