import { randomBytes } from 'node:crypto'
import { openSync, writeSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { postEntry } from '@multiball/e2e/account'
import type { Machine } from '../ingest/load'

/*
 * Devices, in a process of their own. Each plays short games, posts each state until it is acknowledged, and records what
 * it posts and what was acknowledged. When told to stop, it finishes the current state.
 */

export interface Orders {
  url: string
  folder: string
  machines: Machine[]
  /** between two posts of one device, ms */
  everyMs: number
}

const postTimeoutMs = 10_000
const retryMs = 200
/** each device has its own range of scores, so that no two games share one */
const scoresOfADevice = 10_000_000

let isOver = false

async function post(url: string, key: string, body: object): Promise<boolean> {
  try {
    return (await postEntry(url, key, body, AbortSignal.timeout(postTimeoutMs))) === 200
  } catch {
    return false
  }
}

async function play({ url, folder, everyMs }: Orders, { key }: Machine, device: number): Promise<void> {
  const file = openSync(path.join(folder, `${device}.log`), 'a')
  await wait((everyMs / 50) * (device % 50))
  for (let game = 1; !isOver; game += 1) {
    const score = (device + 1) * scoresOfADevice + game
    const session_uuid = randomBytes(16).toString('hex')
    // One device in five reports the start of the game first, the others only its result.
    const states = device % 5 === 0 ? [{ session_sequence: 1, current_p1_score: 1 }] : []
    for (const state of [...states, { session_sequence: 2, current_p1_score: score, active: false }]) {
      const isFinal = 'active' in state
      if (isFinal) writeSync(file, `sent ${score}\n`)
      while (!(await post(url, key, { session_uuid, ...state }))) await wait(retryMs)
      if (isFinal) writeSync(file, `acknowledged ${score}\n`)
      await wait(everyMs)
    }
  }
}

process.on('message', (message: Orders | 'stop') => {
  if (message === 'stop') isOver = true
  else
    void Promise.all(message.machines.map((machine, device) => play(message, machine, device))).then(() =>
      process.send!('done'),
    )
})
process.on('disconnect', () => process.exit())
process.send!('ready')
