import { listMachines } from '@multiball/shared/api'
import type { LeaderboardInput } from '@multiball/shared/schema'
import { AsyncComboBox, type Option } from '@multiball/shared/ui'
import { entryName, type Name, type Reference } from '../names/names'

interface TitleSelectorProps {
  /** of the form's field */
  name: string
  description?: string
  error?: string
  value: Option | null
  onChange(chosen: Option | null): void
  onBlur(): void
}

const most = 100

const load = async (search: string, signal: AbortSignal): Promise<Option[]> => {
  const { results } = await listMachines({ groups: true, search, limit: most, offset: 0 }, signal)
  return results.map((entry) => ({ id: entry.id, ...entryName(entry) }))
}

/** One machine title of the catalogue, or all editions of one. */
export const TitleSelector = (props: TitleSelectorProps) => (
  <AsyncComboBox label="Machine" placeholder="Search by name, maker or year" load={load} {...props} />
)

export type LeaderboardItem = LeaderboardInput['items'][number]

/** A title or group of the catalogue as an option; a group's id is 'g-{id}', as the catalogue answers it. */
export const titleOption = ({ type, id }: Reference, { label, detail }: Name): Option => ({
  id: type === 'machinegroup' ? `g-${id}` : id,
  label,
  detail,
})

/** What a chosen option counts. */
export const itemOf = (id: Option['id']): LeaderboardItem =>
  typeof id === 'number'
    ? { id, type: 'machine', order: 0 }
    : { id: Number(id.replace(/^g-/, '')), type: 'machinegroup', order: 0 }
