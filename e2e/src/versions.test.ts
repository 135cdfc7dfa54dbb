import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import type { EmbedVersions } from '@multiball/shared/schema'
import { writeDeltas } from '../../platform/src/build/deltas'
import { integrityOf } from '../../platform/src/disk/fileHashes'
import { promote, addEmbed, rollback, setEnabled } from '../../platform/src/registry/changes'
import { changeRegistry, readRegistry } from '../../platform/src/registry/registryFile'
import { addVenueMachine, registerOwner, type Owner } from './account'
import { complaintsOf } from './browser'
import { check, overflow, signedIn } from './dashboard'
import { copyDeploy } from './deployCopy'
import { startPartnerSite } from './partnerSite'
import { makeOperator } from './product'
import { useProduct } from './useProduct'

/* What operators, reviewers, visitors and partners get when a version comes and goes, while the server runs. */

const remote = 'mf-scoreboards'
const candidate = '9.9.9'
const deploy = copyDeploy()
deploy.addTwin(remote, candidate)
const rig = useProduct('versions-operator', { environment: () => ({ DEPLOY_DIR: deploy.folder }) })
const live = deploy.activeVersion(remote)
let other: Owner
let board: number
let operators: Page
let complaints: string[]

async function open(owner: Owner, viewport = { width: 1280, height: 800 }) {
  return (await signedIn(rig.browser, rig.product.url, owner, viewport)).newPage()
}

beforeAll(async () => {
  other = await registerOwner(rig.product.url, 'versions-visitor')
  const machine = await addVenueMachine(other, 'The Lane', 'Medieval')
  board = (
    await other.call<{ id: number }>('POST', '/api/scoreboard/', {
      title: 'Lobby',
      is_public: true,
      venuemachine_items: [{ venuemachine: machine }],
    })
  ).id
  await makeOperator(rig.product, rig.owner.username)
  operators = await open(rig.owner)
  complaints = complaintsOf(operators)
})
afterAll(() => deploy.remove())

/** Does something on a page, and answers which versions of the remote its scripts were of. */
async function versionsOf(page: Page, act: () => Promise<unknown>): Promise<string[]> {
  const versions = new Set<string>()
  const note = (request: { url(): string }) => {
    const version = new RegExp(`/r/${remote}/([^/]+)/`).exec(request.url())?.[1]
    if (version) versions.add(version)
  }
  page.on('request', note)
  await act()
  page.off('request', note)
  return [...versions]
}
const listed = (page: Page) => page.getByRole('heading', { name: /My Scoreboards/ }).waitFor()
const versionsAt = (page: Page, address: string, seen: () => Promise<unknown> = () => listed(page)) =>
  versionsOf(page, async () => {
    await page.goto(rig.product.url + address)
    await seen()
  })
const change = (how: Parameters<typeof changeRegistry>[1]) => changeRegistry(deploy.folder, how)
const chooseOf = async (version: string, action: string) => {
  const more = operators.getByRole('button', { name: `More for ${remote} ${version}` })
  if (!(await more.isVisible()))
    await row()
      .getByText(/other version/)
      .click()
  await more.click()
  await operators.getByRole('menuitem', { name: action }).click()
}
const row = () => operators.getByRole('list', { name: 'What runs' }).getByRole('listitem').filter({ hasText: remote })
const says = (text: string) => operators.getByText(text, { exact: true }).waitFor()
const bar = (page: Page) => page.getByRole('complementary', { name: 'Review' })

