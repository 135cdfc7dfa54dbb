import { Games } from '../../../server/src/core/games/games.service'

/* The server with one promise of several instances broken on purpose, named by BROKEN: what the benches must catch. */

const { committedElsewhere, record } = Games.prototype

const breaks: Record<string, () => void> = {
  /** As before the bus carried states: whoever is told reads. */
  'read what it is told': () => {
    Games.prototype.committedElsewhere = function (venueMachineId, { state }) {
      this.changedElsewhere(venueMachineId, state.ending !== undefined)
    }
  },
  /** Every state that it was told comes once more, later, and is taken for new. */
  'take old states': () => {
    Games.prototype.committedElsewhere = function (venueMachineId, game) {
      committedElsewhere.call(this, venueMachineId, game)
      setTimeout(() => {
        const known = this.committed(venueMachineId)
        if (!known) return
        Object.assign(known, game)
        this.settledElsewhere([venueMachineId])
      }, 700)
    }
  },
  'acknowledge first': () => {
    Games.prototype.record = async function (venueMachineId, entry) {
      void record.call(this, venueMachineId, entry).catch(() => {})
      return { scores: [] }
    }
  },
  /** Games end without a trace on some machines. */
  'lose some': () => {
    Games.prototype.record = async function (venueMachineId, entry, mayBe) {
      return !entry.active && venueMachineId % 10 === 0
        ? { scores: [] }
        : record.call(this, venueMachineId, entry, mayBe)
    }
  },
}

const broken = breaks[process.env.BROKEN ?? '']
if (!broken) throw new Error(`BROKEN is one of: ${Object.keys(breaks).join(', ')}`)
broken()

await import('../../../server/src/main')
