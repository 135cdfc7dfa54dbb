import { FakeMatchPlay } from '@multiball/bridge/fakeMatchPlay'
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { addKeyedMachines, postState, scoresOf, type KeyedMachine } from './account'
import { complaintsOf } from './browser'
import { choose, chooseInRow, signedIn } from './dashboard'
import { useProduct } from './useProduct'

/* A tournament night: a Match Play made after its published contract, the bridge as a process of its own, the wall, the scoreboards of the machines and the venue's TV. */

jest.setTimeout(180_000)

const root = path.resolve(import.meta.dirname, '../..')
const names = ['Maria Okonkwo', 'Teo Lindqvist', 'Anh Nguyen', 'Bex Whitaker', 'Priya Nair', 'Owen Hart', 'Freja Holm', 'Sam Ito']

const stage = useProduct('director', { environment: () => ({}) })
let machines: KeyedMachine[]
let matchPlay: FakeMatchPlay
let bridge: ChildProcess
let folder: string
let eventboard: number
let phone: BrowserContext
let wall: Page
let scoreboard: Page
let tv: Page
let complaints: string[]

async function open(at: string, viewport = { width: 1920, height: 1080 }): Promise<Page> {
  const context = await stage.browser.newContext({ viewport, reducedMotion: 'reduce' })
  context.setDefaultTimeout(20_000)
  const page = await context.newPage()
  await page.goto(stage.product.url + at)
  return page
}

function startBridge(tournament: number, { rest, socket }: { rest: string; socket: string }, key: string) {
  const where = ['--server', stage.product.url, '--board', String(eventboard), '--tournament', String(tournament)]
  bridge = spawn(process.execPath, ['platform/run.mjs', 'bridge/src/events/matchplay.cli.ts', ...where, '--matchplay', rest, '--socket', socket, '--state', path.join(folder, 'state.json')], {
    cwd: root,
    env: { ...process.env, MULTIBALL_FEED_KEY: key },
    stdio: 'ignore',
  })
}

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'multiball-event-'))
  machines = await addKeyedMachines(stage.owner, 'The Back Room', ['Medieval Madness', 'Attack from Mars'])
  const ids = await Promise.all(machines.map(({ name }) => stage.owner.call<{ results: { opdb_id: string }[] }>('GET', `/api/machines/?search=${encodeURIComponent(name)}&limit=1`)))
  // Another edition than the venue's, under a name of the tournament's own.
  const arenas = ids.map(({ results: [machine] }, at) => ({ name: `Arena ${at + 1}`, opdbId: `${machine!.opdb_id.split('-').slice(0, 2).join('-')}-A0000` }))
  const items = machines.map(({ id }) => ({ venuemachine: id, arena: '' }))
  ;({ id: eventboard } = await stage.owner.call<{ id: number }>('POST', '/api/board/eventboard/', { title: 'Tuesday on the wall', is_public: true, machines: items, show_queue: false }))
  const { id } = await stage.owner.call<{ id: number }>('POST', '/api/scoreboard/', { title: 'Left lane', is_public: true, venuemachine_items: [{ venuemachine: machines[0]!.id }] })
  const { key } = await stage.owner.call<{ key: string }>('POST', `/api/board/eventboard/${eventboard}/feed/event/key/`)
  matchPlay = new FakeMatchPlay({ format: 'group_matchplay', players: names.length, seed: 7, names, arenas })
  startBridge(matchPlay.tournament, await matchPlay.listen(), key)
  phone = await signedIn(stage.browser, stage.product.url, stage.owner, { width: 390, height: 844 })
  wall = await open(`/viewer/eventboards/${eventboard}`)
  complaints = complaintsOf(wall)
  scoreboard = await open(`/viewer/scoreboards/${id}`)
  tv = await open('/viewer/tv')
})

afterAll(async () => {
  bridge?.kill('SIGKILL')
  matchPlay?.close()
  await phone?.close()
  rmSync(folder, { recursive: true, force: true })
})

const match = (machine: string) => wall.getByRole('article', { name: machine })
/** Who plays there, in order, by name. */
const playersAt = (at: number) => matchPlay.open[at]!.playerIds.map((id) => names[matchPlay.playerIds.indexOf(id)]!)
const winnerOf = ({ resultPositions: [winner] }: { resultPositions: (number | null)[] }) => names[matchPlay.playerIds.indexOf(winner!)]!

