import type { Built, Package } from './builders'
import { publishPackage } from './publish'
import { ChangeRefused } from '../command/refused'

/* The process of a builder: see builders.ts. */

const answer = (built: Built) => process.send?.(built)

process.on('message', ([name, version]: Package) => {
  publishPackage(name, version).then(
    () => answer({}),
    (error: Error) =>
      answer(error instanceof ChangeRefused ? { refused: error.message } : { failed: error.stack ?? error.message }),
  )
})
process.once('disconnect', () => process.exit())
