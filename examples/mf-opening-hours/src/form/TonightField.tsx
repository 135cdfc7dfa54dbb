import { TextField } from '@multiball/shared/ui'
import type { Settings } from '../settings'
import { ListField } from './ListField'

type Item = Settings['tonight'][number]

/** What is on tonight. */
export const TonightField = () => (
  <ListField<Item>
    name="tonight"
    label="Tonight"
    singular="item"
    description="In any order. Times before 06:00 are after midnight."
    empty={{ time: '', text: '' }}
    most={12}
  >
    {({ time, text }, change, position) => (
      <>
        <TextField
          label={`Time ${position}`}
          placeholder="20:30"
          maxLength={5}
          value={time}
          onChange={(next) => change({ time: next })}
        />
        <TextField label={`What ${position}`} maxLength={60} value={text} onChange={(next) => change({ text: next })} />
      </>
    )}
  </ListField>
)
