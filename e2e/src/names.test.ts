import type { Locator, Page } from 'playwright-core'
import { addKeyedMachines, postState, registerOwner, scoresOf, type KeyedMachine } from './account'
import { complaintsOf } from './browser'
import { overflow, signedIn } from './dashboard'
import { useProduct } from './useProduct'

/* Names on walls of every shape, in a game and after it. */

const rig = useProduct('names')
let machine: KeyedMachine
let walls: Page[]
/** for what has a page to itself */
let page: Page
const shapes = [
  { width: 1920, height: 1080 },
  { width: 390, height: 844 },
  { width: 1080, height: 1920 },
]

beforeAll(async () => {
  machine = (await addKeyedMachines(rig.owner, 'The Back Room', ['Medieval Madness']))[0]!
  const board = await rig.owner.call<{ id: number }>('POST', '/api/scoreboard/', {
    title: 'Lobby wall',
    is_public: true,
    show_player_rank: true,
    venuemachine_items: [{ venuemachine: machine.id }],
  })
  walls = await Promise.all(
    shapes.map(async (viewport) => {
      const page = await rig.browser.newPage({ viewport, reducedMotion: 'reduce' })
      await page.goto(`${rig.product.url}/viewer/scoreboards/${board.id}`)
      return page
    }),
  )
  page = await rig.browser.newPage({ reducedMotion: 'reduce' })
})

const post = (session: string, sequence: number, players: number, active: boolean) => {
  const scores = scoresOf(...Array.from({ length: players }, (_, at) => 1_284_906_530 - at))
  return postState(rig.product.url, machine.deviceKey, {
    session_uuid: session,
    session_sequence: sequence,
    active,
    current_ball: 3,
    current_player: 2,
    ...scores,
  })
}

/** Of the players on a screen of their own: one alone is no list. */
const rows = ':is(section, ol[data-players] > li)'

/** Names that are shown shortened, or end in an ellipsis. */
const cutOff = (wall: Page) =>
  wall.evaluate(
    (each) =>
      [...document.querySelectorAll(`${each} [dir=auto]`)]
        .filter(
          (name) => name.scrollWidth > name.clientWidth || name.querySelector(':scope > [aria-hidden]:not(:has(i))'),
        )
        .map((name) => name.textContent),
    rows,
  )

test.each([1, 2, 3, 4, 5, 6])(
  'VSB-01 a name of usual length is whole on TV, phone and upright TV, in play and after (%i players)',
  async (players) => {
    const session = crypto.randomUUID()
    await post(session, 1, players, true)
    const { code } = await rig.owner.call<{ code: string }>('GET', `/api/venuemachine/${machine.id}/claim_code/`)
    await rig.owner.call('POST', `/api/venuemachine/${machine.id}/claim/`, { position: 1, code })
    for (const wall of walls) {
      // Her name may still be that of the game before, which had a player less.
      await wall
        .locator(rows)
        .nth(players - 1)
        .waitFor()
      await wall.locator(rows).getByText('Maria Okonkwo').first().waitFor()
      expect(await wall.locator(rows).count()).toBe(players)
      expect(await cutOff(wall)).toEqual([])
    }
    await post(session, 2, players, false)
    for (const wall of walls) {
      await wall
        .getByRole('img', { name: 'GAME OVER' })
        .or(wall.getByText('GAME OVER'))
        .first()
        .waitFor({ state: 'attached' })
      expect(await cutOff(wall)).toEqual([])
    }
  },
)

/** Whether a line is drawn to its end. */
const isWhole = (line: Locator) =>
  line.evaluate((element) => element.clientWidth > 0 && element.scrollWidth <= element.clientWidth)

/** Letters may reach out of a line, a line that is cut off does so by more than half of itself. */
const hasAllLines = (text: Locator) =>
  text.evaluate(
    (element) => element.scrollHeight - element.clientHeight < parseFloat(getComputedStyle(element).lineHeight) / 2,
  )

test('VSB-01 VLB-03 long titles stand on two lines, and the venue beside one is whole', async () => {
  const title = 'Wednesday night league, the one at the back beside the jukebox and the bar'
  const machines = await addKeyedMachines(rig.owner, 'The Long Back Room', [
    'Medieval Madness',
    'Attack from Mars',
    'Funhouse',
    'Whirlwind',
  ])
  const items = machines.map(({ id }) => ({ id, type: 'venuemachine' }))
  const scoreboard = await rig.owner.call<{ id: number }>('POST', '/api/scoreboard/', {
    title,
    is_public: true,
    venuemachine_items: [{ venuemachine: machines[0]!.id }],
  })
  const leaderboard = await rig.owner.call<{ id: number }>('POST', '/api/leaderboard/', {
    title,
    is_public: true,
    items,
  })
  const onEachShape = async (isRight: () => Promise<boolean>) => {
    for (const viewport of shapes) {
      await page.setViewportSize(viewport)
      expect([viewport, await isRight()]).toEqual([viewport, true])
    }
  }
  await page.goto(`${rig.product.url}/viewer/scoreboards/${scoreboard.id}`)
  await onEachShape(() => isWhole(page.getByText('The Long Back Room')))
  await page.goto(`${rig.product.url}/viewer/leaderboards/${leaderboard.id}`)
  await page.getByText(`${machines[0]!.name}, ${machines[1]!.name} and 2 more`).waitFor()
  await onEachShape(() => hasAllLines(page.getByRole('heading', { level: 2 }).locator('span')))
})

