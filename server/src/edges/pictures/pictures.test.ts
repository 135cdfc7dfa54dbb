import { machineDisplays, type MomentCard } from '@multiball/shared/schema'
import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { notFound } from '../../ground/http/refusals'
import {
  call,
  makeComboboard,
  makeLeaderboard,
  makeScoreboard,
  makeSlideshow,
  makeStreamboard,
  makeUser,
  makeVenueMachine,
  useTestDatabase,
} from '../../testing'
import { buildWholeApp, type WholeApp } from '../../testing/wholeApp'
import { cleanText, pictureOf, sentenceOf, type BoardPicture } from './boardPicture'
import { drawDots } from './dots'
import { drawMoment } from './drawMoment'
import { drawPicture } from './drawPicture'
import { momentPictureOf, momentWordsOf } from './momentPicture'
import { Pictures, type LiveStates } from './pictures.service'
import { fontsFor } from './fonts'
import { outlines } from './texts'

const game = (scores: readonly (number | string)[], more: object = {}) => ({
  id: 1,
  venuemachine_id: 7,
  current_player: 1,
  current_ball: 2,
  settled_on: null,
  game_modes: ['MB:Multiball'],
  scores: scores.map((score, at) => ({
    position: at + 1,
    score,
    player:
      at === 0
        ? { id: 1, cached_display_name: 'Maria', initials: 'MAR', prefer_initials: false, profile_picture: null }
        : null,
  })),
  ...more,
})
const settings = {
  id: 1,
  title: 'Lobby',
  display_modes: true,
  items: [
    {
      order: 0,
      venuemachine: { id: 7, venue: { id: 1, name: 'The Silver Ball' }, machine: { id: 1, name: 'Firepower' } },
    },
  ],
}
const scoreboard = (data: readonly object[]) => pictureOf('scoreboard', { settings, body: { data } })

test.each([
  ['of a game that goes on', [game([12_345_670, 5])], 'Live now: Maria 12,345,670 · Ball 2'],
  [
    'of a guest who is up',
    [game([1, '9999999999999'], { current_player: 2 })],
    'Live now: Player 2 9,999,999,999,999 · Ball 2',
  ],
  [
    'of a game that is over',
    [game([1_284_906, 5], { settled_on: '2026-01-01T00:00:00Z', current_player: null, current_ball: null })],
    'Game over: Maria 1,284,906 on Firepower',
  ],
  ['of a test game', [game([96_040], { is_test: true })], 'Test game: Maria 96,040 on Firepower'],
  ['without a game', [], 'Live scores from The Silver Ball'],
])('SHR-03 the sentence %s', (_what, data, sentence) => expect(sentenceOf(scoreboard(data))).toBe(sentence))

test.each([
  ['TEST GAME', {}],
  ['TEST GAME OVER', { settled_on: '2026-01-01T00:00:00Z' }],
])('ATT-01 a picture says %s, on boards that show no modes too', (text, fields) => {
  for (const display_modes of [true, false]) {
    const { panels } = pictureOf('scoreboard', {
      settings: { ...settings, display_modes },
      body: { data: [game([96_040], { is_test: true, ...fields })] },
    })
    expect(panels).toMatchObject([{ banner: { text, color: '#ffe14d' } }])
  }
})

test('SHR-03 several boards are counted, and a ranking tells its best', () => {
  const boards = [1, 2].map((item_id, order) => ({ item_type: 'scoreboard', item_id, order, bootstrap: settings }))
  const combined = pictureOf('comboboard', {
    settings: { title: 'All', boards },
    body: { boards: boards.map(() => ({ sessions: [] })) },
  })
  expect(sentenceOf(combined)).toBe('Live scores of 2 boards from The Silver Ball')
  const ranking = pictureOf('leaderboard', {
    settings: { title: 'Best', items: [] },
    body: { data: [{ scores: [{ position: 1, score: 5000, player: null, settled_on: '' }] }] },
  })
  expect(sentenceOf(ranking)).toBe('Best score: Guest 5,000')
})

test.each([
  ['turned \u202Enodnol\u202C', 'turned nodnol'],
  ['a\u0000b\n c', 'ab c'],
  ['Z\u0337\u0348\u0353a', 'Za'],
  ['Ze\u0301', 'Zé'],
  ['x'.repeat(500), 'x'.repeat(80)],
])('SHR-02 a name is drawn without what nobody sees: %j', (given, shown) => expect(cleanText(given)).toBe(shown))

