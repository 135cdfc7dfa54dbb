import { useFormField } from '@multiball/shared/forms'
import { PickList, type LoadOptions, type Option } from '@multiball/shared/ui'
import { useState } from 'react'
import type { Name, NamedType, Reference } from '../names/names'

interface WhitelistProps {
  /** of the form's field, a list of ids */
  name: string
  type: NamedType
  label: string
  description: string
  addLabel: string
  placeholder: string
  /** said when one is chosen again */
  duplicate: string
  minCharacters?: number
  load: LoadOptions
  nameOf(reference: Reference): Name | undefined
  remember(reference: Reference, name: Name): void
}

/** A list of ids of the form, each shown by its name. One that stands in it already is refused and said. */
export function Whitelist({ name, type, duplicate, nameOf, remember, ...words }: WhitelistProps) {
  const { value: ids, onChange, onBlur, error } = useFormField<number[]>(name)
  const [refusal, setRefusal] = useState<string>()

  const add = ({ id, label, detail }: Option) => {
    const reference = { type, id: Number(id) }
    if (ids.includes(reference.id)) return setRefusal(duplicate)
    setRefusal(undefined)
    remember(reference, { label, detail })
    onChange([...ids, reference.id])
  }
  const remove = (id: Option['id']) => {
    setRefusal(undefined)
    onChange(ids.filter((other) => other !== id))
  }
  return (
    <PickList
      {...words}
      name={name}
      picked={ids.map((id) => ({ id, ...(nameOf({ type, id }) ?? { label: '…' }) }))}
      error={refusal ?? error}
      onAdd={add}
      onRemove={remove}
      onBlur={() => {
        setRefusal(undefined)
        onBlur()
      }}
    />
  )
}