test('PLT-02 PLT-04 what an operator makes active is what new visits get, until it is rolled back; a tab that is open goes on with the version it began with', async () => {
  const [tab, visitor, later] = [await open(other), await open(other), await open(other)]
  await tab.goto(rig.product.url)
  await tab.getByRole('heading', { name: 'Newest Public Scoreboards' }).waitFor()
  await operators.goto(rig.product.url)
  await operators.getByRole('button', { name: /^User menu/ }).click()
  await operators.getByRole('menuitem', { name: 'Platform' }).click()
  await row().getByText(live, { exact: true }).first().waitFor()
  await chooseOf(candidate, 'Make active')
  await says(`${remote} ${candidate} is active: new visits get it.`)
  expect(await versionsAt(visitor, '/scoreboards')).toEqual([candidate])
  const inTab = await versionsOf(tab, async () => {
    await tab.getByRole('link', { name: 'Scoreboards', exact: true }).first().click()
    await listed(tab)
  })
  expect(inTab).toEqual([live])

  await operators.getByRole('button', { name: `Roll back ${remote} to ${live}` }).click()
  await says(`${remote} is rolled back: new visits get ${live}.`)
  expect(await versionsAt(later, '/scoreboards')).toEqual([live])
  // The tab that has the version which was taken back still finds its files.
  const inVisit = await versionsOf(visitor, async () => {
    await visitor
      .getByRole('link', { name: /Add Scoreboard/ })
      .first()
      .click()
    await visitor.getByLabel('Title', { exact: true }).waitFor()
  })
  expect(inVisit).not.toContain(live)
  await operators
    .getByRole('list', { name: 'Changes' })
    .getByRole('listitem')
    .filter({ hasText: `active ${live}, before ${candidate}` })
    .filter({ hasText: `by ${rig.owner.username}` })
    .waitFor()
})

test('PLT-05 PLT-06 PLT-07 a reviewer’s link opens the candidate in their browser, in the dashboard and on a board, until they leave or it is withdrawn', async () => {
  await chooseOf(candidate, 'Link for a reviewer')
  const dialog = operators.getByRole('dialog', { name: 'Link for a reviewer' })
  const address = new URL((await dialog.getByText('/review?link=').textContent())!)
  await dialog.getByRole('button', { name: 'Close' }).click()
  const reviewer = await open(other, { width: 390, height: 844 })
  const saysReview = () => bar(reviewer).getByText(`You are reviewing ${remote} ${candidate}`).waitFor()
  expect(address.origin).toBe(rig.product.url)
  expect(
    await versionsAt(reviewer, address.pathname + address.search, async () => [
      await listed(reviewer),
      await saysReview(),
    ]),
  ).toEqual([candidate])
  expect([
    new URL(reviewer.url()).pathname,
    await overflow(reviewer),
    await reviewer.evaluate(() => document.cookie.includes('mb-review')),
  ]).toEqual(['/scoreboards', 0, false])
  const afterLeaving = await versionsOf(reviewer, async () => {
    await bar(reviewer).getByRole('button', { name: 'Leave' }).click()
    await bar(reviewer).waitFor({ state: 'detached' })
    await listed(reviewer)
  })
  expect(afterLeaving).toEqual([live])

  await reviewer.goto(address.href)
  await saysReview()
  const wall = `/viewer/scoreboards/${board}`
  expect(await versionsAt(reviewer, wall, saysReview)).toEqual([candidate])
  await operators.getByRole('button', { name: `Withdraw the link to ${remote} ${candidate}` }).click()
  await operators.getByText(/^The link is withdrawn/).waitFor()
  expect(
    await versionsAt(reviewer, wall, () =>
      bar(reviewer).getByText('Your link for reviewers was withdrawn. You see what everybody sees.').waitFor(),
    ),
  ).toEqual([live])
})

test('PLT-03 PLT-04 of a remote that throws, the visitor sees a card, and the operator the place in its sources', async () => {
  const visitor = await open(other)
  // What the page asks of the browser throws, so that the remote’s own line is the first of ours in the stack.
  await visitor.addInitScript(() => {
    const Given = URLSearchParams
    globalThis.URLSearchParams = class extends Given {
      constructor(init?: ConstructorParameters<typeof Given>[0]) {
        if ((init as { code?: string } | undefined)?.code === 'thrown') throw new TypeError('no such code')
        super(init)
      }
    }
  })
  const reported = visitor.waitForResponse((answer) => new URL(answer.url()).pathname === '/api/client-errors/')
  await visitor.goto(`${rig.product.url}/displays?code=thrown`)
  await visitor
    .getByText(/mf-displays .*REMOTE_THREW/)
    .first()
    .waitFor({ state: 'attached' })
  expect((await reported).ok()).toBe(true)
  await operators.goto(`${rig.product.url}/platform`)
  const failure = operators
    .getByRole('region', { name: 'Recent failures' })
    .getByRole('listitem')
    .filter({ hasText: 'REMOTE_THREW' })
    .first()
  await failure.waitFor()
  expect(await failure.textContent()).toMatch(/mf-displays\/src\/pages\/ListPage\.tsx:\d+:\d+/)
  expect(complaints).toEqual([])
})

