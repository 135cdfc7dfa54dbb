import type { ReactNode } from 'react'
import { Tab, TabList, TabPanel, Tabs as AriaTabs } from 'react-aria-components/Tabs'
import css from './Tabs.module.css'

export interface TabsProps<Id extends string> {
  /** names the row of tabs for assistive technology */
  label: string
  tabs: readonly { id: Id; label: string; content?: ReactNode }[]
  /** without it the tabs keep their own state */
  selected?: Id
  onChange?(id: Id): void
  /** the panel, where it is one and the same for all tabs */
  children?: ReactNode
}

/** A few views of one thing; only the chosen one is rendered. Arrow keys change it. */
export function Tabs<Id extends string>({ label, tabs, selected, onChange, children }: TabsProps<Id>) {
  return (
    <AriaTabs selectedKey={selected} onSelectionChange={(key) => onChange?.(key as Id)} className={css.tabs}>
      <TabList aria-label={label} className={css.list}>
        {tabs.map(({ id, label: words }) => (
          <Tab key={id} id={id} className={css.tab}>
            {words}
          </Tab>
        ))}
      </TabList>
      {tabs.map(({ id, content }) => (
        <TabPanel key={id} id={id} className={css.panel}>
          {content ?? children}
        </TabPanel>
      ))}
    </AriaTabs>
  )
}
