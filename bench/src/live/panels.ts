import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { addVenueMachine, postEntry, registerOwner } from '@multiball/e2e/account'
import { chromiumSwitches, ensureChromium } from '@multiball/platform/chromium'
import { freePort, startProduct } from '@multiball/e2e/product'
import { chromium } from 'playwright-core'
import { hasPrometheus, readDashboard, startPrometheus } from '../../../server/src/testing/system/prometheus'
import { fourPlayerEntry } from '../rig'
import type { Row } from '../table'
import { gather, greetingOf } from './fanOut'

const ops = path.resolve(import.meta.dirname, '../../../ops')
/** A backup, the reports of pages and what is read of the database once a minute take their time. */
const patienceMs = 150_000
const betweenPostsMs = 50

/**
 * Lines of the dashboard's panels that have data in Debian's Prometheus, while a machine posts, `viewers` watch, one page
 * loads its board and another one cannot. Those about a standby need one, and are left out. The broken case: the same
 * Prometheus beside a port where no server is.
 */
export async function measurePanels(viewers: number): Promise<Row[]> {
  if (!hasPrometheus()) throw new Error('Prometheus is not installed (apt install prometheus).')
  const { panels } = readDashboard(ops)
  const meant = panels.filter(([, expression]) => !expression.includes('multiball_read_database'))
  const folder = mkdtempSync(path.join(tmpdir(), 'multiball-panels-'))
  const metricsPort = await freePort()
  const product = await startProduct({
    LOG_LEVEL: 'warn',
    METRICS_PORT: String(metricsPort),
    BACKUP_DIR: path.join(folder, 'backups'),
    BACKUP_HOUR: String(new Date().getHours()),
  })
  const url = product.url.replace('localhost', '127.0.0.1')
  const owner = await registerOwner(url, 'bench')
  const machine = await addVenueMachine(owner, 'Bench', 'Medieval')
  const { id } = await owner.call<{ id: number }>('POST', '/api/scoreboard/', {
    title: 'Bench',
    is_public: true,
    venuemachine_items: [{ venuemachine: machine }],
  })
  const { key } = await owner.call<{ key: string }>('POST', `/api/venuemachine/${machine}/device_key/`)
  const crowd = await gather(
    {
      socketAddress: `${url.replace('http', 'ws')}/scoreboard/${id}/scores/websocket/`,
      greeting: greetingOf(`scoreboard:${id}:scores`),
    },
    viewers,
  )
  const playing = new AbortController()
  const session = crypto.randomUUID()
  const game = (async () => {
    for (let sequence = 1; !playing.signal.aborted; sequence += 1) {
      await postEntry(url, key, fourPlayerEntry(session, sequence, sequence * 1010))
      await wait(betweenPostsMs)
    }
  })()
  const browser = await chromium.launch({ executablePath: await ensureChromium(), args: chromiumSwitches })
  const prometheus = await startPrometheus(ops, folder, metricsPort)
  const deadFolder = path.join(folder, 'dead')
  mkdirSync(deadFolder)
  const dead = await startPrometheus(ops, deadFolder, await freePort())
  try {
    const address = `${product.url}/viewer/scoreboards/${id}`
    const page = await browser.newPage()
    await page.goto(address)
    const broken = await browser.newPage()
    await broken.route(/\/r\/mf-scoreboards\//, (route) => route.abort())
    await broken.goto(address)
    const deadline = Date.now() + patienceMs
    let empty = await prometheus.empty(meant)
    while (empty.length > 0 && Date.now() < deadline) {
      await wait(1_000)
      empty = await prometheus.empty(meant)
    }
    for (const line of empty) console.log(`Without data: ${line}`)
    const without = (await dead.empty(meant)).length
    return [
      {
        what: `lines of panels with data, ${viewers} viewers`,
        ours: `${meant.length - empty.length} of ${meant.length}`,
        target: 'all',
        holds: empty.length === 0,
      },
      {
        what: 'broken: no server at the metrics’ port',
        ours: `${meant.length - without} of ${meant.length}`,
        target: 'fewer',
        holds: without > 0,
      },
    ]
  } finally {
    playing.abort()
    await game
    await browser.close()
    await crowd.leave()
    for (const one of [prometheus, dead]) await one.stop()
    await product.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