test('a visitor in the share of a canary has it, a browser that keeps no cookies never has', async () => {
  await change((registry) => promote(registry, remote, candidate, 99))
  const visitor = await open(other)
  // One in a hundred is not in the share.
  await visitor.context().addCookies([{ name: 'mb-visitor', value: 'a0a0a0a0a0a0', url: rig.product.url }])
  // The server preloads it, and the page loads no other.
  expect(await versionsAt(visitor, '/scoreboards')).toEqual([candidate])
  const shut = await open(other)
  await shut.addInitScript(() => Object.defineProperty(document, 'cookie', { get: () => 'token=kept', set: () => {} }))
  expect(
    await versionsAt(shut, `/viewer/scoreboards/${board}`, () => shut.getByText('Medieval').first().waitFor()),
  ).toEqual([live])
  await change((registry) => rollback(registry, remote))
})

test('BTY-18 BTY-30 BTY-40 a board type is in the navigation while its remote is switched on; its board stays on a wall that is open, as it was stored', async () => {
  const eventboard = (
    await other.call<{ id: number }>('POST', '/api/board/eventboard/', { title: 'Tuesday', is_public: true })
  ).id
  const [visitor, wall] = [await open(other), await open(other)]
  const [section, onWall] = [
    visitor.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Eventboards' }),
    wall.getByText('Tuesday').first(),
  ]
  await wall.goto(`${rig.product.url}/viewer/eventboards/${eventboard}`)
  await onWall.waitFor()
  await change((registry) => setEnabled(registry, 'mf-eventboards', false))
  await visitor.goto(`${rig.product.url}/embed?type=eventboard&board=${eventboard}`)
  await visitor
    .getByText(/Not available now/)
    .first()
    .waitFor()
  expect([await section.count(), await onWall.isVisible()]).toEqual([0, true])
  await change((registry) => setEnabled(registry, 'mf-eventboards', true))
  await visitor.goto(`${rig.product.url}/eventboards`)
  await section.waitFor()
  await visitor.getByRole('listitem').filter({ hasText: 'Tuesday' }).waitFor()
})

test('SHP-13 a browser that was here before a release is sent what has changed, a few hundred bytes a file, and the whole file where it cannot read that', async () => {
  const next = '9.8.0-next'
  const folderOf = (version: string) => path.join(deploy.folder, 'r', remote, version)
  deploy.addTwin(remote, next)
  await writeDeltas(folderOf(next), [folderOf(live)])
  const list = path.join(folderOf(next), 'deltas.json')
  const hashes = JSON.parse(readFileSync(list, 'utf8')) as Record<string, string>
  const broken = Object.keys(hashes).find((name) => name.startsWith('remoteEntry'))!
  const delta = readFileSync(path.join(folderOf(next), broken)).fill(0, 44)
  writeFileSync(path.join(folderOf(next), broken), delta)
  writeFileSync(list, JSON.stringify({ ...hashes, [broken]: integrityOf(delta) }))

  const page = await open(other)
  await page.goto(`${rig.product.url}/scoreboards`)
  await listed(page)
  await change((registry) => promote(registry, remote, next))
  const came: Promise<{ encoding: string | undefined; bytes: number; url: string }>[] = []
  page.on('requestfinished', (request) => {
    const url = request.url()
    if (url.includes(`/r/${remote}/${next}/`))
      came.push(
        Promise.all([request.response(), request.sizes()]).then(([response, { responseBodySize: bytes }]) => ({
          encoding: response!.headers()['content-encoding'],
          bytes,
          url,
        })),
      )
  })
  await page.reload()
  await listed(page)
  const files = await Promise.all(came)
  await change((registry) => rollback(registry, remote))
  const changed = files.filter(({ url }) => !url.includes('/remoteEntry'))
  expect(changed.length).toBeGreaterThan(1)
  expect(new Set(changed.map(({ encoding }) => encoding))).toEqual(new Set(['dcz']))
  expect(Math.max(...changed.map(({ bytes }) => bytes))).toBeLessThan(500)
  expect(files.filter(({ url }) => url.includes('?retry=')).map(({ encoding }) => encoding)).toEqual(['br'])
})

