import type { SentEntry } from '@multiball/shared/api'
import { testSessionMark } from '@multiball/shared/schema'

type Moment = Omit<SentEntry, 'session_uuid' | 'session_sequence' | 'active' | 'current_player'>

/** A short game for one player, moment by moment. */
export const testGameMoments: readonly Moment[] = [
  { current_ball: 1, current_p1_score: 0 },
  { current_ball: 1, current_p1_score: 1_250 },
  { current_ball: 1, current_p1_score: 18_770 },
  { current_ball: 2, current_p1_score: 42_310, game_modes: ['MB{green}:Multiball'] },
  { current_ball: 2, current_p1_score: 96_040, game_modes: ['MB{green}:Multiball', 'XX{orange}:Test game'] },
  { current_ball: 3, current_p1_score: 131_500 },
  { current_ball: 3, current_p1_score: 250_000, game_modes: ['EB{red}:Extra Ball'] },
]

const betweenMs = 1_300

interface TestGameDeps {
  entry(entry: SentEntry): Promise<void>
  /** ends the game so that it counts nowhere */
  started(): Promise<void>
  wait(ms: number): Promise<void>
  newUuid(): string
  /** told of each moment that the server has taken */
  onMoment(score: number): void
}

/** Plays the test game as a machine would. Throws what the calls throw; the game ends either way. */
export async function playTestGame({ entry, started, wait, newUuid, onMoment }: TestGameDeps): Promise<void> {
  const session_uuid = newUuid()
  try {
    for (const [at, moment] of testGameMoments.entries()) {
      if (at > 0) await wait(betweenMs)
      await entry({ session_uuid, session_sequence: at + 1, active: true, current_player: 1, ...moment })
      onMoment(moment.current_p1_score)
    }
    await wait(betweenMs)
  } finally {
    await started()
  }
}

/** 32 hex digits; there is no crypto.randomUUID on a page without https. */
export const newSessionUuid = (): string => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** One that says what is played: boards show a test game as such, and it counts nowhere. */
export const newTestSession = (): string => testSessionMark + newSessionUuid().slice(testSessionMark.length)
