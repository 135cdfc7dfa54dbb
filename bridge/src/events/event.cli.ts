import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { readOptions, UsageError } from '../options'
import { documentFromCsv, documentFromJson, Feed, systemClock, textIn } from '@multiball/server/tournaments'
import { feedAddress, feedKey, feedOptions } from './feedArguments'
import { httpBoard } from './httpBoard'
import { watchFiles } from './watchFiles'

const usage = `Shows a tournament that is kept in files on an eventboard, and every change of them.

  npm run bridge:event -- --server URL --board ID --key FEED_KEY --name "Club night" [--standings FILE.csv] [--matches FILE.csv] [--finished]
  npm run bridge:event -- --server URL --board ID --key FEED_KEY --document FILE.json

  --board     id of the eventboard; or --feed with the whole address that the dashboard shows beside the key
  --key       the board's feed key; or set MULTIBALL_FEED_KEY
  --finished  the tournament is over: the board shows the podium of the standings. Without it, a tournament in tables never ends
  --document  a document as docs/events.md describes it; the columns of the tables are in docs/wire.md`

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

function main() {
  const values = readOptions(usage, () =>
    parseArgs({
      options: {
        ...feedOptions,
        name: { type: 'string' },
        standings: { type: 'string' },
        matches: { type: 'string' },
        document: { type: 'string' },
        finished: { type: 'boolean' },
      },
    }),
  )
  const { name, standings, matches, document, finished: isFinished } = values
  if (document === undefined && (name === undefined || (standings ?? matches) === undefined))
    throw new UsageError(usage)
  if (isFinished && (document !== undefined || standings === undefined))
    throw new UsageError(
      '--finished goes with --standings, which the podium is taken from. A document says so itself: "status": "finished".',
    )
  const log = (line: string) => console.log(`${new Date().toISOString()} ${line}`)
  const feed = new Feed({
    board: httpBoard({ address: feedAddress(values, usage), key: feedKey(values, usage), request: fetch }),
    clock: systemClock,
    log,
  })

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
  const files = [document, standings, matches].flatMap((file) => (file === undefined ? [] : path.resolve(file)))
  const folders = new Set(files.map((file) => path.dirname(file)))
  for (const folder of folders) {
    if (!existsSync(folder)) throw new UsageError(`There is no folder ${folder}`)
  }
  watchFiles(files, read)
  read()
}

try {
  main()
} catch (error) {
  console.error(error instanceof UsageError ? error.message : error)
  process.exitCode = 1
}
