import type { Registry } from '@multiball/shared/schema'
import { afterRollback, rollbackPart } from './changes'
import type { KeptRev } from './history'
import { ChangeRefused } from '../command/refused'
import { keptRevs, partOf, readRevIfWhole } from './registryFile'

/** What visitors get of a part, and would get after a rollback. */
const given = (registry: Registry, name: string) => {
  const { active, canary } = partOf(registry, name) ?? {}
  return JSON.stringify([active, canary, afterRollback(registry, name)])
}

function isRollback(before: Registry, after: Registry, name: string): boolean {
  try {
    return given(rollbackPart(before, name), name) === given(after, name)
  } catch {
    // There was nothing to take back.
    return false
  }
}

/** The revision that took back what came last of a part, where nothing has been given to visitors since. */
function takenBackBy(deploy: string, registry: Registry, name: string): KeptRev | undefined {
  let after: KeptRev | undefined
  for (const rev of keptRevs(deploy).reverse()) {
    // One that was never counted is a crash's.
    const before = rev > registry.rev ? undefined : readRevIfWhole(deploy, rev)
    if (!before) continue
    if (after && given(before.registry, name) !== given(after.registry, name))
      return isRollback(before.registry, after.registry, name) ? after : undefined
    after = before
  }
  return undefined
}

/**
 * A rollback that was typed by somebody who does not see what others do: of two people who react to the same version, the
 * second takes back nothing more.
 * @throws ChangeRefused with who was first
 */
export function rollbackOnce(deploy: string, registry: Registry, name: string): Registry {
  const first = takenBackBy(deploy, registry, name)
  if (!first) return rollbackPart(registry, name)
  const { active } = partOf(registry, name)!
  const further = afterRollback(registry, name)
  throw new ChangeRefused(
    `What came last of ${name} is taken back already, by ${first.by ?? 'somebody'} in rev ${first.registry.rev}: everybody gets ${active}. Nothing was done.${further ? ` To go back further: npm run remotes -- promote ${name} ${further}` : ''}`,
  )
}
