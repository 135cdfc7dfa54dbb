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
      The code needs its viewer key. The key opens this board, and no other, to everybody who reads the page. Name the sites that may show it below, so that the key is of no use
      on others.
    </p>
    <Switch label="Put the viewer key into the code" isSelected={isIncluded} onChange={onChange} />
  </div>
)
