import { existsSync, readFileSync } from 'node:fs'
import { once } from 'node:events'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { documentFromCsv, documentFromJson, Feed, systemClock, textIn } from '@multiball/server/tournaments'
import { readOptions, UsageError } from '../options'
import { runProgram } from '../runProgram'
import { eventArguments, eventOptions, eventUsage } from './eventArguments'
import { keyOf } from './feedArguments'
import { httpBoard } from './httpBoard'
import { watchFiles } from './watchFiles'

/** @throws with a sentence */
function textOfFile(file: string): string {
  let bytes: Buffer
  try {
    bytes = readFileSync(file)
  } catch (error) {
    throw new Error(`${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`, { cause: error })
  }
  return textIn(bytes)
}

await runProgram(async ({ log, signal, pause }) => {
  const { place, name, standings, matches, document, isFinished } = eventArguments(
    readOptions(eventUsage, () => parseArgs({ options: eventOptions })),
  )
  const files = [document, standings, matches].flatMap((file) => (file === undefined ? [] : path.resolve(file)))
  for (const folder of new Set(files.map((file) => path.dirname(file)))) {
    if (!existsSync(folder)) throw new UsageError(`There is no folder ${folder}`)
  }
  const key = await keyOf(place, { log, signal, pause })
  if (key === undefined) return
  const feed = new Feed({ board: httpBoard({ address: place.address, key, request: fetch }), clock: systemClock, log })

  const textOf = (file: string | undefined) => (file === undefined ? undefined : textOfFile(file))
  const read = () => {
    try {
      feed.put(
        document === undefined
          ? documentFromCsv({ name: name!, isFinished, standings: textOf(standings), matches: textOf(matches) })
          : documentFromJson(textOf(document)!),
      )
    } catch (error) {
      log(`${(error as Error).message} The board stays as it is.`)
    }
  }
  watchFiles(files, read)
  read()
  if (!signal.aborted) await once(signal, 'abort')
})
