import { addVenueMachine, postState, type Owner } from './account'

/** What an owner has who uses every board type: the id of one board of each, by type. */
export type OneOfEach = Record<'scoreboard' | 'leaderboard' | 'comboboard' | 'slideshow' | 'streamboard', number>

/** Two machines of one owner, and one public board of each type that shows them. */
export async function makeOneOfEach(owner: Owner): Promise<OneOfEach> {
  const make = async (type: keyof OneOfEach, body: object) =>
    (await owner.call<{ id: number }>('POST', `/api/${type}/`, { is_public: true, ...body })).id
  const [bar, window] = [
    await addVenueMachine(owner, 'The Back Room', 'Medieval'),
    await addVenueMachine(owner, 'Window', 'Monster Bash'),
  ]
  const scoreboard = await make('scoreboard', { title: 'Lobby wall', venuemachine_items: [{ venuemachine: bar }] })
  const other = await make('scoreboard', { title: 'Window screen', venuemachine_items: [{ venuemachine: window }] })
  const leaderboard = await make('leaderboard', { title: 'House records', items: [{ id: bar, type: 'venuemachine' }] })
  const items = [
    { item_type: 'scoreboard', item_id: scoreboard },
    { item_type: 'scoreboard', item_id: other },
    { item_type: 'leaderboard', item_id: leaderboard },
  ]
  return {
    scoreboard,
    leaderboard,
    comboboard: await make('comboboard', { title: 'Back wall', items }),
    slideshow: await make('slideshow', {
      title: 'Round and round',
      items: items.map((screen) => ({ ...screen, duration: 10 })),
    }),
    streamboard: await make('streamboard', { title: 'Tournament stream', scoreboard_items: [{ scoreboard }] }),
  }
}

/** Begins a game on the machine of a scoreboard; what it returns posts the next state of it, with this score. */
export async function playOn(url: string, owner: Owner, scoreboard: number): Promise<(score: number) => Promise<void>> {
  const { venuemachine_items: items } = await owner.call<{ venuemachine_items: { venuemachine: number }[] }>(
    'GET',
    `/api/scoreboard/${scoreboard}/`,
  )
  const { key } = await owner.call<{ key: string }>('POST', `/api/venuemachine/${items[0]!.venuemachine}/device_key/`)
  const session = crypto.randomUUID()
  let sequence = 0
  return (score) =>
    postState(url, key, {
      session_uuid: session,
      session_sequence: (sequence += 1),
      current_ball: 1,
      current_p1_score: score,
    })
}
