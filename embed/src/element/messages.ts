import { connections, errorCodes, type EmbedEvents, type OnEvent } from '../contract'
import type { Wanted } from './readAttributes'

type Loose = Record<string, unknown>

const isRecord = (value: unknown): value is Loose => typeof value === 'object' && value !== null
const isSize = (value: unknown): value is number => typeof value === 'number' && value > 0 && value < 32_768
const isText = (value: unknown): value is string => typeof value === 'string' && value.length < 1000
const has = <One extends string>(values: readonly One[], value: unknown): value is One => values.includes(value as One)

/** What each event of a frame brings, read anew: nothing else of a message goes on. */
const readers: { [Name in keyof EmbedEvents]: (detail: Loose, wanted: Wanted) => EmbedEvents[Name] | undefined } = {
  ready: ({ title }, { type, board }) => (isText(title) ? { type, board, title } : undefined),
  score({ seq, players }, { type, board }) {
    if (typeof seq !== 'number') return undefined
    if (!Array.isArray(players)) return { type, board, seq }
    const read = players.slice(0, 6).flatMap((player) => (isRecord(player) ? [{ name: isText(player.name) ? player.name : null, score: String(player.score) }] : []))
    return { type, board, seq, players: read }
  },
  state: ({ connection, asOf }) => (has(connections, connection) ? { connection, asOf: typeof asOf === 'number' ? asOf : undefined } : undefined),
  resize: ({ width, height }) => (isSize(width) && isSize(height) ? { width, height } : undefined),
  error: ({ code, message }) => (has(errorCodes, code) && isText(message) ? { code, message } : undefined),
}

/** Tells what a message of our own frame says; whatever else it is, nothing happens. */
export function readMessage(message: unknown, wanted: Wanted, tell: OnEvent): void {
  if (!isRecord(message) || message.multiball !== 1 || !isRecord(message.detail)) return
  const name = message.event
  if (typeof name !== 'string' || !Object.keys(readers).includes(name)) return
  const detail = readers[name as keyof EmbedEvents](message.detail, wanted)
  if (detail) tell(name as keyof EmbedEvents, detail)
}
