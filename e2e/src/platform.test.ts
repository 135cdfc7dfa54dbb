import type { BrowserContext, Page } from 'playwright-core'
import { addVenueMachine, registerOwner, type Owner } from './account'
import { complaintsOf } from './browser'
import { overflow, signedIn } from './dashboard'
import { copyDeploy } from './deployCopy'
import { makeOperator } from './product'
import { useProduct } from './useProduct'

/* What an operator does when a new version of a remote comes, and what visitors and a reviewer get meanwhile. */

const remote = 'mf-scoreboards'
const candidate = '9.9.9'
const deploy = copyDeploy()
deploy.addTwin(remote, candidate)
const stage = useProduct('platform-operator', { environment: () => ({ DEPLOY_DIR: deploy.folder }) })
const windows: BrowserContext[] = []
let live: string
let other: Owner
let operators: Page
let complaints: string[]

async function open(owner: Owner, viewport = { width: 1280, height: 800 }) {
  const context = await signedIn(stage.browser, stage.product.url, owner, viewport)
  windows.push(context)
  return context.newPage()
}

beforeAll(async () => {
  live = deploy.activeVersion(remote)
  other = await registerOwner(stage.product.url, 'platform-visitor')
  await makeOperator(stage.product, stage.owner.username)
  operators = await open(stage.owner)
  complaints = complaintsOf(operators)
})
afterAll(async () => {
  for (const window of windows) await window.close()
  deploy.remove()
})

/** Opens an address, and answers which versions of the remote its scripts were of. */
async function versionsAt(page: Page, address: string, seen: () => Promise<unknown>): Promise<string[]> {
  const versions = new Set<string>()
  const note = (request: { url(): string }) => {
    const version = new RegExp(`/r/${remote}/([^/]+)/`).exec(request.url())?.[1]
    if (version) versions.add(version)
  }
  page.on('request', note)
  await page.goto(stage.product.url + address)
  await seen()
  page.off('request', note)
  return [...versions]
}
const listOn = (page: Page) => () => page.getByRole('heading', { name: /My Scoreboards/ }).waitFor()
const chooseOf = async (version: string, action: string) => {
  await operators.getByRole('button', { name: `More for ${remote} ${version}` }).click()
  await operators.getByRole('menuitem', { name: action }).click()
}
const row = () => operators.getByRole('list', { name: 'What runs' }).getByRole('listitem').filter({ hasText: remote })
const says = (text: string) => operators.getByText(text, { exact: true }).waitFor()
const bar = (page: Page) => page.getByRole('complementary', { name: 'Review' })

test('PLT-01 PLT-02 PLT-04 an operator sees what runs, tries a version on a share and takes that back; others find no such page', async () => {
  const visitor = await open(other)
  await visitor.goto(`${stage.product.url}/platform`)
  await visitor.getByRole('heading', { name: 'Page not found' }).waitFor()
  await operators.goto(stage.product.url)
  await operators.getByRole('button', { name: /^User menu/ }).click()
  await operators.getByRole('menuitem', { name: 'Platform' }).click()
  await row().getByText(live, { exact: true }).first().waitFor()
  await row().getByText(/other version/).click()
  await chooseOf(candidate, 'Give it to 25%')
  await says(`25% of visitors get ${remote} ${candidate}.`)
  await row().getByText('Canary, 25%').waitFor()
  await operators.getByRole('button', { name: `Take back the canary of ${remote}` }).click()
  await says(`The canary of ${remote} is taken back: everybody gets ${live}.`)
})

