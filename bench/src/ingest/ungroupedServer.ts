import { GroupCommit } from '../../../server/src/core/games/groupCommit'

/*
 * The server as it is, but that each post is written at once in a transaction of its own: what there is to gain by writing
 * them in groups.
 */

interface Batch {
  rows: Map<number, unknown>
  machines(): Set<number>
}

/** What is private of a GroupCommit. */
interface Inside {
  gathering: Batch
  batchOf: Map<number, Batch>
  write(batch: Batch, machines: ReadonlySet<number>): Promise<void>
}

GroupCommit.prototype.put = function (this: GroupCommit, rows) {
  const inside = this as unknown as Inside
  const batch = new (inside.gathering.constructor as new () => Batch)()
  for (const [place, row] of rows.entries()) {
    batch.rows.set(place, row)
    inside.batchOf.set(row.venueMachineId, batch)
  }
  // Later, as the group does: who waits for it is not there yet.
  if (rows.length > 0) void Promise.resolve().then(() => inside.write(batch, batch.machines()))
}

await import('../../../server/src/main')
