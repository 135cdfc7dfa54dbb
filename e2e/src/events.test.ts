import { FakeMatchPlay } from '@multiball/server/fakeMatchPlay'
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { addKeyedMachines, postState, scoresOf, type KeyedMachine } from './account'
import { complaintsOf } from './browser'
import { useProduct } from './useProduct'

/* A tournament night: a Match Play made after its published contract, the bridge as a process of its own, the wall, and the scoreboard of a machine. */

const root = path.resolve(import.meta.dirname, '../..')
const names = [
  'Maria Okonkwo',
  'Teo Lindqvist',
  'Anh Nguyen',
  'Bex Whitaker',
  'Priya Nair',
  'Owen Hart',
  'Freja Holm',
  'Sam Ito',
]

const rig = useProduct('director')
let machines: KeyedMachine[]
let matchPlay: FakeMatchPlay
let bridge: ChildProcess
let folder: string
let wall: Page
let scoreboard: Page
let complaints: string[]

beforeAll(async () => {
  const { owner, product } = rig
  folder = mkdtempSync(path.join(tmpdir(), 'multiball-event-'))
  machines = await addKeyedMachines(owner, 'The Back Room', ['Medieval Madness', 'Attack from Mars'])
  const ids = await Promise.all(
    machines.map(({ name }) =>
      owner.call<{ results: { opdb_id: string }[] }>(
        'GET',
        `/api/machines/?search=${encodeURIComponent(name)}&limit=1`,
      ),
    ),
  )
  // Another edition than the venue's, under a name of the tournament's own.
  const arenas = ids.map(({ results: [machine] }, at) => ({
    name: `Arena ${at + 1}`,
    opdbId: `${machine!.opdb_id.split('-').slice(0, 2).join('-')}-A0000`,
  }))
  const items = machines.map(({ id }) => ({ venuemachine: id, arena: '' }))
  const eventboard = await owner.call<{ id: number }>('POST', '/api/board/eventboard/', {
    title: 'Tuesday on the wall',
    is_public: true,
    machines: items,
    show_queue: false,
  })
  const { id } = await owner.call<{ id: number }>('POST', '/api/scoreboard/', {
    title: 'Left lane',
    is_public: true,
    venuemachine_items: [{ venuemachine: machines[0]!.id }],
  })
  const { key } = await owner.call<{ key: string }>('POST', `/api/board/eventboard/${eventboard.id}/feed/event/key/`)
  matchPlay = new FakeMatchPlay({ format: 'group_matchplay', players: names.length, seed: 7, names, arenas })
  const { rest, socket } = await matchPlay.listen()
  const where = [
    '--server',
    product.url,
    '--board',
    String(eventboard.id),
    '--tournament',
    String(matchPlay.tournament),
  ]
  bridge = spawn(
    process.execPath,
    [
      'platform/run.mjs',
      'bridge/src/events/matchplay.cli.ts',
      ...where,
      '--matchplay',
      rest,
      '--socket',
      socket,
      '--state',
      path.join(folder, 'state.json'),
    ],
    {
      cwd: root,
      env: { ...process.env, MULTIBALL_FEED_KEY: key },
      stdio: 'ignore',
    },
  )
  const context = await rig.browser.newContext({ viewport: { width: 1920, height: 1080 }, reducedMotion: 'reduce' })
  wall = await context.newPage()
  complaints = complaintsOf(wall)
  await wall.goto(`${product.url}/viewer/eventboards/${eventboard.id}`)
  scoreboard = await context.newPage()
  await scoreboard.goto(`${product.url}/viewer/scoreboards/${id}`)
})

afterAll(() => {
  bridge?.kill('SIGKILL')
  matchPlay?.close()
  rmSync(folder, { recursive: true, force: true })
})

const match = (machine: string) => wall.getByRole('article', { name: machine })
const nameOf = (id: number | null) => names[matchPlay.playerIds.indexOf(id!)]!

test('EVT-02 EVT-03 EVT-04 EVT-11 BTY-46 a tournament of Match Play is on the wall from its players to its podium, each match at the machine of the venue with the scores of this second', async () => {
  await wall.getByText('Tuesday Flip Off').first().waitFor()
  for (const name of names) await wall.getByText(name).first().waitFor()

  // A round begins without a word of its games.
  matchPlay.start()
  matchPlay.startRound()
  const players = matchPlay.open[0]!.playerIds.map(nameOf)
  for (const name of players) await match('Arena 1').getByText(name).waitFor()
  await postState(rig.product.url, machines[0]!.deviceKey, {
    session_uuid: crypto.randomUUID(),
    session_sequence: 1,
    ...scoresOf(1_200_340, 5_600_780, 900_120, 400_560),
  })
  const line = match('Arena 1').getByRole('listitem').nth(1)
  await line.getByText('5,600,780').waitFor()
  await line.getByText('1st').waitFor()
  expect(
    await match('Arena 2')
      .getByText(/\d,\d{3}/)
      .count(),
  ).toBe(0)
  for (const name of players) await scoreboard.getByText(name).first().waitFor()

  const [first, second] = matchPlay.open
  matchPlay.finish(first!)
  await match('Arena 1').getByText('Final').waitFor()
  matchPlay.finish(second!)
  matchPlay.endRound()
  matchPlay.end(true)
  const podium = wall.getByRole('list', { name: 'Podium' })
  const { position, playerId } = matchPlay.standings()[0]!
  await podium
    .getByRole('listitem')
    .filter({ hasText: nameOf(playerId) })
    .getByText(String(position), { exact: true })
    .waitFor()
  expect(complaints).toEqual([])
})