test('PLT-05 PLT-06 PLT-07 a reviewer’s link opens the candidate in their browser, in the dashboard and on a board, until they leave or it is withdrawn', async () => {
  const machine = await addVenueMachine(other, 'The Lane', 'Medieval')
  const board = await other.call<{ id: number }>('POST', '/api/scoreboard/', { title: 'Lobby', is_public: true, venuemachine_items: [{ venuemachine: machine }] })
  if (!(await row().getByRole('button', { name: `More for ${remote} ${candidate}` }).isVisible())) await row().getByText(/other version/).click()
  await chooseOf(candidate, 'Link for a reviewer')
  const dialog = operators.getByRole('dialog', { name: 'Link for a reviewer' })
  const address = new URL((await dialog.getByText('/review?link=').textContent())!)
  await dialog.getByRole('button', { name: 'Close' }).click()
  expect(address.origin).toBe(stage.product.url)

  const [reviewer, visitor] = [await open(other, { width: 390, height: 844 }), await open(other)]
  const saysReview = () => bar(reviewer).getByText(`You are reviewing ${remote} ${candidate}`).waitFor()
  expect(await versionsAt(reviewer, address.pathname + address.search, async () => [await listOn(reviewer)(), await saysReview()])).toEqual([candidate])
  expect([new URL(reviewer.url()).pathname, await overflow(reviewer), await reviewer.evaluate(() => document.cookie.includes('mb-review'))]).toEqual(['/scoreboards', 0, false])
  expect(await versionsAt(reviewer, `/viewer/scoreboards/${board.id}`, saysReview)).toEqual([candidate])
  expect(await versionsAt(visitor, '/scoreboards', listOn(visitor))).toEqual([live])
  expect(await bar(visitor).count()).toBe(0)

  await bar(reviewer).getByRole('button', { name: 'Leave' }).click()
  await bar(reviewer).waitFor({ state: 'detached' })
  expect(await versionsAt(reviewer, '/scoreboards', listOn(reviewer))).toEqual([live])
  await reviewer.goto(address.href)
  await saysReview()
  await operators.getByRole('button', { name: `Withdraw the link to ${remote} ${candidate}` }).click()
  await operators.getByText(/^The link is withdrawn/).waitFor()
  expect(await versionsAt(reviewer, '/scoreboards', async () => [await listOn(reviewer)(), await bar(reviewer).getByText('Your link for reviewers was withdrawn. You see what everybody sees.').waitFor()])).toEqual([live])
})

test('PLT-02 PLT-04 a version is made active, is what visitors get, and is rolled back by one press; the history has it', async () => {
  const visitor = await open(other)
  if (!(await row().getByRole('button', { name: `More for ${remote} ${candidate}` }).isVisible())) await row().getByText(/other version/).click()
  await chooseOf(candidate, 'Make active')
  await says(`${remote} ${candidate} is active: new visits get it.`)
  expect(await versionsAt(visitor, '/scoreboards', listOn(visitor))).toEqual([candidate])
  await operators.getByRole('button', { name: `Roll back ${remote} to ${live}` }).click()
  await says(`${remote} is rolled back: new visits get ${live}.`)
  expect(await versionsAt(visitor, '/scoreboards', listOn(visitor))).toEqual([live])
  const history = operators.getByRole('list', { name: 'Changes' }).getByRole('listitem')
  await history.filter({ hasText: `active ${live}, before ${candidate}` }).filter({ hasText: `by ${stage.owner.username}` }).waitFor()
  expect((await history.allTextContents()).filter((text) => text.startsWith(`${remote}: link for a reviewer of ${candidate}`))).toHaveLength(2)
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
  await visitor.goto(`${stage.product.url}/displays?code=thrown`)
  await visitor.getByText(/mf-displays .*REMOTE_THREW/).first().waitFor({ state: 'attached' })
  expect((await reported).ok()).toBe(true)
  await operators.goto(`${stage.product.url}/platform`)
  const failure = operators.getByRole('region', { name: 'Recent failures' }).getByRole('listitem').filter({ hasText: 'REMOTE_THREW' }).first()
  await failure.waitFor()
  expect(await failure.textContent()).toMatch(/mf-displays\/src\/pages\/ListPage\.tsx:\d+:\d+/)
  expect(complaints).toEqual([])
})
