import { Icon, Switch } from '@multiball/shared/ui'
import css from './KeyConsent.module.css'

interface KeyConsentProps {
  isIncluded: boolean
  onChange(isIncluded: boolean): void
}

/** A private board needs its key in the code, and the code is read by everybody. */
export const KeyConsent = ({ isIncluded, onChange }: KeyConsentProps) => (
  <div className={css.consent}>
    <p className={css.heading}>
      <Icon name="lock" /> This board is private
    </p>
    <p className={css.words}>
      The code needs its viewer key. Anyone who views the page’s source can open this board (and only this one). List
      the sites that may show it below, so that the key is useless elsewhere.
    </p>
    <Switch label="Include the viewer key" isSelected={isIncluded} onChange={onChange} />
  </div>
)
