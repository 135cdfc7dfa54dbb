import { Games } from '../../../server/src/core/games/games.service'
import { LiveHub } from '../../../server/src/edges/live/hub'
import { unavailable } from '../../../server/src/ground/http/refusals'

/* The slow server of `ingest`, which also refuses every 53rd post and shows nothing of every 19th: what the bench must find out. */

/* Primes: each machine has its turn. */
const refusedOf = 53
const unseenOf = 19

const { record } = Games.prototype
let posts = 0
Games.prototype.record = async function (...given) {
  posts += 1
  if (posts % refusedOf === 0) throw unavailable()
  return record.apply(this, given)
}

/** What is private of a LiveHub. */
interface Inside {
  publishAll(boards: unknown): void
}

const hub = LiveHub.prototype as unknown as Inside
const { publishAll } = hub
let changes = 0
hub.publishAll = function (boards) {
  changes += 1
  if (changes % unseenOf !== 0) publishAll.call(this, boards)
}

await import('../ingest/slowServer')
