import { controlled, StreamboardConfig } from '@multiball/shared/schema'
import type { Game, StreamboardInput, StreamboardScores, StreamControl } from '@multiball/shared/schema'
import type { Kysely } from 'kysely'
import type { Tables } from '../../../ground/database/tables'
import { parse } from '../../../ground/http/parse'
import { lockBoard, readBoard, writing } from '../boards.store'
import type { BoardChanges } from '../changes'
import { builtInKinds } from '../kinds'
import { findBoard, refusal, refusedEdit } from '../visibility'
import type { LiveStates } from '../visibility'
import { readControl, readPanels, writeControl, writeSettings } from './control.store'
import type { FrozenGames } from './control.store'
import { isLate, withLast } from './panelChange'
import type { NumberedChange } from './panelChange'

const type = 'streamboard'

interface ControlDependencies {
  db: Kysely<Tables>
  changes: BoardChanges
  live: LiveStates
  /** these games without names that were taken off since they were read; nobody takes off another before the transaction ends */
  holdNames(trx: Kysely<Tables>, games: readonly Game[]): Promise<Game[]>
}

type Settings = Omit<StreamboardInput, 'title' | 'is_public' | 'moments'>

const settingsOf = ({ settings, settings_version }: { settings: object; settings_version: number }) =>
  builtInKinds[type].fill(settings, settings_version) as Settings

const sessionsOf = (games: FrozenGames) => Object.values(games).flatMap(({ session }) => session ?? [])

const withSessions = (games: FrozenGames, sessions: readonly Game[]): FrozenGames =>
  Object.fromEntries(
    Object.entries(games).map(([scoreboard, shown]) => [
      scoreboard,
      { ...shown, session: sessions.find(({ id }) => id === shown.session?.id) ?? null },
    ]),
  )

/** The games that a streamboard shows its owner now. Throws 404. */
async function gamesNow(live: LiveStates, id: number, ownerId: number): Promise<FrozenGames> {
  const { channel } = await live.open(type, id, { type: 'user', userId: ownerId }, undefined)
  const { data } = channel.shown!.body as { data: StreamboardScores['data'] }
  return Object.fromEntries(
    data.map(({ scoreboard, venuemachine_id, session }) => [scoreboard, { venuemachine_id, session }]),
  )
}

/** What owners change in the middle of a show: names, looks, hidden, frozen, and the queue of matches. The last one who changes a field has it. */
export class StreamControls {
  constructor(private readonly dependencies: ControlDependencies) {}

  /** Throws 403, 404. */
  async get(id: number, ownerId: number): Promise<StreamControl> {
    const { db } = this.dependencies
    const board = await readBoard(db, { type, id })
    if (board?.owner_id !== ownerId) throw refusal(board, refusedEdit)
    return { ...(await readControl(db, id)), config_json: settingsOf(board).config_json }
  }

  /** A change that its panel has changed again since does nothing. Throws 400, 403, 404. */
  async change(id: number, ownerId: number, { panel, ...change }: NumberedChange): Promise<StreamControl> {
    const { db, changes, live, holdNames } = this.dependencies
    // Before the transaction, which is not to wait for anything else.
    const games = change.is_frozen ? await gamesNow(live, id, ownerId) : undefined
    const control = await writing(db, async (trx) => {
      const board = await lockBoard(trx, { type, id }, ownerId, ['settings', 'settings_version'])
      if (!board) throw refusal(await findBoard(trx, type, id), refusedEdit)
      const settings = settingsOf(board)
      const panels = panel && (await readPanels(trx, id))
      if (panels && isLate(panels, panel)) return { ...(await readControl(trx, id)), config_json: settings.config_json }
      const config_json = parse(StreamboardConfig, controlled(settings.config_json, change))
      if (JSON.stringify(config_json) !== JSON.stringify(settings.config_json))
        await writeSettings(trx, id, ownerId, { ...settings, config_json })
      const frozen = games && withSessions(games, await holdNames(trx, sessionsOf(games)))
      return { ...(await writeControl(trx, id, change, frozen, panels && withLast(panels, panel))), config_json }
    })
    changes.announce({ type, id, reason: 'controlled' })
    return control
  }
}
