import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { withSession } from '../../backup/tables'
import { password, people } from './calls'

/** Sends one call to a running server. Throws for what is refused. */
async function send<Answer = { id: number }>(
  url: string,
  method: string,
  path: string,
  { token, scheme = 'Token', body }: { token?: string; scheme?: string; body?: object | FormData } = {},
) {
  const isForm = body instanceof FormData
  const answer = await fetch(url + path, {
    method,
    headers: {
      ...(token && { authorization: `${scheme} ${token}` }),
      ...(body && !isForm && { 'content-type': 'application/json' }),
    },
    body: isForm ? body : body && JSON.stringify(body),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
  return (text === '' ? {} : JSON.parse(text)) as Answer
}

const hashOf = (token: string) => `\\x${createHash('sha256').update(token).digest('hex')}`

/**
 * Fills the database of an earlier release through its calls: boards of every type, which name machines, titles, groups,
 * players, pictures and each other, of two owners; with TVs, claims, and boards that lost what they named. What is drawn
 * at random (keys, tokens) and what would differ from day to day (when games were) is set to fixed values afterwards.
 */
export async function fill(url: string, databaseUrl: string): Promise<void> {
  const query = (text: string, values: unknown[] = []) =>
    withSession(databaseUrl, undefined, (client) => client.query(text, values))

  const ids: number[] = []
  const tokens: string[] = []
  for (const [username, names] of Object.entries(people)) {
    const { id } = await send(url, 'POST', '/api/account/register/', {
      body: { username, password, email: `${Buffer.from(username).toString('hex')}@example.org`, ...names },
    })
    ids.push(id)
    tokens.push((await send<{ token: string }>(url, 'POST', '/api/auth/', { body: { username, password } })).token)
  }
  const [maria, jürgen] = tokens as [string, string]
  const [mariaId, jürgenId, annId] = ids as [number, number, number]

  async function addMachine(token: string, venue: number, search: string) {
    const { results } = await send<{ results: { id: number }[] }>(
      url,
      'GET',
      `/api/machines/?search=${encodeURIComponent(search)}&limit=1`,
      { token },
    )
    const title = results[0]!.id
    const { id } = await send(url, 'POST', '/api/venuemachine/', { token, body: { venue, machine: title } })
    const { key } = await send<{ key: string }>(url, 'POST', `/api/venuemachine/${id}/device_key/`, { token })
    return { id, key, title }
  }
  const arcade = await send(url, 'POST', '/api/venue/', { token: maria, body: { name: 'Silver Ball Arcade' } })
  const cellar = await send(url, 'POST', '/api/venue/', { token: jürgen, body: { name: 'Jürgens Keller' } })
  const medieval = await addMachine(maria, arcade.id, 'Medieval Madness')
  const mars = await addMachine(maria, arcade.id, 'Attack from Mars')
  const second = await addMachine(maria, arcade.id, 'Medieval Madness')
  const retired = await addMachine(maria, arcade.id, 'Twilight Zone')
  const cellarMars = await addMachine(jürgen, cellar.id, 'Attack from Mars')
  const cellarAddams = await addMachine(jürgen, cellar.id, 'Addams Family')
  const { results: groups } = await send<{ results: { id: string }[] }>(
    url,
    'GET',
    '/api/machinegroups/?search=Medieval&limit=1',
    { token: maria },
  )
  const group = groups[0]!.id

  let games = 0
  async function play(
    { id, key }: { id: number; key: string },
    scores: string[],
    { claims = {}, isOver = true }: { claims?: Record<number, number>; isOver?: boolean } = {},
  ) {
    games += 1
    const session_uuid = `00000000-0000-4000-8000-${String(games).padStart(12, '0')}`
    for (const sequence of [1n, 2n, 3n]) {
      const shares = Object.fromEntries(
        scores.map((score, slot) => [`current_p${slot + 1}_score`, String((BigInt(score) * sequence) / 3n)]),
      )
      if (sequence === 3n) {
        // Only the demo of that time could claim a slot.
        for (const [position, user] of Object.entries(claims)) {
          await query(
            'insert into game_claims (game_id, position, user_id) select max(id), $2, $3 from games where venue_machine_id = $1',
            [id, Number(position), user],
          )
        }
      }
      await send(url, 'POST', '/api/entry/', {
        token: key,
        body: {
          session_uuid,
          session_sequence: Number(sequence),
          current_player: 1,
          current_ball: Number(sequence),
          active: sequence < 3n || !isOver,
          game_modes: ['MB{red}:Castle "Multiball"'],
          ...shares,
        },
      })
    }
  }
  await play(medieval, ['1284906530', '38914220'], { claims: { 1: jürgenId } })
  await play(medieval, ['9007199254740993'])
  await play(second, ['74000000', '12000000', '9000000', '1000'], { claims: { 1: annId, 2: mariaId } })
  await play(mars, ['500000', '400000', '300000', '200000'], { claims: { 1: mariaId, 3: annId } })
  await play(retired, ['66000'])
  await play(cellarMars, ['700000', '650000'], { claims: { 2: jürgenId } })
  await play(cellarMars, ['710000'], { claims: { 1: annId } })
  await play(cellarAddams, ['123456789'], { claims: { 1: jürgenId } })
  await play(mars, ['77000'], { isOver: false })

  const make = async (token: string, type: string, body: object) =>
    (await send(url, 'POST', `/api/${type}/`, { token, body })).id
  const remove = (token: string, type: string, id: number) => send(url, 'DELETE', `/api/${type}/${id}/`, { token })
  const machines = (...some: { id: number }[]) => some.map(({ id }, at) => ({ venuemachine: id, order: at + 1 }))

  // From here on its machine is open to others.
  const frontWindow = await make(maria, 'scoreboard', {
    title: 'Front window',
    is_public: true,
    venuemachine_items: machines(medieval),
  })

  const counts = (...some: { id: number }[]) => some.map(({ id }, order) => ({ type: 'venuemachine', id, order }))
  const allTime = await make(maria, 'leaderboard', {
    title: 'All time',
    is_public: true,
    items: counts(medieval, mars),
    background_color: '#112233',
    items_per_list: 3,
  })
  const closedRanking = await make(maria, 'leaderboard', {
    title: 'Of the house',
    is_public: false,
    display_title: false,
    leaderboard_machine_type: 'selected',
    filter_by_venuemachines: true,
    venuemachines: [medieval.id, second.id],
    items: [
      { type: 'machinegroup', id: group, order: 2 },
      { type: 'machine', id: mars.title, order: 1 },
      { type: 'venuemachine', id: mars.id, order: 3 },
    ],
  })
  await make(maria, 'leaderboard', {
    title: 'The box of 2024',
    is_public: true,
    items: counts(medieval, mars, second),
    leaderboard_time_type: 'time_box',
    score_start_time: '2024-05-01T03:00:00Z',
    score_end_time: '2024-05-01T06:00:00Z',
  })
  await make(maria, 'leaderboard', {
    title: 'Friends',
    is_public: true,
    items: counts(medieval, mars, second),
    one_score_per_player: true,
    leaderboard_player_type: 'invited',
    players: [annId, jürgenId],
  })
  await make(maria, 'leaderboard', {
    title: 'This hour in Denver',
    is_public: false,
    items: counts(medieval),
    leaderboard_time_type: 'last_calendar',
    last_time_bucket: 'hour',
    last_time_timezone: 'America/Denver',
    last_time_count: 7,
  })
  await make(maria, 'leaderboard', {
    title: 'A hundred years',
    is_public: true,
    items: counts(second),
    leaderboard_time_type: 'last_rolling',
    last_time_count: 36_500,
  })
  const titles = await make(jürgen, 'leaderboard', {
    title: 'All time',
    is_public: true,
    items: [
      { type: 'machine', id: mars.title, order: 0 },
      { type: 'machinegroup', id: group, order: 1 },
    ],
  })
  await make(jürgen, 'leaderboard', {
    title: 'Keller',
    is_public: false,
    items: counts(cellarMars, cellarAddams, medieval),
  })
  const goneRanking = await make(maria, 'leaderboard', { title: 'Taken down', is_public: true, items: counts(mars) })

  const backOffice = await make(maria, 'scoreboard', {
    title: 'Back office',
    is_public: false,
    background_color: '#ABCDEF',
    display_title: false,
    enablePlayerRank: true,
    high_density: true,
    venuemachine_items: machines(mars, medieval),
  })
  await make(maria, 'scoreboard', {
    title: 'Idle “wall” & <b>more</b>',
    is_public: true,
    leaderboard: allTime,
    idle_leaderboard_show: true,
    idle_leaderboard_sec: 25,
    idle_scoreboard_sec: 86_400,
    venuemachine_items: machines(mars, second),
  })
  const four = await make(maria, 'scoreboard', {
    title: 'zig zag',
    is_public: true,
    idle_hotgame_show: true,
    idle_hotgame_type: 3,
    venuemachine_items: [
      { venuemachine: retired.id, order: 9 },
      { venuemachine: second.id, order: 5 },
      { venuemachine: medieval.id, order: 5 },
      { venuemachine: mars.id, order: 0 },
    ],
  })
  await make(maria, 'scoreboard', {
    title: 'Closed, with a closed ranking',
    is_public: false,
    leaderboard: closedRanking,
    idle_leaderboard_show: true,
    venuemachine_items: machines(second),
  })
  const keller = await make(jürgen, 'scoreboard', {
    title: 'Keller',
    is_public: true,
    leaderboard: titles,
    idle_leaderboard_show: true,
    venuemachine_items: machines(cellarMars, medieval),
  })
  const kellerClosed = await make(jürgen, 'scoreboard', {
    title: 'Keller, zu',
    is_public: false,
    venuemachine_items: machines(cellarAddams),
  })
  const willClose = await make(maria, 'scoreboard', {
    title: 'Closed later',
    is_public: true,
    venuemachine_items: machines(mars),
  })
  const willGo = await make(maria, 'scoreboard', {
    title: 'Gone later',
    is_public: true,
    leaderboard: goneRanking,
    idle_leaderboard_show: true,
    venuemachine_items: machines(second),
  })
  const namedRanking = await make(maria, 'scoreboard', {
    title: 'Its ranking goes',
    is_public: true,
    leaderboard: goneRanking,
    idle_leaderboard_show: true,
    venuemachine_items: machines(second),
  })

  const parts = (...some: [string, number][]) =>
    some.map(([item_type, item_id], order) => ({ item_type, item_id, order }))
  const combo = await make(maria, 'comboboard', {
    title: 'Wall',
    is_public: true,
    background_color: '#fff',
    items: parts(
      ['scoreboard', frontWindow],
      ['leaderboard', allTime],
      ['scoreboard', backOffice],
      ['scoreboard', willGo],
    ),
  })
  await make(maria, 'comboboard', {
    title: 'Dense',
    is_public: false,
    high_density: true,
    items: parts(
      ['leaderboard', closedRanking],
      ['scoreboard', frontWindow],
      ['scoreboard', backOffice],
      ['scoreboard', four],
      ['leaderboard', allTime],
      ['scoreboard', namedRanking],
      ['scoreboard', willClose],
    ),
  })
  const kellerCombo = await make(jürgen, 'comboboard', {
    title: 'Wall',
    is_public: true,
    items: parts(['scoreboard', willClose], ['scoreboard', keller], ['scoreboard', kellerClosed]),
  })
  const halved = await make(jürgen, 'comboboard', {
    title: 'Lost one of two',
    is_public: true,
    items: parts(['scoreboard', willGo], ['scoreboard', keller]),
  })
  const goneCombo = await make(jürgen, 'comboboard', {
    title: 'Taken down',
    is_public: true,
    items: parts(['scoreboard', keller], ['scoreboard', frontWindow]),
  })

  async function upload(token: string, width: number) {
    const form = new FormData()
    const picture = await sharp({ create: { width, height: 8, channels: 3, background: { r: width, g: 20, b: 20 } } })
      .png()
      .toBuffer()
    form.set('image', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'picture.png')
    return (await send(url, 'POST', '/api/slideshow_image/', { token, body: form })).id
  }
  const poster = await upload(maria, 12)
  await upload(maria, 13)
  const kellerPoster = await upload(jürgen, 14)

  const slides = (...some: [string, number, number][]) =>
    some.map(([item_type, item_id, duration], order) => ({ item_type, item_id, duration, order }))
  await make(maria, 'slideshow', {
    title: 'Evening',
    is_public: true,
    items: slides(
      ['scoreboard', frontWindow, 5],
      ['slideshowimage', poster, 120],
      ['comboboard', combo, 30],
      ['leaderboard', allTime, 10],
      ['scoreboard', backOffice, 60],
      ['scoreboard', willGo, 5],
    ),
  })
  await make(maria, 'slideshow', {
    title: 'Night',
    is_public: false,
    items: slides(['leaderboard', closedRanking, 30], ['scoreboard', willClose, 5]),
  })
  await make(jürgen, 'slideshow', {
    title: 'Abend',
    is_public: true,
    items: slides(
      ['slideshowimage', kellerPoster, 10],
      ['scoreboard', willClose, 5],
      ['comboboard', kellerCombo, 60],
      ['comboboard', goneCombo, 60],
    ),
  })
  const halvedShow = await make(maria, 'slideshow', {
    title: 'Lost one of two',
    is_public: true,
    items: slides(['scoreboard', willGo, 5], ['slideshowimage', poster, 10]),
  })
  const goneShow = await make(maria, 'slideshow', {
    title: 'Taken down',
    is_public: true,
    items: slides(['scoreboard', frontWindow, 5], ['slideshowimage', poster, 10]),
  })

  const overrides = { playerName: ' Tilt 🎱 ', playerInfo: 'Rank 1', playerAddress: 'Oslo' }
  const stream = await make(maria, 'streamboard', {
    title: 'One up',
    is_public: true,
    scoreboard_items: [{ scoreboard: frontWindow, order: 1 }],
    config_json: {
      size: '1920x1080',
      layout: 'LowerThirdHorizontal',
      backgroundColor: '#010203',
      scoreboardsConfig: [{ numPlayers: 2, players: [overrides, {}] }],
    },
  })
  await make(maria, 'streamboard', {
    title: 'Two machines',
    is_public: false,
    scoreboard_items: [
      { scoreboard: willGo, order: 2 },
      { scoreboard: frontWindow, order: 1 },
    ],
    config_json: { type: 'multiUp', layout: 'TwoCamHeadToHead' },
  })
  await make(jürgen, 'streamboard', { title: 'Stream', scoreboard_items: [{ scoreboard: willClose }] })
  const goneStream = await make(maria, 'streamboard', {
    title: 'Taken down',
    scoreboard_items: [{ scoreboard: frontWindow }],
  })

  // Numbers of boards that are gone are not given again.
  const goneBoard = await make(maria, 'scoreboard', {
    title: 'Taken down',
    is_public: true,
    venuemachine_items: machines(medieval),
  })

  const site = (token: string, type: string, id: number, ...sites: string[]) =>
    send(url, 'PUT', `/api/${type}/${id}/embed/`, { token, body: { sites } })
  await site(maria, 'scoreboard', frontWindow, 'https://partner.example', 'https://*.example.net:8443')
  await site(maria, 'leaderboard', closedRanking, 'https://partner.example')
  await site(jürgen, 'comboboard', kellerCombo, 'https://keller.example')
  await site(maria, 'slideshow', halvedShow, 'https://partner.example')
  await site(maria, 'streamboard', stream, 'http://localhost:9000')

  const tvBoards: [string, { type: string; id: number }][] = [
    [maria, { type: 'scoreboard', id: backOffice }],
    [maria, { type: 'leaderboard', id: closedRanking }],
    [maria, { type: 'comboboard', id: combo }],
    [maria, { type: 'slideshow', id: halvedShow }],
    [maria, { type: 'streamboard', id: stream }],
    [maria, { type: 'scoreboard', id: frontWindow }],
    [maria, { type: 'scoreboard', id: goneBoard }],
    [jürgen, { type: 'scoreboard', id: keller }],
  ]
  for (const [at, [token, board]] of tvBoards.entries()) {
    const { code } = await send<{ code: string }>(url, 'POST', '/api/tv/code/')
    const { id } = await send(url, 'POST', '/api/tv/', { token, body: { code, name: `TV ${at + 1}`, board } })
    if (at === 0) await send(url, 'POST', `/api/tv/${id}/reload/`, { token })
  }

  const change = (token: string, type: string, id: number, body: object) =>
    send(url, 'PATCH', `/api/${type}/${id}/`, { token, body })
  await change(maria, 'scoreboard', frontWindow, { high_density: true })
  await change(jürgen, 'comboboard', halved, { background_color: '#0f0' })
  await change(maria, 'scoreboard', willClose, { is_public: false })
  await remove(maria, 'scoreboard', willGo)
  await remove(maria, 'scoreboard', goneBoard)
  await remove(maria, 'leaderboard', goneRanking)
  await remove(jürgen, 'comboboard', goneCombo)
  await remove(maria, 'slideshow', goneShow)
  await remove(maria, 'streamboard', goneStream)
  await remove(maria, 'venuemachine', retired.id)

  for (const type of ['scoreboard', 'leaderboard', 'comboboard', 'slideshow', 'streamboard'])
    await query(`update ${type}s set viewer_key = 'key-of-${type}-' || id`)
  for (const at of tvBoards.keys())
    await query('update tvs set token_hash = $2, last_seen_at = null where id = $1', [
      at + 1,
      hashOf(`token-of-tv-${at + 1}`),
    ])
  await query('delete from tokens')
  await query('delete from tv_pairings')
  // One game an hour.
  await query(
    `update games set started_at = timestamptz '2024-05-01 00:00Z' + id * interval '1 hour', updated_at = timestamptz '2024-05-01 00:30Z' + id * interval '1 hour', settled_at = case when settled_at is not null then timestamptz '2024-05-01 00:30Z' + id * interval '1 hour' end`,
  )
  await query(`update settled_scores s set settled_at = g.settled_at from games g where g.id = s.game_id`)
  await query(`update venue_machines set last_heard_at = null`)
}
