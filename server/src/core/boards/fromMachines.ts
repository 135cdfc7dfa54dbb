import {
  Comboboard,
  emptyFields,
  FromMachinesInput,
  LeaderboardInput,
  newBoard,
  ScoreboardInput,
  type ComboboardInput,
} from '@multiball/shared/schema'
import type { FastifyPluginAsync } from 'fastify'
import type { Kysely } from 'kysely'
import type { Tables } from '../../ground/database/tables'
import { requireUser } from '../../ground/http/auth'
import { describes } from '../../ground/http/operation'
import { parse } from '../../ground/http/parse'
import { invalid, Refusal } from '../../ground/http/refusals'
import { Boards, completed, fieldsOf, type BoardAnswer, type BoardsDependencies } from './boards.service'
import { ownTitles, writing } from './boards.store'
import { builtInKinds } from './kinds'
import { machinesMustBeSeen } from './references.store'

/*
 * Many boards in one call: for each machine a leaderboard and a scoreboard linked to it, and one comboboard of the scoreboards.
 * All of them or none: one transaction makes them. Since the comboboard's title is the owner's only one of its kind, a request
 * that is sent again makes nothing twice.
 */

interface Machine {
  id: number
  titleId: number
  name: string
}

/** These machines, as they were sent. Throws 400 where one is missing; who may show them, the boards decide. */
async function readMachines(trx: Kysely<Tables>, ids: readonly number[]): Promise<Machine[]> {
  const rows = await trx
    .selectFrom('venue_machines')
    .innerJoin('machines', 'machines.id', 'venue_machines.machine_id')
    .select(['venue_machines.id', 'machines.id as titleId', 'machines.name'])
    .where('venue_machines.id', 'in', ids)
    .execute()
  return ids.map((wanted) => {
    const machine = rows.find(({ id }) => id === wanted)
    if (!machine) throw invalid({ machines: [machinesMustBeSeen] })
    return machine
  })
}

/** Gives titles that are neither taken nor given before. */
async function titlesOf(trx: Kysely<Tables>, type: 'leaderboard' | 'scoreboard', ownerId: number) {
  const taken = new Set(await ownTitles(trx, type, ownerId))
  return (title: string) => {
    const free = freeTitle(title, (one) => taken.has(one))
    taken.add(free)
    return free
  }
}

/** Says of the field `machines` what a board says of the machines in its own fields. */
function onMachines(error: unknown): unknown {
  if (
    !(error instanceof Refusal) ||
    error.status !== 400 ||
    !('items' in error.body || 'venuemachine_items' in error.body)
  )
    return error
  const { items, venuemachine_items, ...rest } = error.body as Record<string, string[]>
  return invalid({ ...rest, machines: (items ?? venuemachine_items)! })
}

/** Makes them all, and answers the comboboard. Throws 400. */
async function createFromMachines(
  dependencies: BoardsDependencies,
  ownerId: number,
  body: unknown,
): Promise<BoardAnswer> {
  const input = parse(FromMachinesInput, completed(fieldsOf(body), emptyFields(FromMachinesInput.entries)))
  const {
    title,
    is_public,
    background_color,
    high_density,
    machines: chosen,
    item_type,
    enablePlayerRank,
    idle_leaderboard_sec,
    idle_scoreboard_sec,
    ...question
  } = input
  const common = { is_public, background_color }
  const leaderboards = new Boards(builtInKinds.leaderboard, dependencies)
  const scoreboards = new Boards(builtInKinds.scoreboard, dependencies)
  const comboboards = new Boards(builtInKinds.comboboard, dependencies)

  const made = await writing(dependencies.db, async (trx) => {
    const machines = await readMachines(trx, chosen)
    const [leaderboardTitle, scoreboardTitle] = [
      await titlesOf(trx, 'leaderboard', ownerId),
      await titlesOf(trx, 'scoreboard', ownerId),
    ]
    const shown: Awaited<ReturnType<Boards['add']>>[] = []
    for (const machine of machines) {
      const wanted = titleFor(title, machine.name)
      const leaderboard = await leaderboards.add(trx, ownerId, {
        ...newBoard(LeaderboardInput),
        ...common,
        ...question,
        title: leaderboardTitle(wanted),
        items: [{ id: item_type === 'machine' ? machine.titleId : machine.id, type: item_type, order: 0 }],
      } satisfies LeaderboardInput)
      const scoreboard = await scoreboards.add(trx, ownerId, {
        ...newBoard(ScoreboardInput),
        ...common,
        title: scoreboardTitle(wanted),
        enablePlayerRank,
        high_density,
        leaderboard: leaderboard.made.id,
        idle_leaderboard_show: true,
        idle_leaderboard_sec,
        idle_scoreboard_sec,
        venuemachine_items: [{ venuemachine: machine.id, order: 0 }],
      } satisfies ScoreboardInput)
      shown.push(scoreboard)
    }
    const items = shown.map(({ made }, order) => ({ item_type: 'scoreboard', item_id: made.id, order }))
    const { made } = await comboboards.add(trx, ownerId, {
      ...common,
      title,
      moments: 'records',
      high_density,
      items,
    } satisfies ComboboardInput)
    return { id: made.id, affected: shown.flatMap(({ affected }) => affected) }
  }).catch((error: unknown) => {
    throw onMachines(error)
  })
  for (const { type, id } of made.affected) dependencies.changes.announce({ type, id, reason: 'updated' })
  return comboboards.get(made.id, { type: 'user', userId: ownerId }, undefined)
}

/** POST /api/comboboard/from_machines/ */
export const fromMachinesRoutes =
  (dependencies: BoardsDependencies): FastifyPluginAsync =>
  async (app) => {
    app.post(
      '/api/comboboard/from_machines/',
      describes({
        summary:
          'Make a leaderboard and a scoreboard for each machine, and a comboboard of the scoreboards: all or none',
        actor: 'user',
        scope: 'boards',
        body: FromMachinesInput,
        answers: { 201: Comboboard },
      }),
      async (request, reply) =>
        reply.code(201).send(await createFromMachines(dependencies, requireUser(request), request.body)),
    )
  }

const longest = 256

/** At most `most` UTF-16 units of a text, never half of a character. */
function shortened(text: string, most: number): string {
  if (text.length <= most) return text
  const cut = text.slice(0, most)
  return cut.replace(/[\uD800-\uDBFF]$/, '').trimEnd()
}

/** '{title} – {machine}', both shortened alike where they are too long together. */
export function titleFor(title: string, machine: string): string {
  const between = ' – '
  const room = longest - between.length
  if (title.length + machine.length <= room) return title + between + machine
  const forMachine = Math.min(machine.length, Math.max(room - title.length, Math.floor(room / 2)))
  return shortened(title, room - forMachine) + between + shortened(machine, forMachine)
}

/** The title itself, or with the first free number behind it: 'Wall (2)'. */
export function freeTitle(title: string, isTaken: (title: string) => boolean): string {
  if (!isTaken(title)) return title
  for (let number = 2; ; number += 1) {
    const ending = ` (${number})`
    const numbered = shortened(title, longest - ending.length) + ending
    if (!isTaken(numbered)) return numbered
  }
}