const nasty = ['<script>"&', '田中さくら', 'ทดสอบ', 'محمد', '김철수', 'नमस्ते']
const drawn: [string, BoardPicture][] = [
  [
    'a game of six with thirteen digits',
    scoreboard([
      {
        ...game(nasty.map(() => '9999999999990')),
        scores: nasty.map((name, at) => ({
          position: at + 1,
          score: '9999999999990',
          player: { cached_display_name: name, initials: '', prefer_initials: false },
        })),
      },
    ]),
  ],
  ['no game yet', scoreboard([])],
  [
    'a board that only its remote can draw',
    pictureOf('taplist', { settings: { title: 'Tap list' }, body: { feeds: {} } }),
  ],
]
test.each(drawn)('SHR-01 %s is a picture of 1200 by 630', async (_what, picture) => {
  const { format, width, height } = await sharp(await drawPicture(picture)).metadata()
  expect({ format, width, height }).toEqual({ format: 'png', width: 1200, height: 630 })
})

const momentCard = (more: Partial<MomentCard> = {}): MomentCard => ({
  ...{ id: 'venue_record:8:2', kind: 'venue_record', heading: 'House record', standing: '', game: 8, position: 2 },
  ...{ venuemachine: { id: 7, venue: { id: 1, name: 'The Silver Ball' }, machine: { id: 1, name: 'Firepower' } } },
  ...{ score: '505719942', place: 1, day: '2026-11-28', is_open: true, board: null },
  player: { id: 1, cached_display_name: 'Maria', initials: 'MAR', prefer_initials: false, profile_picture: null },
  previous: { score: 493_319_942, player: null },
  ...more,
})

test.each([...machineDisplays, null])('CRD-04 a card of a machine with %s has both its pictures', async (display) => {
  const { venuemachine } = momentCard()
  const machine = { ...venuemachine.machine, display }
  const picture = momentPictureOf(
    momentCard({
      venuemachine: { ...venuemachine, machine },
      score: '9999999999990',
      player: { id: 1, cached_display_name: 'नमस्ते', initials: '', prefer_initials: false, profile_picture: null },
    }),
  )
  const sizes = await Promise.all(
    (['wide', 'upright'] as const).map(async (form) => sharp(await drawMoment(picture, form)).metadata()),
  )
  expect(sizes.map(({ format, width, height }) => [format, width, height])).toEqual([
    ['png', 1200, 630],
    ['png', 1080, 1920],
  ])
})

test.each([
  [momentCard(), 'Maria at The Silver Ball, 28 November 2026. Before: 493,319,942.'],
  [momentCard({ player: null, previous: null }), 'At The Silver Ball, 28 November 2026.'],
])('CRD-05 what a link to a card says', (card, description) =>
  expect(momentWordsOf(card)).toEqual({ title: 'House record: 505,719,942 on Firepower', description }),
)

/** The colour of one px of a picture, `#rrggbb`. */
async function colorAt(picture: BoardPicture, left: number, top: number): Promise<string> {
  const pixel = await sharp(await drawPicture(picture))
    .removeAlpha()
    .extract({ left, top, width: 1, height: 1 })
    .raw()
    .toBuffer()
  return `#${pixel.toString('hex')}`
}

test.each([
  ['#123a7b', '#123a7b'],
  ['#fd4', '#ffdd44'],
  ['nonsense', '#000000'],
])('SHR-09 a board on %s is drawn on %s', async (background_color, ground) => {
  const picture = pictureOf('scoreboard', { settings: { ...settings, background_color }, body: { data: [] } })
  // Below the rays, which fade towards the foot.
  expect([picture.ground, await colorAt(picture, 2, 627)]).toEqual([ground, ground])
})

test.each([2, 3, 5])('SHR-01 %i boards fill their picture', async (count) => {
  const boards = Array.from({ length: count }, (_, order) => ({
    item_type: 'scoreboard',
    item_id: order + 1,
    order,
    bootstrap: settings,
  }))
  const combined = pictureOf('comboboard', {
    settings: { title: 'All', boards },
    body: { boards: boards.map(() => ({ sessions: [] })) },
  })
  // Low in the last cell of each row.
  expect([await colorAt(combined, 1140, count > 2 ? 330 : 560), await colorAt(combined, 1140, 560)]).toEqual([
    '#0d0c0b',
    '#0d0c0b',
  ])
})

test('SHR-02 a text may need more slices of faces than are kept', async () => {
  const subsets = JSON.parse(readFileSync(require.resolve('@fontsource/noto-sans-sc/unicode.json'), 'utf8')) as Record<
    string,
    string
  >
  const letters = Object.values(subsets).map((ranges) =>
    String.fromCodePoint(Number.parseInt(/[0-9a-f]+/i.exec(ranges.slice(2))![0], 16)),
  )
  const { fonts } = await fontsFor(letters.join(''))
  expect(fonts.length).toBeGreaterThan(100)
  expect(fonts.every(({ data }) => data.byteLength > 0)).toBe(true)
})

