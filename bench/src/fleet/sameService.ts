import { readFileSync } from 'node:fs'
import { messageOf } from '../live/message'
import type { fourPlayerEntry } from '../rig'

/*
 * What both peers promise of a post, whatever they are made of: its entry is checked and stored in a group (one commit in
 * flight, what arrives then is the next group), it is answered after its commit, and its machine's whole state is shown at
 * most every 50 ms. They know no venues, claims, privacy, ranks or traces.
 */

type Entry = ReturnType<typeof fourPlayerEntry>

const pauseMs = 50

export const tableOf = (name: string): string => `create table if not exists ${name} (
  machine int, session uuid, sequence bigint, player int, ball int, scores bigint[], modes text[], updated_at timestamptz,
  primary key (machine, session))`

/** Stores a group, which is a text of JSON. */
export const storeIn = (name: string): string => `insert into ${name}
  select machine, session, sequence, player, ball, scores, modes, now() from json_to_recordset($1::text::json)
    as r(machine int, session uuid, sequence bigint, player int, ball int, scores bigint[], modes text[])
  on conflict (machine, session) do update set sequence = excluded.sequence, player = excluded.player, ball = excluded.ball,
    scores = excluded.scores, modes = excluded.modes, updated_at = excluded.updated_at
  where ${name}.sequence < excluded.sequence`

const isScore = (score: unknown) => Number.isSafeInteger(score) && (score as number) >= 0
const isSmall = (number: unknown) => Number.isInteger(number) && (number as number) >= 1 && (number as number) <= 9
const scoresOf = (entry: Entry) => [
  entry.current_p1_score,
  entry.current_p2_score,
  entry.current_p3_score,
  entry.current_p4_score,
]
const isEntry = (entry: Entry) =>
  /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(entry.session_uuid) &&
  isScore(entry.session_sequence) &&
  scoresOf(entry).every(isScore) &&
  isSmall(entry.current_ball) &&
  isSmall(entry.current_player) &&
  Array.isArray(entry.game_modes) &&
  entry.game_modes.every((mode) => typeof mode === 'string' && mode.length <= 100)

function parse(body: string): Entry | undefined {
  try {
    const entry = JSON.parse(body) as Entry
    return isEntry(entry) ? entry : undefined
  } catch {
    return undefined
  }
}

/** What a viewer is sent of a board, by the address of its socket. */
export const boardIn = (address = ''): number => Number(/\/scoreboard\/(\d+)\//.exec(address)?.[1])

/**
 * @param boardsFile JSON: the board of each machine's key
 * @param store resolves once the group is committed
 */
export function sameService(
  boardsFile: string,
  store: (rows: string) => Promise<unknown>,
  show: (board: number, text: string) => void,
) {
  const boards = new Map(Object.entries(JSON.parse(readFileSync(boardsFile, 'utf8')) as Record<string, number>))
  const states = new Map<number, string>()
  const pausing = new Set<number>()
  const stale = new Set<number>()
  let gathering: { rows: Map<number, object>; committed: Promise<void> } | undefined
  let writing: Promise<unknown> = Promise.resolve()

  function put(machine: number, row: object): Promise<void> {
    if (!gathering) {
      const group = { rows: new Map<number, object>(), committed: Promise.resolve() }
      const write = () => {
        gathering = undefined
        return store(JSON.stringify([...group.rows.values()]))
      }
      group.committed = writing.then(write).then(() => {})
      writing = group.committed.catch(() => {})
      gathering = group
    }
    gathering.rows.set(machine, row)
    return gathering.committed
  }

  function showSoon(board: number) {
    if (pausing.has(board)) return void stale.add(board)
    show(board, states.get(board)!)
    pausing.add(board)
    setTimeout(() => {
      pausing.delete(board)
      if (stale.delete(board)) showSoon(board)
    }, pauseMs)
  }

  return {
    stateOf: (board: number): string => states.get(board) ?? '{}',
    /** Resolves with the answer's status, once the entry is stored. */
    async post(authorization: string | null | undefined, body: string): Promise<number> {
      const board = boards.get(authorization?.slice('Token '.length) ?? '')
      if (board === undefined) return 401
      const entry = parse(body)
      if (!entry) return 400
      const { session_uuid: session, session_sequence: sequence, current_player: player, current_ball: ball } = entry
      await put(board, {
        machine: board,
        session,
        sequence,
        player,
        ball,
        scores: scoresOf(entry),
        modes: entry.game_modes,
      })
      states.set(board, JSON.stringify(messageOf(entry)))
      showSoon(board)
      return 200
    },
  }
}