/** Puts the active embed into the registry once more, under another name; `boardScript` in the place of what defines the element. */
async function publishNewer(version: string, boardScript?: string) {
  const { active, versions } = readRegistry(deploy.folder).embed!
  const renamed = (text: string) => text.replaceAll(`/r/embed/${active}/`, `/r/embed/${version}/`)
  const folder = path.join(deploy.folder, 'r/embed', version)
  cpSync(path.join(deploy.folder, 'r/embed', active), folder, { recursive: true })
  if (boardScript !== undefined) {
    writeFileSync(path.join(folder, 'board.js'), boardScript)
    writeFileSync(path.join(folder, 'board.js.br'), brotliCompressSync(boardScript))
    writeFileSync(path.join(folder, 'board.js.gz'), gzipSync(boardScript))
  }
  const record = JSON.parse(renamed(JSON.stringify(versions[active]))) as (typeof versions)[string]
  await change((registry) => addEmbed(registry, version, record))
}

test('EMB-10 code that is pinned to the first published version goes on after later publishes, which others get', async () => {
  const first = readRegistry(deploy.folder).embed!.active
  const context = await rig.browser.newContext({
    viewport: { width: 1280, height: 800 },
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  await context.addCookies([{ name: 'token', value: other.token, url: rig.product.url }])
  const playground = await context.newPage()
  await playground.goto(`${rig.product.url}/embed?type=scoreboard&board=${board}`)
  await playground.getByRole('tab', { name: 'Element' }).click()
  await check(playground, 'Inline')
  const copied = async () => {
    await playground.getByRole('button', { name: 'Copy the code' }).click()
    await playground.getByRole('button', { name: 'Copied the code' }).waitFor()
    return playground.evaluate(() => navigator.clipboard.readText())
  }
  const evergreen = await copied()
  await check(playground, 'Pinned')
  await playground.getByText(`Pinned to ${first}.`).waitFor()
  const pinned = await copied()
  expect(pinned).toContain(`/r/embed/${first}/board.js`)

  await publishNewer('1.1.0-second')
  await publishNewer('1.2.0-third', 'globalThis.isThird = true')
  await change((registry) => promote(registry, remote, candidate))
  const { active, versions } = (await (
    await fetch(`${rig.product.url}/embed/v1/versions.json`)
  ).json()) as EmbedVersions
  expect([active, Object.keys(versions)]).toEqual([
    '1.2.0-third',
    expect.arrayContaining([first, '1.1.0-second', '1.2.0-third']),
  ])

  const site = await startPartnerSite()
  try {
    const files: string[] = []
    const before = async (page: Page) =>
      void page.on('request', (request) => files.push(new URL(request.url()).pathname))
    const kept = await site.open(rig.browser, { html: pinned }, { before })
    await kept.page.locator('multiball-board').getByText('Medieval').first().waitFor({ state: 'attached' })
    expect(kept.complaints).toEqual([])
    // Its own files are of the version that was pinned, the display is of the newest.
    const versionsIn = (part: string) =>
      new Set(files.flatMap((file) => (file.startsWith(`/r/${part}/`) ? [file.split('/')[3]] : [])))
    expect([versionsIn('embed'), versionsIn(remote)]).toEqual([new Set([first]), new Set([candidate])])
    const newest = await site.open(rig.browser, { html: evergreen })
    await newest.page.waitForFunction(() => 'isThird' in globalThis)
  } finally {
    site.stop()
  }
})
