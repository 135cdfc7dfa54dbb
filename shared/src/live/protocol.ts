import { isLiveBoardType, liveName, LiveMessage, scoresSchema, type GetScores, type ScoresOf } from '@multiball/shared/schema'
import * as v from 'valibot'
import type { BoardAddress } from './address'

/** The message that asks for a board's scores, sent when its socket opens; `token` is that of who is signed in. */
export function getScoresMessage({ type, id, key }: BoardAddress, token?: string): string {
  const message: v.InferInput<typeof GetScores> = { type: 'GET_SCORES', name: liveName(type, id), ...(key && { key }), ...(token && { token }) }
  return JSON.stringify(message)
}

const fromJson = v.pipe(v.string(), v.parseJson(), LiveMessage)

/** What a socket's text means for one board. */
export type Reading =
  | { type: 'scores'; scores: ScoresOf }
  | { type: 'refused'; status: number; detail: string }
  | { type: 'ignored'; reason: string }

/** Reads one text of the board's socket; what it does not understand is `ignored`, with the reason. */
export function readMessage(text: string, address: BoardAddress): Reading {
  const { success, output: message } = v.safeParse(fromJson, text)
  if (!success) return { type: 'ignored', reason: 'not a live message' }
  if (message.type === 'UNKNOWN') return { type: 'ignored', reason: 'type UNKNOWN' }
  if (message.name !== liveName(address.type, address.id)) return { type: 'ignored', reason: 'of another board' }
  switch (message.type) {
    case 'SCORES': {
      const state = isLiveBoardType(address.type) ? v.safeParse(scoresSchema(address.type), message) : undefined
      return state?.success ? { type: 'scores', scores: state.output } : { type: 'ignored', reason: `not a state of a ${address.type}` }
    }
    case 'ERROR':
      return { type: 'refused', status: message.status, detail: message.detail }
  }
}

/** A log that says everything once: a server that repeats itself 20 times a second must not fill the console. */
export function onceEach(log: (text: string) => void): (text: string) => void {
  const said = new Set<string>()
  return (text) => {
    if (said.has(text)) return
    said.add(text)
    log(text)
  }
}
