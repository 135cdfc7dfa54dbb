import { setTimeout as wait } from 'node:timers/promises'
import { registerOwner } from '@multiball/e2e/account'
import { copyDeploy } from '@multiball/e2e/deployCopy'
import { startProduct } from '@multiball/e2e/product'
import { chromiumSwitches, ensureChromium } from '@multiball/platform/chromium'
import { chromium, type Browser } from 'playwright-core'
import { caughtRow, quantile, type Row } from '../table'
import { timeBuilds, timeHotChange } from './remoteCopy'
import { timeShipping } from './shipping'

/** By how many ms things are late on purpose, and the start of a server that is. */
interface Lateness {
  buildMs: number
  shellMs: number
  changeMs: number
  server?: string
}

const onTime: Lateness = { buildMs: 0, shellMs: 0, changeMs: 0 }
const late: Lateness = { buildMs: 12_000, shellMs: 1_500, changeMs: 2_000, server: 'bench/src/platform/lateServer.ts' }

const visits = 9
const shippingTargetMs = 5000
const coldTargetMs = 12_000
const warmTargetMs = 4000
const changeTargetMs = 2000

/** ms from the navigation to a shell whose navigation takes a press, at the page of a remote. */
async function startShell(
  browser: Browser,
  url: string,
  token: string,
  isHanging: boolean,
  lateMs: number,
): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  await context.addCookies([{ name: 'token', value: token, url }])
  const page = await context.newPage()
  // Both go through the test's hands, so that only the hanging differs.
  await page.route('**/r/mf-scoreboards/**', (route) => (isHanging ? undefined : void route.continue()))
  // As if the shell waited for the remote, for so long.
  if (isHanging && lateMs > 0)
    await page.route('**/r/shell/**', (route) => void wait(lateMs).then(() => route.continue()))
  await page.goto(`${url}/scoreboards`, { waitUntil: 'commit' })
  await page.getByRole('link', { name: 'Home' }).first().click({ trial: true })
  const ms = await page.evaluate(() => performance.now())
  await context.close()
  return ms
}

async function shellRow(browser: Browser, url: string, token: string, lateMs: number): Promise<Row> {
  const times = { hanging: [] as number[], healthy: [] as number[] }
  for (let count = 0; count <= visits; count += 1) {
    const [hanging, healthy] = [
      await startShell(browser, url, token, true, lateMs),
      await startShell(browser, url, token, false, lateMs),
    ]
    // The first one of each warms up.
    if (count === 0) continue
    times.hanging.push(hanging)
    times.healthy.push(healthy)
  }
  const [hanging, healthy] = [quantile(times.hanging, 0.5), quantile(times.healthy, 0.5)]
  return {
    what: `shell start with one remote hanging, beside none, median of ${visits}`,
    ours: `${hanging.toFixed(0)} ms`,
    peer: `${healthy.toFixed(0)} ms`,
    ratio: (hanging / healthy).toFixed(2),
    target: '<= 1.1',
    holds: hanging / healthy <= 1.1,
  }
}

const seconds = (what: string, ms: number, targetMs?: number): Row => ({
  what,
  ours: `${(ms / 1000).toFixed(1)} s`,
  ...(targetMs !== undefined && { target: `<= ${targetMs / 1000} s`, holds: ms <= targetMs }),
})

async function measure(lateness: Lateness): Promise<Row[]> {
  const { coldMs, warmMs } = await timeBuilds(lateness.buildMs)
  const deploy = copyDeploy()
  const product = await startProduct({ DEPLOY_DIR: deploy.folder, LOG_LEVEL: 'warn' }, lateness.server)
  const browser = await chromium.launch({ executablePath: await ensureChromium(), args: chromiumSwitches })
  try {
    const { token } = await registerOwner(product.url, 'bench')
    const shell = await shellRow(browser, product.url, token, lateness.shellMs)
    const changeMs = await timeHotChange(browser, product.url, token, lateness.changeMs)
    const { publishMs, rollbackMs, commandMs } = await timeShipping(browser, deploy, product.url, token)
    return [
      seconds('build of one remote alone, cold', coldMs, coldTargetMs),
      seconds('build of one remote alone, warm', warmMs, warmTargetMs),
      seconds('publish: from the end of the build to a new visitor', publishMs, shippingTargetMs),
      seconds('rollback: from the command to a new visitor', rollbackMs, shippingTargetMs),
      seconds('publish, the whole command: contract, build, store', commandMs),
      shell,
      seconds('npm run dev: from a saved file to its change in a deployed page, median of 5', changeMs, changeTargetMs),
    ]
  } finally {
    await browser.close()
    await product.stop()
    deploy.remove()
  }
}

/** What shipping a remote costs, and what a bad one costs the others. */
export async function run(): Promise<Row[]> {
  const rows = await measure(onTime)
  return [...rows, caughtRow('builds, a server, a shell and changes that are late on purpose', await measure(late))]
}
