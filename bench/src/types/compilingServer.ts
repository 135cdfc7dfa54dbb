import { Boards } from '../../../server/src/core/boards/boards.service'
import { BoardTypes } from '../../../server/src/core/boards/custom/types'

/* The server as it is, but that each call of a board reads and compiles all types again: what the comparison must catch. */

const { all } = BoardTypes.prototype
BoardTypes.prototype.all = function () {
  Object.assign(this, { known: { ...this['known'], until: 0 }, compiled: new Map() })
  return all.call(this)
}

/** What is private of Boards. */
interface Inside {
  types?: Pick<BoardTypes, 'all'>
}

for (const name of ['list', 'get', 'create', 'replace', 'patch'] as const) {
  const call = Boards.prototype[name] as (...given: unknown[]) => Promise<unknown>
  Object.assign(Boards.prototype, {
    async [name](this: Boards, ...given: unknown[]) {
      await (this as unknown as Inside).types?.all()
      return call.apply(this, given)
    },
  })
}

await import('../../../server/src/main')