/** Whether the first letter of a line stands in its box. */
const hasBeginning = (line: Locator) =>
  line.evaluate((element) => {
    const letter = document.createRange()
    letter.setStart(element.firstChild!, 0)
    letter.setEnd(element.firstChild!, 1)
    const [first, box] = [letter.getBoundingClientRect(), element.getBoundingClientRect()]
    return first.left >= box.left && first.right <= box.right + 1
  })

test('VSB-01 a right-to-left title that is cut off keeps its beginning', async () => {
  const title = 'תחילה '.repeat(30).trim()
  await post(crypto.randomUUID(), 1, 2, true)
  const board = await rig.owner.call<{ id: number }>('POST', '/api/scoreboard/', {
    title,
    display_title: true,
    is_public: true,
    venuemachine_items: [{ venuemachine: machine.id }],
  })
  await page.setViewportSize(shapes[0]!)
  await page.goto(`${rig.product.url}/viewer/scoreboards/${board.id}`)
  const line = page.locator('header p span', { hasText: /^תחילה/ }).last()
  await line.waitFor()
  expect(await hasBeginning(line)).toBe(true)
})

test('EVT-01 right-to-left names of machines and rounds that are cut off keep their beginning', async () => {
  const long = (word: string) => `${word} `.repeat(9).trim()
  const [round, machine] = [long('סיבוב'), long('מכונה')]
  const players = ['p1', 'p2', 'p3', 'p4'].map((id) => ({ id, name: id }))
  const matches = [
    ['m1', 'p1', 'p2'],
    ['m2', 'p3', 'p4'],
    ['m3', 'p1', 'p3'],
  ].map(([id, ...both]) => ({ id, state: 'called', machine: 'a1', players: both }))
  const document = {
    format: 'multiball-event/1',
    name: 'Friday Flippers',
    status: 'playing',
    round: { name: round },
    players,
    machines: [{ id: 'a1', name: machine }],
    matches,
    queues: [
      { machine: 'a1', players: ['p1', 'p2'] },
      { machine: 'a1', players: ['p3', 'p4'] },
    ],
    bracket: [
      { name: round, matches: ['m1', 'm2'] },
      { name: round, matches: ['m3'] },
    ],
  }
  const open = async (title: string, settings: object) => {
    const { id } = await rig.owner.call<{ id: number }>('POST', '/api/board/eventboard/', {
      title,
      is_public: true,
      ...settings,
    })
    const { key } = await rig.owner.call<{ key: string }>('POST', `/api/board/eventboard/${id}/feed/event/key/`)
    const answer = await fetch(`${rig.product.url}/api/board/eventboard/${id}/feed/event/`, {
      method: 'PUT',
      headers: { authorization: `Feed ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ sequence: 1, document }),
    })
    expect(answer.status).toBe(200)
    await page.goto(`${rig.product.url}/viewer/eventboards/${id}`)
  }
  const isCutAtItsEnd = async (line: Locator) => {
    await line.waitFor()
    expect([await line.textContent(), await isWhole(line), await hasBeginning(line)]).toEqual([
      await line.textContent(),
      false,
      true,
    ])
  }
  await page.setViewportSize(shapes[1]!)
  await open('Matches', { show_bracket: false })
  await isCutAtItsEnd(page.getByRole('article', { name: machine }).getByRole('heading').first())
  await isCutAtItsEnd(page.getByRole('region', { name: 'Next up' }).getByText(machine).first())
  await open('Bracket', { show_matches: false })
  await isCutAtItsEnd(page.getByRole('region', { name: 'Bracket' }).getByRole('heading').first())
  await open('Strip', { layout: 'lower third' })
  await isCutAtItsEnd(page.getByRole('region', { name: 'Lower third' }).getByRole('heading'))
})

test('LST-01 lists show long titles to their end beside whatever a window has room for', async () => {
  const title = 'Wednesday night league, the one at the back beside the jukebox and the door'
  await rig.owner.call('POST', '/api/scoreboard/', { title, venuemachine_items: [{ venuemachine: machine.id }] })
  const context = await signedIn(rig.browser, rig.product.url, rig.owner, { width: 1280, height: 800 })
  const page = await context.newPage()
  await page.goto(`${rig.product.url}/scoreboards`)
  const link = page.getByRole('link', { name: title, exact: true })
  await link.waitFor()
  for (const width of [390, 768, 1000, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    expect([width, await isWhole(link), await hasAllLines(link), await overflow(page)]).toEqual([width, true, true, 0])
  }
})

test('VSB-13 one player has an upright screen: a lit panel fills it, and the score has the panel’s width', async () => {
  await post(crypto.randomUUID(), 1, 1, true)
  const shares = []
  for (const [at, wall] of walls.entries()) {
    const panel = wall.locator('section').filter({ hasText: 'Player 1' })
    await panel.waitFor()
    const { ground, score } = await panel.evaluate((panel) => ({
      ground: getComputedStyle(panel).backgroundColor,
      score: panel.lastElementChild!.getBoundingClientRect().width,
    }))
    const { width, height } = (await panel.boundingBox())!
    shares.push({
      isLit: ground !== 'rgba(0, 0, 0, 0)',
      isHigh: height > shapes[at]!.height / 2,
      isWide: score > width * 0.8,
    })
  }
  const upright = { isLit: true, isHigh: true, isWide: true }
  expect(shares).toEqual([{ ...upright, isLit: false }, upright, upright])
})

/** A game of six on a machine of its own, with these people in its slots; answers its board. */
async function gameOf(names: readonly string[], title: string) {
  const [machine] = await addKeyedMachines(rig.owner, `Room of ${title}`, ['Medieval Madness'])
  const board = await rig.owner.call<{ id: number }>('POST', '/api/scoreboard/', {
    title,
    is_public: true,
    venuemachine_items: [{ venuemachine: machine!.id }],
  })
  await postState(rig.product.url, machine!.deviceKey, {
    session_uuid: crypto.randomUUID(),
    session_sequence: 1,
    current_ball: 2,
    current_player: 5,
    ...scoresOf(...Array.from({ length: 6 }, (_, at) => 1_284_906_530 - at)),
  })
  const { code } = await rig.owner.call<{ code: string }>('GET', `/api/venuemachine/${machine!.id}/claim_code/`)
  for (const [at, name] of names.entries()) {
    if (name === '') continue
    const person = await registerOwner(rig.product.url, `p${crypto.randomUUID().slice(0, 8)}`)
    await person.call('PATCH', '/api/user_profile/update/', { display_name: name })
    await person.call('POST', `/api/venuemachine/${machine!.id}/claim/`, { position: at + 1, code })
  }
  return board.id
}

test('VSB-01 no letter of a long name is covered by the score below it', async () => {
  const id = await gameOf(['', '', '', '', 'Wilhelmina Featherstonehaugh-Cholmondeley'], 'Long')
  await page.setViewportSize(shapes[0]!)
  await page.goto(`${rig.product.url}/viewer/scoreboards/${id}`)
  const up = page.locator('[aria-current=true]')
  await up.waitFor()
  const seen = await up.evaluate((row) => {
    const [name, score] = [
      row.querySelector('[dir=auto]')!.getBoundingClientRect(),
      row.lastElementChild!.getBoundingClientRect(),
    ]
    return row
      .querySelector('[dir=auto]')!
      .contains(document.elementFromPoint((score.left + name.right) / 2, name.bottom - 1))
  })
  expect(seen).toBe(true)
})

/** Files with letters of other scripts that a page has asked for. */
function lettersOf(page: Page): string[] {
  const files: string[] = []
  page.on('request', (request) => {
    const file = request.url().split('/').pop() ?? ''
    if (/^noto-(?:sans-(?:jp|kr|sc|thai|arabic)|emoji)-.*woff2$/.test(file)) files.push(file)
  })
  return files
}

// The Chinese name is in letters that only the Chinese face has: those that Japan shares may come from either.
const everywhere = ['さくら 山本', '김민수', '张伟', 'สมชาย ใจดี', 'محمد الفارسي', 'Bex 🎱']
const long = [
  'Wilhelmina Hargreaves-Nakamura',
  'Maria Okonkwo',
  'Nguyễn Thị Phương',
  'Дмитрий Соколов',
  'Bartholomew',
  'Sam “Tilt” O’Neill',
]

describe('of six players', () => {
  let board: number
  beforeAll(async () => {
    board = await gameOf(long, 'Long names')
  })

  test('NAM-03 names in Japanese, Korean, Chinese, Thai, Arabic and emoji are drawn in our own faces, and a board without them fetches none', async () => {
    const boards = [await gameOf(everywhere, 'Everywhere'), board]
    const fetched = await Promise.all(
      boards.map(async (id) => {
        const page = await rig.browser.newPage({ viewport: { width: 1280, height: 720 }, reducedMotion: 'reduce' })
        const complaints = complaintsOf(page)
        const files = lettersOf(page)
        await page.goto(`${rig.product.url}/viewer/scoreboards/${id}`)
        await page.locator(rows).nth(5).waitFor()
        await page.waitForLoadState('networkidle')
        await page.evaluate(() => document.fonts.ready.then(() => undefined))
        const faces = await page.evaluate(() => [
          ...new Set(
            [...document.fonts]
              .filter(({ status }) => status === 'loaded')
              .map(({ family }) => family.replace(/"/g, '')),
          ),
        ])
        expect(complaints).toEqual([])
        return { faces, files }
      }),
    )
    expect(fetched[0]!.faces).toEqual(
      expect.arrayContaining([
        'Noto Sans JP',
        'Noto Sans KR',
        'Noto Sans SC',
        'Noto Sans Thai',
        'Noto Sans Arabic',
        'Noto Emoji',
      ]),
    )
    expect(fetched[0]!.files.length).toBeLessThan(20)
    expect(fetched[1]!.files).toEqual([])
  })

  describe('on a comboboard', () => {
    let comboboard: number
    beforeAll(async () => {
      const others = await Promise.all(
        Array.from({ length: 19 }, (_, at) =>
          rig.owner.call<{ id: number }>('POST', '/api/scoreboard/', {
            title: `Board ${at}`,
            is_public: true,
            venuemachine_items: [{ venuemachine: machine.id }],
          }),
        ),
      )
      const items = [board, ...others.map(({ id }) => id)].map((item_id, order) => ({
        item_type: 'scoreboard',
        item_id,
        order,
      }))
      comboboard = (
        await rig.owner.call<{ id: number }>('POST', '/api/comboboard/', {
          title: 'Twenty',
          is_public: true,
          high_density: true,
          items,
        })
      ).id
    })

    const open = async (width: number, height: number) => {
      const page = await rig.browser.newPage({
        viewport: { width, height },
        reducedMotion: 'reduce',
        hasTouch: width < 600,
      })
      await page.goto(`${rig.product.url}/viewer/comboboards/${comboboard}`)
      await page.locator('ol[data-players] > li').first().waitFor()
      await page.evaluate(() => document.fonts.ready.then(() => undefined))
      return page
    }
    /** Smallest type in px of the first board, and what of its rows stands out of it. */
    const typeOf = (page: Page) =>
      page.evaluate(() => {
        const list = document.querySelector('ol[data-players]')!
        const cell = list.getBoundingClientRect()
        const sizeOf = (what: string) =>
          Math.min(...[...list.querySelectorAll(what)].map((element) => parseFloat(getComputedStyle(element).fontSize)))
        const cut = [...list.children].filter((row) => row.getBoundingClientRect().bottom > cell.bottom + 1).length
        return {
          name: sizeOf('[dir=auto]'),
          score: sizeOf('[class*=numerals_]'),
          cut,
          scrolls: document.documentElement.scrollWidth > innerWidth,
        }
      })

    test('NAM-01 NAM-06 in a twentieth of a screen names and scores are readable, and long names shortened', async () => {
      const page = await open(1280, 720)
      const { name, score, cut } = await typeOf(page)
      expect(Math.min(name, score)).toBeGreaterThanOrEqual((29 * 720) / 1080 - 0.5)
      expect(cut).toBe(0)
      const first = page.locator('ol[data-players]').first()
      await first.getByText('Bartholomew').or(first.getByText('Player 5')).first().waitFor()
      expect(await first.locator('li').count()).toBe(3)
      expect(
        await first
          .locator('[dir=auto]')
          .evaluateAll((names) =>
            names
              .filter((each) => each.scrollWidth > each.clientWidth + 1 && each.textContent !== 'Bartholomew')
              .map((each) => each.textContent),
          ),
      ).toEqual([])
    })

    test('NAM-04 on a phone it is one column of readable boards', async () => {
      const page = await open(390, 844)
      const { name, score, scrolls } = await typeOf(page)
      expect(name).toBeGreaterThanOrEqual(14)
      expect(score).toBeGreaterThanOrEqual(24)
      expect(scrolls).toBe(false)
      const column = page.getByRole('group', { name: 'Boards' })
      expect(
        await column.evaluate(({ scrollHeight, clientHeight, scrollWidth, clientWidth }) => [
          scrollHeight > clientHeight * 3,
          scrollWidth > clientWidth,
        ]),
      ).toEqual([true, false])
    })
  })
})
