import { Games } from '../../../server/src/core/games/games.service'
import { LiveHub } from '../../../server/src/edges/live/hub'
import { Actors, hashOf, tokenIn } from '../../../server/src/ground/http/actors'

/*
 * The server as it is, but that posts and reads of boards burn the processor, and that what a device shows is not remembered:
 * what the bench must find out.
 */

const postUs = 400
const readUs = 60

function burn(microseconds: number) {
  const until = performance.now() + microseconds / 1_000
  while (performance.now() < until);
}

const { record } = Games.prototype
Games.prototype.record = function (...given) {
  burn(postUs)
  return record.apply(this, given)
}

const { openNow } = LiveHub.prototype
LiveHub.prototype.openNow = function (...given) {
  burn(readUs)
  return openNow.apply(this, given)
}

const { known, find } = Actors.prototype
Actors.prototype.known = function (authorization) {
  const actor = known.call(this, authorization)
  return actor?.type === 'device' ? undefined : actor
}
Actors.prototype.find = function (authorization) {
  if (known.call(this, authorization ?? '')?.type === 'device') this.forget(hashOf(tokenIn(authorization)!))
  return find.call(this, authorization)
}

await import('../../../server/src/main')
