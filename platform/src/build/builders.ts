import { fork } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism, freemem } from 'node:os'
import { fileURLToPath } from 'node:url'
import { ChangeRefused } from '../command/refused'

/* Builds and publishes several packages at a time, each in one of a few processes: webpack keeps a processor busy for seconds. */

export type Package = readonly [name: string, version: string]

/** What the process of a builder answers: nothing, or why the package could not be built, as a sentence for people or as a stack. */
export interface Built {
  refused?: string
  failed?: string
}

/** A builder takes 1 GB at most. */
const builderBytes = 1.5e9
const mostBuilders = 4

/** A first start needs a game on a TV first, boards after what they show, and the dashboard once all is there that it leads to. */
const neededFirst = ['mf-scoreboards', 'mf-viewer', 'mf-leaderboards', 'mf-comboboards', 'mf-slideshows']
const neededLast = ['shell', 'embed']

/** Packages in the order in which people wait for them. */
export function inOrderOfNeed(names: readonly string[]): string[] {
  const place = (name: string) =>
    neededFirst.includes(name) ? neededFirst.indexOf(name) - neededFirst.length : neededLast.indexOf(name) + 1
  return [...names].sort((one, other) => place(one) - place(other))
}

export interface Builder {
  /** @throws ChangeRefused with the compiler's words */
  build(...one: Package): Promise<void>
  end(): void
}

/** This process itself: where there is one builder, another process would only take time to start. */
const inThisProcess: Builder = {
  // Webpack costs a second, and is loaded only when there is something to build.
  build: async (name, version) => (await import('./deployPackage')).deployPackage(name, version),
  end: () => {},
}

/** A process that ends with this one. */
function inOtherProcess(): Builder {
  const child = fork(fileURLToPath(new URL('builderProcess.ts', import.meta.url)), {
    execArgv: ['--import', import.meta.resolve('tsx')],
  })
  const ended = once(child, 'exit').then(([code, signal]): never => {
    throw new Error(`A process that builds ended with ${code ?? signal}`)
  })
  // Nobody may be waiting for it.
  ended.catch(() => {})
  return {
    async build(...one) {
      child.send(one)
      const [{ refused, failed }] = (await Promise.race([once(child, 'message'), ended])) as [Built]
      if (refused !== undefined) throw new ChangeRefused(refused)
      if (failed !== undefined) throw new Error(failed)
    },
    end: () => child.connected && child.disconnect(),
  }
}

/** As many as there is memory for, one for each two processors, since a build keeps more than one busy; this process alone where that leaves one. */
function buildersFor(packages: number): Builder[] {
  const count = Math.min(
    Math.floor(availableParallelism() / 2),
    Math.floor(freemem() / builderBytes),
    mostBuilders,
    packages,
  )
  return count > 1 ? Array.from({ length: count }, inOtherProcess) : [inThisProcess]
}

/**
 * Builds packages, begun in their order. When one fails no other is begun, and those that are being built become live.
 * @param around builds the package that it is given, and may say so
 * @throws what the first that failed threw
 */
export async function buildAll(
  packages: readonly Package[],
  around: (one: Package, build: () => Promise<void>) => Promise<void>,
  builders = buildersFor(packages.length),
): Promise<void> {
  const waiting = [...packages]
  const work = async (builder: Builder) => {
    try {
      for (let one = waiting.shift(); one; one = waiting.shift()) {
        const next = one
        await around(next, () => builder.build(...next))
      }
    } finally {
      waiting.length = 0
      builder.end()
    }
  }
  const ends = await Promise.allSettled(builders.map(work))
  const failed = ends.find((end) => end.status === 'rejected')
  if (failed) throw failed.reason
}