test('EVT-11 a tournament of Match Play is on the wall before its first round, with who plays', async () => {
  await wall.getByText('Tuesday Flip Off').first().waitFor()
  for (const name of names) await wall.getByText(name).first().waitFor()
})

test('EVT-02 EVT-03 EVT-04 a round begins without a word of its games: each match stands at the machine of the venue, with the scores of this second', async () => {
  matchPlay.start()
  matchPlay.startRound()
  for (const name of playersAt(0)) await match('Arena 1').getByText(name).waitFor()
  await postState(stage.product.url, machines[0]!.deviceKey, { session_uuid: crypto.randomUUID(), session_sequence: 1, ...scoresOf(1_200_340, 5_600_780, 900_120, 400_560) })
  const line = match('Arena 1').getByRole('listitem').nth(1)
  await line.getByText('5,600,780').waitFor()
  await line.getByText('1st').waitFor()
  expect(await match('Arena 2').getByText(/\d,\d{3}/).count()).toBe(0)
})

test('BTY-46 the scoreboard of the machine has the names of the match', async () => {
  for (const name of playersAt(0)) await scoreboard.getByText(name).first().waitFor()
  await scoreboard.getByText('5,600,780').first().waitFor()
})

test('BTY-47 the director says once that all TVs show the tournament, and takes it back', async () => {
  const panel = tv.locator('[aria-hidden="false"] [data-code]')
  await panel.waitFor()
  const page = await phone.newPage()
  await page.goto(`${stage.product.url}/displays?code=${(await panel.getAttribute('data-code'))!}`)
  await page.getByLabel('Name').fill('Bar left')
  await choose(page, 'Board', 'left', /Left lane/)
  await page.getByRole('button', { name: 'Pair TV' }).click()
  await tv.getByRole('heading', { level: 1, name: 'Left lane' }).waitFor({ state: 'attached' })

  await page.goto(`${stage.product.url}/eventboards`)
  await chooseInRow(page, 'Tuesday on the wall', 'Show on a TV')
  await page.getByRole('button', { name: 'All TVs, until it’s over' }).click()
  await tv.getByRole('article', { name: 'Arena 1' }).waitFor()
  await page.goto(`${stage.product.url}/displays`)
  await page.getByText('until it’s over').waitFor()
  await chooseInRow(page, 'Bar left', 'Show Left lane again')
  await tv.getByRole('heading', { level: 1, name: 'Left lane' }).waitFor({ state: 'attached' })
  await page.close()
})

test('EVT-11 results are on the wall with what they are worth, also one entered while Match Play’s socket was cut and one while the server was dead', async () => {
  matchPlay.cut()
  const [first, second] = matchPlay.open
  matchPlay.finish(first!)
  await match('Arena 1').getByText('Final').waitFor()
  await match('Arena 1').getByRole('listitem').filter({ hasText: winnerOf(first!) }).getByText('+7').waitFor()
  await stage.product.kill()
  matchPlay.finish(second!)
  await wall.getByText(/^As of \d\d:\d\d$/).waitFor()
  await stage.product.start()
  // The last match: between rounds the wall has the standings alone.
  const standings = wall.getByRole('region', { name: 'Standings' })
  await standings.getByRole('listitem').filter({ hasText: winnerOf(second!) }).getByText('7', { exact: true }).waitFor()
})

test('EVT-11 when it is over the podium stands on the wall', async () => {
  matchPlay.endRound()
  matchPlay.end(true)
  const podium = wall.getByRole('list', { name: 'Podium' })
  await podium.waitFor()
  const { position, playerId } = matchPlay.standings()[0]!
  await podium.getByRole('listitem').filter({ hasText: names[matchPlay.playerIds.indexOf(playerId)]! }).getByText(String(position), { exact: true }).waitFor()
  // A server that takes its time to be back is asked for over HTTP, too, which Chromium notes.
  expect(complaints.filter((text) => !text.includes('ERR_CONNECTION_REFUSED'))).toEqual([])
})
