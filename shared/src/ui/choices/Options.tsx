import { useContext, type ReactNode } from 'react'
import { OverlayTriggerStateContext } from 'react-aria-components/Dialog'
import { ListBoxItem, Popover } from 'react-aria-components/Select'
import { Icon } from '../marks/Icon'
import popover from '../overlays/popover.module.css'
import css from './Options.module.css'

/** The panel that opens below a field, and moves with the page: a scroll, an arrow key's included, does not close it. */
export function OptionsPopover({ children }: { children: ReactNode }) {
  const opened = useContext(OverlayTriggerStateContext)
  return (
    <OverlayTriggerStateContext.Provider
      value={opened && { ...opened, close: () => !isPageScrolling() && opened.close() }}
    >
      <Popover className={`${popover.panel} ${css.popover}`} offset={4}>
        {children}
      </Popover>
    </OverlayTriggerStateContext.Provider>
  )
}

/** Whether the event that is handled just now is a scroll of the whole page: the panel's close is told of no event. */
const isPageScrolling = () => window.event?.type === 'scroll' && window.event.target === document

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
