import type { ReactNode } from 'react'
import { ListBoxItem, Popover } from 'react-aria-components/Select'
import css from './Options.module.css'
import { Icon } from './Icon'
import popover from './popover.module.css'

/** The panel that opens below a field. */
export const OptionsPopover = ({ children }: { children: ReactNode }) => (
  <Popover className={`${popover.panel} ${css.popover}`} offset={4}>
    {children}
  </Popover>
)

interface OptionRowProps {
  id: string | number
  label: string
  /** a second, quieter text */
  detail?: string
}

/** One option: its label, its detail, and a check where it is the chosen one. */
export const OptionRow = ({ id, label, detail }: OptionRowProps) => (
  <ListBoxItem id={id} textValue={label} className={`${popover.choice} ${css.option}`}>
    {({ isSelected }) => (
      <>
        <span className={css.words}>
          <span>{label}</span>
          {detail && <span className={css.detail}>{detail}</span>}
        </span>
        {isSelected && <Icon name="check" />}
      </>
    )}
  </ListBoxItem>
)
