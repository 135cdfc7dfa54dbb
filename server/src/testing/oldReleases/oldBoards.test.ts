import { restoreBackup } from '../../backup/restoreBackup'
import { call, useTestDatabase } from '..'
import { boards, rounds } from './calls'
import { askNow, backupOfBoards, expectStill, logIn, recorded, withApp } from './oldBoards'

const database = useTestDatabase()

beforeAll(() => restoreBackup(database.url, backupOfBoards))

test('OPS-07 API-11 what boards, TVs and machines answered to an earlier release, they answer still', async () => {
  const [reads = []] = rounds
  // Of the first round, which only reads, some of all kinds, and all of TVs, which are seen by what they ask.
  const isSome = (_one: unknown, at: number) => at % 29 === 0 || reads[at]?.tv !== undefined
  expectStill(await askNow(database.db, [reads.filter(isSome)]), recorded.slice(0, reads.length).filter(isSome))
})

test('OPS-07 a new board gets a number that no board of its type has or had', () =>
  withApp(database.db, async (app) => {
    const token = await logIn(app, 'maria')
    const items = [
      { item_type: 'scoreboard', item_id: 1 },
      { item_type: 'scoreboard', item_id: 2 },
    ]
    const bodies: Record<keyof typeof boards, object> = {
      scoreboard: { venuemachine_items: [{ venuemachine: 1 }] },
      leaderboard: { items: [{ type: 'venuemachine', id: 1 }] },
      comboboard: { items },
      slideshow: { items },
      streamboard: { scoreboard_items: [{ scoreboard: 1 }] },
    }
    for (const [type, last] of Object.entries(boards)) {
      for (const title of ['New', 'Newer']) {
        const made = await call(app, 'POST', `/api/${type}/`, {
          token,
          body: { title, ...bodies[type as keyof typeof boards] },
        })
        expect(made.status).toBe(201)
        expect((made.body as { id: number }).id).toBeGreaterThan(last)
      }
    }
  }))
