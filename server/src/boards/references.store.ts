import type { BoardType } from '@multiball/shared/schema'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Tables } from '../database/tables'
import { mayCountMachine, mayShowMachine } from './machineVisibility'
import type { BoardName } from './visibility'

type Db = Kysely<Tables>

/** The board whose references are asked about; without an id while it is being made. */
export interface Referrer {
  type: BoardType
  id: number | undefined
  ownerId: number
}

const nameOf = ({ type, id }: BoardName) => `${type} ${id}`

/**
 * Which machines a board may name: its owner's and those that are open to everybody, unless they were removed; and what it
 * names already.
 */
export const usableMachines = (db: Db, venueMachineIds: number[], by: Referrer): Promise<Set<number>> => machinesThat(mayShowMachine, db, venueMachineIds, by)

/** The same of a leaderboard: others' machines also have to be counted elsewhere. */
export const countableMachines = (db: Db, venueMachineIds: number[], by: Referrer): Promise<Set<number>> => machinesThat(mayCountMachine, db, venueMachineIds, by)

async function machinesThat(mayUse: typeof mayShowMachine, db: Db, venueMachineIds: number[], by: Referrer): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select vm.id from venue_machines vm where vm.id = any (${venueMachineIds}::bigint[]) and (
      vm.retired_at is null and ${mayUse(sql.ref('vm.id'), sql`${by.ownerId}::bigint`)}
      or exists (select from board_machines b where b.type = ${by.type} and b.id = ${by.id ?? null} and b.venue_machine_id = vm.id)
    )
  `.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Whether a board may show all of these: its owner's and public ones, and what it shows already. */
export async function areUsableBoards(db: Db, boards: BoardName[], by: Referrer): Promise<boolean> {
  const { rows } = await sql<BoardName>`
    select b.type, b.id from unnest(${boards.map(({ type }) => type)}::text[], ${boards.map(({ id }) => id)}::bigint[]) as given (type, id)
    join boards b on b.type = given.type and b.id = given.id
    where b.is_public or b.owner_id = ${by.ownerId} or exists (
      select from board_parts p where p.container_type = ${by.type} and p.container_id = ${by.id ?? null} and p.type = b.type and p.id = b.id
    )
  `.execute(db)
  const usable = new Set(rows.map(nameOf))
  return boards.every((board) => usable.has(nameOf(board)))
}
