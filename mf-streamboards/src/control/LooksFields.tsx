import { parseColor, type StreamControl } from '@multiball/shared/schema'
import { ColorField } from '@multiball/shared/ui'
import { useState } from 'react'
import { LayoutChoices } from '../form/LayoutField'
import css from './ControlPage.module.css'
import type { Control } from './useControl'

type Config = StreamControl['config_json']

interface LooksFieldsProps {
  config: Config
  players: number
  change: Control['change']
}

const colors = [
  { name: 'backgroundColor', label: 'Background colour' },
  { name: 'textColor', label: 'Text colour' },
  { name: 'highlightColor', label: 'Highlight colour' },
] as const

/** Layout and colours. */
export function LooksFields({ config, players, change }: LooksFieldsProps) {
  return (
    <section className={css.section} aria-labelledby="control-looks">
      <h2 id="control-looks" className={css.title}>
        Looks
      </h2>
      <div className={css.three}>
        {colors.map(({ name, label }) => (
          <LiveColor key={name} label={label} value={config[name]} onChange={(color) => change({ [name]: color })} />
        ))}
      </div>
      <LayoutChoices
        players={config.type === 'multiUp' ? [1, 1] : [players]}
        value={config.layout}
        onChange={(layout) => change({ layout })}
      />
    </section>
  )
}

/** A colour that goes on air once it is one. */
function LiveColor({ label, value, onChange }: { label: string; value: string; onChange(color: string): void }) {
  const [typed, setTyped] = useState<string>()
  const isWrong = typed !== undefined && !parseColor(typed.trim())
  const type = (text: string) => {
    const color = text.trim()
    const isColor = parseColor(color) !== undefined
    setTyped(isColor ? undefined : text)
    if (isColor && color !== value) onChange(color)
  }
  return (
    <ColorField
      label={label}
      value={isWrong ? typed : value}
      error={isWrong && typed.trim().length > 6 ? 'Please enter a colour such as #1a2b3c' : undefined}
      onChange={type}
      onBlur={() => setTyped(undefined)}
    />
  )
}