test('SHR-02 a name that is read from the right is never cut, and stays as it was where a longer one had no room', async () => {
  const line = (text: string, width: number) => ({ text, left: 0, middle: 0, width, size: 46, color: '#fff' })
  const outlineOf = async (text: string, width: number) => / d="([^"]*)"/.exec(await outlines([line(text, width)]))![1]
  const before = await outlineOf('محمد', 601)
  expect(await outlineOf('محمد الفارسي', 180)).toBe(await outlineOf('محمد الفارسي', 600))
  expect(await outlines([line('محمد الفارسي', 180)])).toMatch(/scale\(0\.\d+\)/)
  expect(await outlineOf('محمد', 602)).toBe(before)
})

test('SHR-09 a banner is the wall’s dot matrix, and plain letters where dots would be too small or lack a letter', () => {
  const field = { left: 0, top: 0, width: 360, height: 36 }
  const { shapes, patterns } = drawDots('Jo', field, '#4df08a')!
  // J and O are 11 dots wide in the middle of 120; the top of J is three dots next to each other.
  expect(shapes).toContain('M168 6h9v3h-9z')
  expect(patterns).toContain('id="on34df08a"')
  expect(drawDots('Long '.repeat(8), field, '#4df08a')).toBeUndefined()
  expect(drawDots('Большой', field, '#4df08a')).toBeUndefined()
})

describe('keeping', () => {
  const state = { version: '1', isPublic: true }
  const opened = () => {
    if (!state.isPublic) throw notFound()
    return {
      view: { version: state.version, access: { embed_sites: [] } },
      channel: { shown: { settings, body: { data: [] } } },
    }
  }
  const card = () => Promise.reject(notFound())
  const live: LiveStates = { openNow: () => undefined, open: async () => opened() }

  test('SHR-04 a picture is drawn once a minute, however many ask, and again when the board changes', async () => {
    const clock = { now: 1_000 }
    let count = 0
    const draw = async () => Buffer.from(String((count += 1)))
    const pictures = new Pictures({ live, slideshow: async () => undefined, card, draw, now: () => clock.now })
    const board = { type: 'scoreboard', id: 1 } as const
    await Promise.all([pictures.picture(board), pictures.picture(board), pictures.picture(board)])
    clock.now += 59_000
    expect(await pictures.picture(board)).toMatchObject({ png: Buffer.from('1'), freshSeconds: 1 })
    clock.now += 2_000
    expect(await pictures.picture(board)).toMatchObject({ png: Buffer.from('2'), freshSeconds: 60 })
    state.version = '2'
    expect((await pictures.picture(board)).png.toString()).toBe('3')
    state.isPublic = false
    await expect(pictures.picture(board)).rejects.toMatchObject({ status: 404 })
  })

  test('CRD-06 a picture of a card is drawn once, and again once anything on it is another; it is missing with its card', async () => {
    let shown: MomentCard | undefined = momentCard()
    const pictures = new Pictures({
      live,
      slideshow: async () => undefined,
      card: async () => shown ?? Promise.reject(notFound()),
    })
    const before = await pictures.cardPicture('venue_record:8:2', 'wide')
    expect((await pictures.cardPicture('game:8:2', 'wide')).png).toBe(before.png)
    shown = momentCard({ player: null })
    expect((await pictures.cardPicture('venue_record:8:2', 'wide')).etag).not.toBe(before.etag)
    shown = undefined
    await expect(pictures.cardPicture('venue_record:8:2', 'wide')).rejects.toMatchObject({ status: 404 })
    expect(await pictures.cardWords('venue_record:8:2')).toBeUndefined()
  })

  test('SHR-04 two are drawn at once, and strangers who ask for too many are sent away', async () => {
    state.isPublic = true
    let [running, most] = [0, 0]
    const waiting: (() => void)[] = []
    const draw = async () => {
      most = Math.max(most, (running += 1))
      await new Promise<void>((resolve) => waiting.push(resolve))
      running -= 1
      return Buffer.from('x')
    }
    const pictures = new Pictures({ live, slideshow: async () => undefined, card, draw })
    const asked = Array.from({ length: 60 }, (_, id) =>
      pictures.picture({ type: 'scoreboard', id: id + 1 }).then(
        () => 200,
        ({ status }: { status: number }) => status,
      ),
    )
    const all = Promise.all(asked)
    let isOver = false
    void all.finally(() => (isOver = true))
    while (!isOver) {
      waiting.shift()?.()
      await new Promise((resolve) => setImmediate(resolve))
    }
    const statuses = await all
    expect([most, new Set(statuses)]).toEqual([2, new Set([200, 503])])
  })
})

