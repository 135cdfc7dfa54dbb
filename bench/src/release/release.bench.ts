import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { addKeyedMachines, postEntry, registerOwner } from '@multiball/e2e/account'
import { copyDeploy } from '@multiball/e2e/deployCopy'
import { startProduct } from '@multiball/e2e/product'
import { chromiumSwitches, ensureChromium } from '@multiball/platform/chromium'
import { chromium, type Browser } from 'playwright-core'
import { fourPlayerEntry } from '../stage'
import { caughtRow, type Row } from '../table'
import { releaseChanges } from './changedSources'
import { visit, type SentFile } from './visit'

const remoteTargetBytes = 3_000
const shellTargetBytes = 15_000

/** The registry of a deploy folder as it is before a release and after it. */
interface Release {
  folder: string
  before: string
  after: string
}

interface Active {
  shell: { active: string }
  remotes: Record<string, { active: string }>
}

const registryIn = (folder: string) => path.join(folder, 'registry.json')

/** In one step, as publish does. */
function give({ folder }: Release, registry: string): void {
  const draft = `${registryIn(folder)}.bench`
  writeFileSync(draft, registry)
  renameSync(draft, registryIn(folder))
}

/** What screens that were there before the release are sent after it. */
interface Sent {
  viewer: SentFile[]
  list: SentFile[]
}

/** Visits a scoreboard's viewer and the list of scoreboards as somebody new, before the release. Answers the same visits after it. */
async function visitScreens(browser: Browser, url: string): Promise<() => Promise<Sent>> {
  const owner = await registerOwner(url, 'bench')
  const [machine] = await addKeyedMachines(owner, 'Bench', ['Medieval'])
  const { id } = await owner.call<{ id: number }>('POST', '/api/scoreboard/', {
    title: 'Lobby',
    is_public: true,
    venuemachine_items: [{ venuemachine: machine!.id, order: 0 }],
  })
  await postEntry(url, machine!.deviceKey, fourPlayerEntry(crypto.randomUUID(), 1, 12_340))
  const [screen, desk] = [
    await browser.newContext({ viewport: { width: 1920, height: 1080 } }),
    await browser.newContext({ viewport: { width: 1280, height: 800 } }),
  ]
  await desk.addCookies([{ name: 'token', value: owner.token, url }])
  const visits = async () => ({
    viewer: await visit(screen, `${url}/viewer/scoreboards/${id}`, 'Player 1'),
    list: await visit(desk, `${url}/scoreboards`, 'Lobby'),
  })
  await visits()
  return visits
}

/** @param main another start of the server than the product's */
async function measure(release: Release, main?: string): Promise<Sent> {
  give(release, release.before)
  const product = await startProduct({ DEPLOY_DIR: release.folder, LOG_LEVEL: 'warn' }, main)
  const browser = await chromium.launch({ executablePath: await ensureChromium(), args: chromiumSwitches })
  try {
    const visitAgain = await visitScreens(browser, product.url)
    give(release, release.after)
    return await visitAgain()
  } finally {
    await browser.close()
    await product.stop()
  }
}

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(2)} kB`
const bytesOf = (files: readonly SentFile[]) => files.reduce((sum, { bytes }) => sum + bytes, 0)

/** @param whole what a server sends that sends no deltas */
function rowsOf(sent: Sent, whole: Sent, { after }: Release): Row[] {
  const { shell, remotes } = JSON.parse(after) as Active
  const partOf = (files: readonly SentFile[], name: string, version: string) =>
    files.filter(({ path: file }) => file.startsWith(`/r/${name}/${version}/`))
  const row = (what: string, part: (from: Sent) => SentFile[], targetBytes?: number): Row => {
    const files = part(sent)
    if (files.length === 0) throw new Error(`The release has changed nothing of this: ${what}`)
    const [bytes, all] = [bytesOf(files), bytesOf(part(whole))]
    const target = targetBytes !== undefined && { target: `<= ${targetBytes / 1000} kB`, holds: bytes <= targetBytes }
    return {
      what: `${what}, ${files.length} files`,
      ours: kilobytes(bytes),
      peer: kilobytes(all),
      ratio: (bytes / all).toFixed(2),
      ...target,
    }
  }
  return [
    row(
      'the changed remote in a viewer',
      ({ viewer }) => partOf(viewer, 'mf-scoreboards', remotes['mf-scoreboards']!.active),
      remoteTargetBytes,
    ),
    row('a viewer with everything that it shows', ({ viewer }) => viewer),
    row('the shell on the list of scoreboards', ({ list }) => partOf(list, 'shell', shell.active), shellTargetBytes),
    row('that page with the remote', ({ list }) => list),
  ]
}

/** What a browser that was there before is sent of scripts and styles after a release of a few lines, beside a server that sends whole files. */
export async function run(): Promise<Row[]> {
  const deploy = copyDeploy()
  try {
    const before = readFileSync(registryIn(deploy.folder), 'utf8')
    releaseChanges(deploy.folder)
    const release = { folder: deploy.folder, before, after: readFileSync(registryIn(deploy.folder), 'utf8') }
    const sent = await measure(release)
    const whole = await measure(release, 'bench/src/release/wholeServer.ts')
    return [
      ...rowsOf(sent, whole, release),
      caughtRow('a server that sends whole files', rowsOf(whole, whole, release)),
    ]
  } finally {
    deploy.remove()
  }
}
