import { spawn, type ChildProcess } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { complaintsOf } from './browser'
import { freePort } from './product'
import { useProduct } from './useProduct'

/* One remote on a developer's machine, inside the pages of a deployment that was built long before. */

const root = path.resolve(import.meta.dirname, '../..')

const rig = useProduct('dev-owner')
let team: string
let server: ChildProcess
let port: number
let printed = ''

/** Runs `npm run dev` of the copy; resolves when it says where to look. */
async function startDev(): Promise<void> {
  port = await freePort()
  server = spawn(
    process.execPath,
    [path.join(root, 'platform/bin.mjs'), 'dev', '--against', rig.product.url, '--port', String(port)],
    { cwd: path.join(team, 'mf-scoreboards'), stdio: ['ignore', 'pipe', 'pipe'] },
  )
  await new Promise<void>((resolve, reject) => {
    server.once('exit', (code) => reject(new Error(`The dev server ended with ${code}:\n${printed}`)))
    for (const stream of [server.stdout!, server.stderr!]) {
      stream.on('data', (text: Buffer) => {
        printed += text.toString()
        if (/^Open http/m.test(printed)) resolve()
      })
    }
  })
}

beforeAll(async () => {
  team = mkdtempSync(path.join(tmpdir(), 'multiball-dev-'))
  cpSync(path.join(root, 'mf-scoreboards'), path.join(team, 'mf-scoreboards'), {
    recursive: true,
    filter: (file) => !/[\\/](?:dist|\.types|node_modules)$/.test(file),
  })
  symlinkSync(
    path.join(root, 'node_modules'),
    path.join(team, 'node_modules'),
    process.platform === 'win32' ? 'junction' : 'dir',
  )
  await startDev()
})

afterAll(async () => {
  server?.kill()
  rmSync(team, { recursive: true, force: true })
})

async function openForm(query: string): Promise<Page> {
  const context = await rig.browser.newContext({
    viewport: { width: 1280, height: 800 },
    permissions: ['local-network-access'],
  })
  await context.addCookies([{ name: 'token', value: rig.owner.token, url: rig.product.url }])
  context.setDefaultTimeout(40_000)
  const page = await context.newPage()
  await page.goto(`${rig.product.url}/scoreboards/add${query}`)
  await page.getByLabel('Title', { exact: true }).waitFor()
  return page
}

/** Saves a file of the copy with one text in place of another. */
function edit(file: string, from: string, to: string): void {
  const place = path.join(team, 'mf-scoreboards/src', file)
  const text = readFileSync(place, 'utf8')
  expect(text).toContain(from)
  writeFileSync(place, text.replace(from, to))
}

const hasDevelopmentReact = (page: Page) => page.evaluate(() => 'multiballDevelopmentReact' in globalThis)

test('what is saved is on the screen at once: the page is not loaded again, and keeps what was typed', async () => {
  const page = await openForm(`?mf-dev=mf-scoreboards:${port}`)
  const complaints = complaintsOf(page)
  await page.getByText(`mf-scoreboards from http://localhost:${port}`).waitFor()
  await page.waitForFunction(() => 'multiballDevelopmentReact' in globalThis)
  const title = page.getByLabel('Title', { exact: true })
  await title.waitFor()
  await title.fill('Typed before the change')
  await page.evaluate(() => void Reflect.set(globalThis, 'isSameDocument', true))

  edit('form/ScoreboardForm.tsx', 'label="Display title"', 'label="Title on the wall"')
  await page.getByText('Title on the wall', { exact: true }).waitFor()
  expect(await title.inputValue()).toBe('Typed before the change')

  // Styles too, and what they no longer say goes.
  const screen = page.locator('[class*="_dev_"]').first()
  const outline = () => screen.evaluate((element) => getComputedStyle(element).outlineStyle)
  expect(await outline()).toBe('none')
  edit('display/screen/Screen.module.css', '{', '{ outline: 1px solid red;')
  await page.waitForFunction(() =>
    [...document.querySelectorAll('[class*="_dev_"]')].some(
      (element) => getComputedStyle(element).outlineStyle === 'solid',
    ),
  )

  expect(await title.inputValue()).toBe('Typed before the change')
  expect(await page.evaluate(() => 'isSameDocument' in globalThis)).toBe(true)
  expect(complaints).toEqual([])
  await page.context().close()
})

test('everybody else has the published remote, and React as it was built', async () => {
  const asked: string[] = []
  const page = await openForm('')
  page.on('request', (request) => asked.push(request.url()))
  await page.reload()
  await page.getByText('Display title', { exact: true }).waitFor()
  expect(await hasDevelopmentReact(page)).toBe(false)
  expect(asked.filter((address) => new URL(address).port === String(port))).toEqual([])
  await page.context().close()
})
