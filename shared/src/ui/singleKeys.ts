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
