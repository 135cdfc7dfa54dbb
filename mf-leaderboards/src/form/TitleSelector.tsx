import { listMachines } from '@multiball/shared/api'
import { AsyncComboBox, type Option } from '@multiball/shared/ui'
import { entryName } from '../names/wording'

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
