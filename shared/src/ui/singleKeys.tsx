import { Switch } from './fields/Switch'

const offKey = 'mb-single-keys'

/** Whether keys that are one letter do something, which people who dictate or rest a hand on the keyboard may not want. Kept in this browser. */
export function hasSingleKeys(): boolean {
  try {
    return localStorage.getItem(offKey) !== 'off'
  } catch {
    return true
  }
}

export function setSingleKeys(isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(offKey)
    else localStorage.setItem(offKey, 'off')
  } catch {
    // A forbidden storage keeps them as they are.
  }
}

interface SingleKeysSwitchProps {
  isOn: boolean
  onChange(isOn: boolean): void
}

/** Turns them on and off; below a list of keys. */
export const SingleKeysSwitch = ({ isOn, onChange }: SingleKeysSwitchProps) => (
  <Switch
    label="Single keys"
    description="Turns all single-letter keys on or off in this browser, including those of a stream’s control panel."
    isSelected={isOn}
    onChange={(chosen) => {
      setSingleKeys(chosen)
      onChange(chosen)
    }}
  />
)
