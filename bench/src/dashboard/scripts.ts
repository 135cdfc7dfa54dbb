import type { Page } from 'playwright-core'

interface LoadedScript {
  /** such as /r/shell/1.0.0-cb3605bd/page.fb11108e.js */
  path: string
  /** as it went over the wire, brotli */
  bytes: number
}

/** The scripts that a page has loaded since its navigation. */
export const loadedScripts = (page: Page): Promise<LoadedScript[]> =>
  page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .map(({ name, encodedBodySize }) => ({ path: new URL(name).pathname, bytes: encodedBodySize }))
      .filter(({ path }) => path.endsWith('.js')),
  )

export const bytesOf = (scripts: readonly LoadedScript[]): number => scripts.reduce((sum, { bytes }) => sum + bytes, 0)
