import type { Built, Package } from './builders'
import { deployPackage } from './deployPackage'
import { ChangeRefused } from '../command/refused'

/* The process of a builder: see builders.ts. */

const answer = (built: Built) => process.send?.(built)

process.on('message', ([name, version]: Package) => {
  deployPackage(name, version).then(
    () => answer({}),
    (error: Error) =>
      answer(error instanceof ChangeRefused ? { refused: error.message } : { failed: error.stack ?? error.message }),
  )
})
process.once('disconnect', () => process.exit())
