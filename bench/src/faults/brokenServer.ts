import { Games } from '../../../server/src/core/games/games.service'

/*
 * The server with one promise broken on purpose, named by BROKEN: what the checker must catch.
 */

const { record } = Games.prototype
let finals = 0

const breaks: Record<string, typeof record> = {
  async 'acknowledge first'(venueMachineId, entry) {
    void record.call(this, venueMachineId, entry).catch(() => {})
    return { scores: [] }
  },
  async 'drop one in ten thousand'(venueMachineId, entry) {
    if (!entry.active) finals += 1
    return !entry.active && finals % 10_000 === 0 ? { scores: [] } : record.call(this, venueMachineId, entry)
  },
  async 'apply twice'(venueMachineId, entry) {
    const answer = await record.call(this, venueMachineId, entry)
    if (!entry.active)
      await record.call(this, venueMachineId, {
        ...entry,
        session_uuid: entry.session_uuid.split('').reverse().join(''),
      })
    return answer
  },
}

const broken = breaks[process.env.BROKEN ?? '']
if (!broken) throw new Error(`BROKEN is one of: ${Object.keys(breaks).join(', ')}`)
Games.prototype.record = broken

await import('../../../server/src/main')
