import { setTimeout as wait } from 'node:timers/promises'
import { addVenueMachine, postEntry, registerOwner } from '@multiball/e2e/account'
import { startProduct } from '@multiball/e2e/product'

const machines = 2
/** of a game */
const posts = 40

/** One of each kind. */
export const soakViewers = [
  'scoreboard with an idle leaderboard',
  'scoreboard with hot games',
  'leaderboard',
  'comboboard',
  'slideshow',
  'streamboard',
] as const
type SoakViewer = (typeof soakViewers)[number]

/** The real product with two machines. */
interface SoakRig {
  addressOf(viewer: SoakViewer): string
  /** one game on each machine, with so long between two posts */
  playGames(postEveryMs: number): Promise<void>
  stop(): Promise<void>
}

/** The scoreboards go through their idle screens, the slideshow through all other boards, each for so long. */
export async function startSoakRig(screenSeconds: number): Promise<SoakRig> {
  const { url, stop } = await startProduct({ LOG_LEVEL: 'error' })
  const owner = await registerOwner(url, 'soak')
  const ids: number[] = []
  const keys: string[] = []
  for (let made = 0; made < machines; made += 1) {
    ids.push(await addVenueMachine(owner, `Soak ${made}`, made === 0 ? 'Medieval' : 'Attack'))
    keys.push((await owner.call<{ key: string }>('POST', `/api/venuemachine/${ids[made]}/device_key/`)).key)
  }
  const make = async (type: string, body: object) =>
    (await owner.call<{ id: number }>('POST', `/api/${type}/`, { is_public: true, ...body })).id
  const leaderboard = await make('leaderboard', { title: 'Best', items: [{ id: ids[0], type: 'venuemachine' }] })
  const scoreboard = await make('scoreboard', {
    title: 'One',
    venuemachine_items: [{ venuemachine: ids[0] }],
    leaderboard,
    idle_leaderboard_show: true,
  })
  const hot = await make('scoreboard', {
    title: 'Other',
    venuemachine_items: [{ venuemachine: ids[1] }],
    idle_hotgame_show: true,
  })
  const items = [
    ['scoreboard', scoreboard],
    ['leaderboard', leaderboard],
    ['scoreboard', hot],
  ].map(([item_type, item_id], order) => ({ item_type, item_id, order }))
  const comboboard = await make('comboboard', { title: 'All', items })
  const slideshow = await make('slideshow', {
    title: 'Round',
    items: [...items, { item_type: 'comboboard', item_id: comboboard, order: 3 }].map((item) => ({
      ...item,
      duration: screenSeconds,
    })),
  })
  const streamboard = await make('streamboard', { title: 'Stream', scoreboard_items: [{ scoreboard }] })

  async function post(key: string, state: object) {
    const send = () => postEntry(url, key, state)
    // As machines do: a kept-alive connection may be closed at this very moment.
    await send().catch(send)
  }

  const paths: Record<SoakViewer, string> = {
    'scoreboard with an idle leaderboard': `scoreboards/${scoreboard}`,
    'scoreboard with hot games': `scoreboards/${hot}`,
    leaderboard: `leaderboards/${leaderboard}`,
    comboboard: `comboboards/${comboboard}`,
    slideshow: `slideshows/${slideshow}`,
    streamboard: `streamboards/${streamboard}`,
  }

  return {
    addressOf: (viewer) => `${url}/viewer/${paths[viewer]}`,
    async playGames(postEveryMs) {
      const sessions = keys.map(() => crypto.randomUUID())
      for (let moment = 1; moment <= posts; moment += 1) {
        const scores = Object.fromEntries(
          [1, 2, 3, 4].map((slot) => [`current_p${slot}_score`, moment * slot * 1_234_570]),
        )
        const game_modes = moment % 3 === 0 ? [`NA:Mode ${moment}`, 'MB:Multiball'] : ['MB:Multiball']
        const state = {
          session_sequence: moment,
          current_ball: 2,
          current_player: (moment % 4) + 1,
          active: moment !== posts,
          ...scores,
          game_modes,
        }
        await Promise.all([
          wait(postEveryMs),
          ...keys.map((key, at) => post(key, { session_uuid: sessions[at], ...state })),
        ])
      }
    },
    stop,
  }
}
