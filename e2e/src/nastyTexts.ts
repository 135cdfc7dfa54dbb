import type { Page } from 'playwright-core'
import { addKeyedMachines, postEntry, registerOwner, type KeyedMachine, type Owner } from './account'
import { complaintsOf } from './browser'
import { useProduct } from './useProduct'

/**
 * What is wrong with the look of a viewer: boxes that stand out of their stage, scores that are cut or covered by a name,
 * elements that no display makes, and scripts that ran. Empty where all is well.
 */
const misplaced = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    await document.fonts.ready
    // Two frames: what has just come is laid out by then.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    const found: string[] = []
    const slack = 1.5
    if ('isPwned' in globalThis || Reflect.get({}, 'isPwned') !== undefined) found.push('a script ran')
    for (const foreign of document.querySelectorAll(
      '#root :is(script, iframe, object, embed, style, link, base, meta, form, video, audio, math, marquee, [onload], [onerror], [onfocus])',
    )) {
      found.push(`a foreign ${foreign.tagName.toLowerCase()}`)
    }
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = document.documentElement
    if (scrollWidth > clientWidth || scrollHeight > clientHeight)
      found.push(`the page scrolls: ${scrollWidth}x${scrollHeight} in ${clientWidth}x${clientHeight}`)

    const nameOf = (element: Element) =>
      `${element.tagName.toLowerCase()}.${String(element.getAttribute('class')).split(' ')[0]}`
    const isInside = (inner: DOMRect, outer: DOMRect) =>
      inner.left >= outer.left - slack &&
      inner.right <= outer.right + slack &&
      inner.top >= outer.top - slack &&
      inner.bottom <= outer.bottom + slack

    /** Down to the boxes that cut what is in them: theirs is the ellipsis. */
    const visit = (element: Element, stage: DOMRect) => {
      const style = getComputedStyle(element)
      const box = element.getBoundingClientRect()
      if (style.display === 'none' || style.visibility === 'hidden') return
      if (box.width > 0 && box.height > 0 && !isInside(box, stage))
        found.push(
          `${nameOf(element)} stands out of its stage: ${[box.left, box.top, box.right, box.bottom].map(Math.round).join()}`,
        )
      if (style.overflowX !== 'visible' || element instanceof SVGElement) return
      for (const child of element.children)
        visit(child, child.matches('[class*=stage_]') ? child.getBoundingClientRect() : stage)
    }
    const screen = new DOMRect(0, 0, innerWidth, innerHeight)
    for (const stage of document.querySelectorAll('[class*=stage_]')) {
      const box = stage.getBoundingClientRect()
      if (!isInside(box, screen)) found.push('a stage stands out of the screen')
      for (const child of stage.children) visit(child, box)
    }
    for (const canvas of document.querySelectorAll('div[class*=canvas_]')) {
      visit(canvas, screen)
      for (const child of canvas.children) visit(child, canvas.getBoundingClientRect())
    }

    for (const digits of document.querySelectorAll('[class*=numerals_], [class*=segments_]')) {
      const row = digits.closest('li, section, [class*=row_], [class*=cell_]')
      const name = row?.querySelector('[class*=name_]')?.getBoundingClientRect()
      const score = digits.getBoundingClientRect()
      const isBeside = name && name.top < score.bottom - slack && name.bottom > score.top + slack
      if (
        name &&
        isBeside &&
        name.width > 0 &&
        name.left < score.left &&
        name.right > score.left + slack &&
        name.bottom - score.top > score.height * 0.4
      )
        found.push(`a name covers a score: ${Math.round(name.right)} over ${Math.round(score.left)}`)
    }

    const pen = document.createElement('canvas').getContext('2d')!
    for (const digits of document.querySelectorAll<HTMLElement>('span[class*=figures_]')) {
      const { contain, fontFamily, fontSize, fontWeight } = getComputedStyle(digits)
      if (contain !== 'strict' || !/\d/.test(digits.textContent)) continue
      pen.font = `${fontWeight} ${fontSize} ${fontFamily}`
      const { actualBoundingBoxAscent: ascent, actualBoundingBoxDescent: descent } = pen.measureText(digits.textContent)
      const probe = document.createElement('i')
      probe.style.display = 'inline-block'
      digits.append(probe)
      const [box, line] = [digits.getBoundingClientRect(), probe.getBoundingClientRect().bottom]
      probe.remove()
      const scale = box.height / digits.offsetHeight
      if (line - ascent * scale < box.top - slack || line + descent * scale > box.bottom + slack)
        found.push(`digits are cut: ${digits.textContent}`)
    }
    return [...new Set(found)].slice(0, 8)
  })

/** Whether the server took it. Refused is as good as shown; broken is not. */
const offer = (who: Owner, method: string, path: string, body: object): Promise<boolean> =>
  who.call(method, path, body).then(
    () => true,
    (error: unknown) => {
      if (/: 400 /.test(String(error))) return false
      throw error
    },
  )

/** All of these at once, a few at a time. */
async function each<Value>(values: readonly Value[], act: (value: Value, at: number) => Promise<unknown>) {
  let next = 0
  const take = async (): Promise<void> => {
    for (let at = next++; at < values.length; at = next++) await act(values[at]!, at)
  }
  await Promise.all(Array.from({ length: 8 }, take))
}

