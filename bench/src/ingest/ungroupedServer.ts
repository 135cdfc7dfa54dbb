import { GroupCommit } from '../../../server/src/core/games/groupCommit'

/*
 * The server as it is, but that each post is written at once in a transaction of its own: what there is to gain by writing
 * them in groups.
 */

const { put, stored, isPending } = GroupCommit.prototype
/** the newest of each machine */
const groups = new Map<number, GroupCommit>()

GroupCommit.prototype.put = function (rows) {
  const { commit, events, options } = this as unknown as Record<'commit' | 'events' | 'options', never>
  const own = new GroupCommit(commit, events, options)
  for (const { venueMachineId } of rows) groups.set(venueMachineId, own)
  put.call(own, rows)
}

GroupCommit.prototype.stored = async (machine) => {
  const own = groups.get(machine)
  if (own) await stored.call(own, machine)
}

GroupCommit.prototype.isPending = (machine) => {
  const own = groups.get(machine)
  return own !== undefined && isPending.call(own, machine)
}

await import('../../../server/src/main')
