import { useFormField } from '@multiball/shared/forms'
import type { Tv } from '@multiball/shared/schema'
import { RadioCards, Select } from '@multiball/shared/ui'
import { BoardField, NameField } from './BoardField'

interface HowFieldProps {
  owner: number
  /** the owner's */
  tvs: readonly Tv[]
}

/** Whether the TV is new, or one of the owner's that shows a code again. */
export function HowField({ owner, tvs }: HowFieldProps) {
  const how = useFormField<'new' | 'known'>('how')
  const newTv = (
    <>
      <NameField />
      <BoardField owner={owner} />
    </>
  )
  if (tvs.length === 0) return newTv
  return (
    <RadioCards
      label="Which TV is it?"
      options={[
        { value: 'new', label: 'A new TV', description: 'Give it a name and a board.', content: newTv },
        {
          value: 'known',
          label: 'One of my TVs',
          description: 'Reconnects or replaces a TV. The name and the board stay.',
          content: <KnownField tvs={tvs} />,
        },
      ]}
      {...how}
    />
  )
}

function KnownField({ tvs }: { tvs: readonly Tv[] }) {
  const { value, onChange, ...field } = useFormField<number>('tv')
  // Those that are away are looked for.
  const inOrder = [...tvs].sort((one, other) => Number(one.is_online) - Number(other.is_online))
  return (
    <Select
      label="TV"
      placeholder="Choose a TV"
      options={inOrder.map(({ id, name, is_online }) => ({
        value: String(id),
        label: name,
        detail: is_online ? 'Online' : 'Offline',
      }))}
      value={value ? String(value) : null}
      onChange={(id) => onChange(Number(id))}
      {...field}
    />
  )
}