const shows = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor({ state: 'attached' })

/**
 * Tests that put these texts into every field that a viewer shows and look that nothing runs and nothing moves.
 * @param perRound how many are shown at a time, each by a player and a machine of its own; four at least
 */
export function testTexts(texts: readonly string[], perRound: number): void {
  const rig = useProduct('nasty')
  const rounds = texts.length / perRound
  const people: Owner[] = []
  const machines: Machine[] = []
  const boards: number[] = []

  interface Machine extends KeyedMachine {
    session: string
    sequence: number
  }

  const post = (machine: Machine, body: object): Promise<number> =>
    postEntry(rig.product.url, machine.deviceKey, {
      session_uuid: machine.session,
      session_sequence: (machine.sequence += 1),
      current_ball: 2,
      current_player: 1,
      ...body,
    })
  const scores = (score: number | string) => ({
    current_p1_score: score,
    current_p2_score: 20,
    current_p3_score: 30,
    current_p4_score: 40,
  })
  const scoreboardOf = (machine: Machine, title: string) => ({
    title,
    is_public: true,
    enablePlayerRank: true,
    venuemachine_items: [{ venuemachine: machine.id, order: 0 }],
  })
  const make = async (type: string, body: object) =>
    (await rig.owner.call<{ id: number }>('POST', `/api/${type}/`, { is_public: true, ...body })).id

  /** Opens a viewer. What it complains of is told by `check`. */
  async function open(path: string, viewport = { width: 1280, height: 720 }) {
    const page = await rig.browser.newPage({ viewport, reducedMotion: 'reduce' })
    const complaints = complaintsOf(page)
    page.on('dialog', (dialog) => {
      complaints.push(`dialog: ${dialog.message()}`)
      void dialog.dismiss()
    })
    await page.goto(`${rig.product.url}/viewer/${path}`)
    const check = async (what: string) => {
      expect({ what, found: await misplaced(page) }).toEqual({ what, found: [] })
      expect({ what, complaints }).toEqual({ what, complaints: [] })
    }
    return { page, check }
  }

  beforeAll(async () => {
    await each(
      Array.from({ length: perRound }, (_, at) => at),
      async (at) => void (people[at] = await registerOwner(rig.product.url, `nasty-player${at}`)),
    )
    await each(people, async (_, at) => {
      const [keyed] = await addKeyedMachines(rig.owner, `Venue ${at}`, [at === 1 ? 'Galactic Tank Force' : 'Medieval'])
      const machine = { ...keyed!, session: crypto.randomUUID(), sequence: 0 }
      machines[at] = machine
      boards[at] = await make('scoreboard', scoreboardOf(machine, `Board ${at}`))
      await post(machine, scores(at + 1))
      const { code } = await rig.owner.call<{ code: string }>('GET', `/api/venuemachine/${machine.id}/claim_code/`)
      for (const slot of [1, 2, 3, 4])
        await people[(at + Math.floor((slot * perRound) / 4)) % perRound]!.call(
          'POST',
          `/api/venuemachine/${machine.id}/claim/`,
          { position: slot, code },
        )
    })
    // A game for the leaderboards, and another that runs.
    const [first] = machines
    await post(first!, { ...scores(5_000), active: false })
    first!.session = crypto.randomUUID()
    await post(first!, scores(5_001))
  })

  test(`VSB-01 VLB-01 VCB-01 VST-03 ${texts.length} nasty names, modes, prefixes and overrides: none runs, all stay in their places`, async () => {
    const wall = await make('comboboard', {
      title: 'Wall',
      high_density: true,
      items: boards.map((item_id, order) => ({ item_type: 'scoreboard', item_id, order })),
    })
    const leaderboard = await make('leaderboard', {
      title: 'Best',
      items: [{ id: machines[0]!.id, type: 'venuemachine' }],
    })
    const streams = [
      {
        id: await make('streamboard', { title: 'Framed', scoreboard_items: [{ scoreboard: boards[1] }] }),
        title: 'Framed',
        layout: 'ThreeCam',
        from: 0,
      },
      {
        id: await make('streamboard', { title: 'Low', scoreboard_items: [{ scoreboard: boards[1] }] }),
        title: 'Low',
        layout: 'LowerThirdHorizontal',
        from: 8,
      },
    ]
    const pages = await Promise.all([
      open(`comboboards/${wall}`, { width: 1920, height: 1080 }),
      open(`scoreboards/${boards[1]}`),
      open(`scoreboards/${boards[2]}`, { width: 390, height: 844 }),
      open(`leaderboards/${leaderboard}`),
      ...streams.map(({ id }) => open(`streamboards/${id}`)),
    ])
    const accepted = { names: 0, overrides: 0, modes: 0 }
    for (let round = 0; round < rounds; round += 1) {
      const now = texts.slice(round * perRound, (round + 1) * perRound)
      await each(now, async (text, at) => {
        if (await offer(people[at]!, 'PATCH', '/api/user_profile/update/', { display_name: text })) accepted.names += 1
        await offer(people[at]!, 'PATCH', '/api/user_profile/update/', { initials: [...text].slice(0, 3).join('') })
      })
      const textAt = (at: number) => now[at % perRound]
      const playersOf = (from: number) =>
        [0, 1, 2, 3].map((slot) => ({
          playerName: textAt(from + slot),
          playerInfo: textAt(from + slot + 4),
          playerAddress: textAt(from + slot + 8),
        }))
      for (const { id, title, layout, from } of streams) {
        const config_json = { layout, scoreboardsConfig: [{ numPlayers: 4, players: playersOf(from) }] }
        if (
          await offer(rig.owner, 'PUT', `/api/streamboard/${id}/`, {
            title,
            scoreboard_items: [{ scoreboard: boards[1], order: 0 }],
            config_json,
          })
        )
          accepted.overrides += 1
      }
      // The last to change, so that a page that shows it has all of the round.
      const marker = 7_000_000 + round
      await each(now, async (text, at) => {
        const modes = [text, `NA:${text}`, `${text}:label`, `MB{${text}}:Multiball`]
        const status = await post(machines[at]!, { ...scores(marker), game_modes: modes })
        if (status === 200) accepted.modes += 1
      })
      await Promise.all(
        pages.map(async ({ page, check }, at) => {
          await shows(page, at === 3 ? '5,000' : marker.toLocaleString('en'))
          await check(`page ${at} in round ${round}`)
        }),
      )
    }
    expect(accepted).toEqual({ names: texts.length, modes: texts.length, overrides: 2 * rounds })
  })

  test(`VSB-01 VLB-01 ${texts.length} nasty titles and venues, on scoreboards and leaderboards that are being watched, and the longest there is`, async () => {
    const titles = [...texts, 'W'.repeat(255), 'مرحبا '.repeat(42), 'y\u0302\u0303\u0323'.repeat(64)]
    const rename = async (path: string, all: readonly string[], change: (title: string) => Promise<boolean>) => {
      const { page, check } = await open(path)
      await shows(page, 'Live')
      let taken = 0
      for (const title of all) {
        const before = await page.title()
        const isTaken = await change(title)
        taken += Number(isTaken)
        if (isTaken) await page.waitForFunction((old) => document.title !== old, before)
        await check(`${path}: ${JSON.stringify(title)}`)
      }
      return taken
    }
    /** Several boards: each may be read again 60 times a minute. */
    const shared = async (most: number, act: (share: readonly string[], at: number) => Promise<number>) => {
      const count = Math.ceil(titles.length / most)
      const taken = await Promise.all(
        Array.from({ length: count }, (_, share) =>
          act(
            titles.filter((_, at) => at % count === share),
            share,
          ),
        ),
      )
      // A board's title needs something to see.
      expect(taken.reduce((sum, one) => sum + one, 0)).toBeGreaterThan(titles.length * 0.9)
    }
    // Title and venue are two changes.
    await shared(26, (share, at) => {
      const [board, machine] = [boards.at(-1 - at)!, machines.at(-1 - at)!]
      return rename(`scoreboards/${board}`, share, async (title) => {
        await offer(rig.owner, 'PUT', `/api/venue/${machine.venue}/`, { name: title })
        return offer(rig.owner, 'PUT', `/api/scoreboard/${board}/`, scoreboardOf(machine, title))
      })
    })
    await shared(52, async (share, at) => {
      const counted = { is_public: true, items: [{ id: machines[0]!.id, type: 'venuemachine', order: 0 }] }
      const id = await make('leaderboard', { title: `Records ${at}`, ...counted })
      return rename(`leaderboards/${id}`, share, (title) =>
        offer(rig.owner, 'PUT', `/api/leaderboard/${id}/`, { title, ...counted }),
      )
    })
  })

  test('LIV-01 VSB-06 devices that misbehave: scores of 13 and 19 digits, falling scores, 400 modes, a mode of 10 kB', async () => {
    const [machine, board] = [machines[0]!, boards[0]!]
    const pages = await Promise.all([
      open(`scoreboards/${board}`),
      open(`scoreboards/${board}`, { width: 390, height: 844 }),
    ])
    const see = async (what: string, shown: string, body: object) => {
      expect([what, await post(machine, body)]).toEqual([what, 200])
      for (const { page, check } of pages) {
        await shows(page, shown)
        await check(what)
      }
    }
    await see('13 digits', '9,999,999,999,999', scores(9_999_999_999_999))
    await see('19 digits for three of six', '9,223,372,036,854,775,807', {
      ...scores('9223372036854775807'),
      current_p5_score: '9223372036854775806',
      current_p6_score: '9223372036854775805',
    })
    await see('a score that fell', '500', scores(500))
    await see('400 modes', '600', {
      ...scores(600),
      game_modes: Array.from({ length: 400 }, (_, at) => `NA:Mode ${at}`),
    })
    await see('a mode of 4 kB', '700', { ...scores(700), game_modes: ['N'.repeat(4_000)] })
    await see('a mode of 10 kB, which is cut off', '800', { ...scores(800), game_modes: [`NA:${'m'.repeat(10_000)}`] })
  })
}
