import { spawn, type ChildProcess } from 'node:child_process'
import path from 'node:path'
import type { Browser, Locator, Page } from 'playwright-core'
import { complaintsOf } from './browser'

const examples = path.resolve(import.meta.dirname, '../../examples')

/** An example as a partner runs it: a site of its own, on a port of its own. */
export interface RunningExample {
  url: string
  stop(): void
}

/**
 * Runs an example of the folder examples/.
 * @param board such as scoreboard/7
 */
export function startExample(name: string, host: string, board: string): Promise<RunningExample> {
  const child: ChildProcess = spawn(process.execPath, [path.join(examples, name, 'start.mjs'), host, board, '0'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  return new Promise((resolve, reject) => {
    const hear = (text: Buffer) => {
      printed += text.toString()
      const [, port] = /Open http:\/\/localhost:(\d+)/.exec(printed) ?? []
      // Another name than the product's: to the browser another site.
      if (port) resolve({ url: `http://127.0.0.1:${port}`, stop: () => void child.kill() })
    }
    child.stdout!.on('data', hear)
    child.stderr!.on('data', hear)
    child.once('close', (code) => reject(new Error(`${name} ended with ${code}:\n${printed}`)))
  })
}

/** Opens a partner's page in a window of its own. */
export async function openExample(
  browser: Browser,
  { url }: RunningExample,
): Promise<{ page: Page; complaints: string[] }> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 1600 },
    permissions: ['local-network-access'],
  })
  context.setDefaultTimeout(30_000)
  const page = await context.newPage()
  const complaints = complaintsOf(page)
  await page.goto(url)
  return { page, complaints }
}

/** The board says this score, to eyes and ears. */
export const says = (place: Locator, score: string): Promise<void> =>
  place.getByText(score).first().waitFor({ state: 'attached' })

export const inFrame = (place: Locator): Locator => place.locator('iframe').contentFrame().locator('body')
