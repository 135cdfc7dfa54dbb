import field from '../fields/field.module.css'
import { Icon } from '../marks/Icon'
import { Menu, MenuChoice } from '../overlays/Menu'
import css from './Select.module.css'

export interface MenuSelectProps<Value extends string> {
  label: string
  options: readonly { value: Value; label: string }[]
  value: Value
  onChange(value: Value): void
}

/** One of a few, from a menu: for toolbars, whose pages are there before a Select would be. Its label is for assistive technology and in the menu. */
export function MenuSelect<Value extends string>({ label, options, value, onChange }: MenuSelectProps<Value>) {
  const chosen = options.find((option) => option.value === value)?.label ?? ''
  return (
    <div className={field.field}>
      <Menu
        label={`${label}: ${chosen}`}
        triggerClassName={`${field.control} ${field.filter} ${css.button}`}
        trigger={
          <>
            <span className={css.value}>{chosen}</span>
            <Icon name="chevron-down" />
          </>
        }
      >
        <MenuChoice title={label} options={options} value={value} onChange={onChange} />
      </Menu>
    </div>
  )
}