describe('behind the addresses of boards', () => {
  const database = useTestDatabase()
  let whole: WholeApp
  beforeAll(async () => void (whole = await buildWholeApp(database.db)), 60_000)
  afterAll(() => whole.close())

  test('SHR-01 every public board has a picture at its viewer’s address, a private one is a missing one', async () => {
    const { db } = database
    const owner = await makeUser(db)
    const venueMachineIds = [await makeVenueMachine(db, owner.id)]
    const [one, two] = [
      await makeScoreboard(db, owner.id, { venueMachineIds }),
      await makeLeaderboard(db, owner.id, { venueMachineIds }),
    ]
    const hidden = await makeScoreboard(db, owner.id, { venueMachineIds, isPublic: false })
    const items = [
      { type: 'scoreboard' as const, id: one.id },
      { type: 'leaderboard' as const, id: two.id },
    ]
    const [combo, show, stream] = [
      await makeComboboard(db, owner.id, { items }),
      await makeSlideshow(db, owner.id, { items }),
      await makeStreamboard(db, owner.id, { scoreboardIds: [one.id] }),
    ]
    const read = (url: string, headers = {}) => whole.app.inject({ url, headers })
    const addresses = [
      `scoreboards/${one.id}`,
      `leaderboards/${two.id}`,
      `comboboards/${combo.id}`,
      `slideshows/${show.id}`,
      `streamboards/${stream.id}`,
    ].map((path) => `/viewer/${path}.png`)
    for (const url of [...addresses, `/scoreboard/${one.id}.png`]) {
      const { statusCode, headers } = await read(url)
      expect([url, statusCode, headers['content-type'], headers['cache-control']]).toEqual([
        url,
        200,
        'image/png',
        expect.stringMatching(/^public, max-age=(?:60|[1-5]?\d)$/),
      ])
    }
    const { headers } = await read(addresses[0]!)
    expect((await read(addresses[0]!, { 'if-none-match': String(headers.etag) })).statusCode).toBe(304)
    const missing = await call(whole.app, 'GET', '/viewer/scoreboards/987654.png')
    expect(missing).toMatchObject({ status: 404, body: { detail: 'Item not found.' } })
    for (const url of [
      `/viewer/scoreboards/${hidden.id}.png`,
      `/viewer/scoreboards/${hidden.id}.png?key=${hidden.viewerKey}`,
      '/viewer/nothings/1.png',
    ]) {
      expect((await call(whole.app, 'GET', url)).body).toEqual(missing.body)
    }
  })

  test('CRD-04 a card of an open machine has its pictures beside its page, one of a private machine is missing', async () => {
    const { db } = database
    const owner = await makeUser(db)
    const [open, hidden] = [await makeVenueMachine(db, owner.id), await makeVenueMachine(db, owner.id)]
    await makeScoreboard(db, owner.id, { venueMachineIds: [open] })
    const { viewerKey } = await makeScoreboard(db, owner.id, { venueMachineIds: [hidden], isPublic: false })
    const played = async (machine: number) => {
      const uuid = crypto.randomUUID()
      const { body } = await call(whole.app, 'POST', `/api/venuemachine/${machine}/score/`, {
        token: owner.token,
        body: { uuid, score: '1,234,567', guest: 'ACE' },
      })
      return `game:${(body as { id: number }).id}:1`
    }
    const id = await played(open)
    for (const url of [`/moment/${id}.png`, `/moment/${id}-upright.png`, `/moment/${id.replaceAll(':', '%3A')}.png`]) {
      const { statusCode, headers } = await whole.app.inject({ url })
      expect([url, statusCode, headers['content-type'], headers['cache-control']]).toEqual([
        url,
        200,
        'image/png',
        expect.stringMatching(/^public, max-age=(?:60|[1-5]?\d)$/),
      ])
    }
    const missing = (await call(whole.app, 'GET', '/moment/game:987654321:1.png')).body
    expect(missing).toEqual({ detail: 'Item not found.' })
    const secret = await played(hidden)
    for (const url of [`/moment/${secret}.png`, `/moment/${secret}-upright.png?key=${viewerKey}`])
      expect((await call(whole.app, 'GET', url)).body).toEqual(missing)
  })
})
