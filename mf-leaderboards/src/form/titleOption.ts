import type { LeaderboardInput } from '@multiball/shared/schema'
import type { Option } from '@multiball/shared/ui'
import type { Name, Reference } from '../names/names'

export type LeaderboardItem = LeaderboardInput['items'][number]

/** A title or group of the catalogue as an option; a group's id is 'g-{id}', as the catalogue answers it. */
export const titleOption = ({ type, id }: Reference, { label, detail }: Name): Option => ({ id: type === 'machinegroup' ? `g-${id}` : id, label, detail })

/** What a chosen option counts. */
export const itemOf = (id: Option['id']): LeaderboardItem =>
  typeof id === 'number' ? { id, type: 'machine', order: 0 } : { id: Number(id.replace(/^g-/, '')), type: 'machinegroup', order: 0 }
