import { styles } from '@multiball/shared/ui'
import { useEffect, useRef } from 'react'
import css from './Checkbox.module.css'

interface CheckboxProps {
  label: string
  /** a second, quieter text */
  detail?: string
  isSelected: boolean
  /** of many some are selected */
  isMixed?: boolean
  onChange(): void
}

/** One of many that may be chosen; the whole line is pressable. */
export function Checkbox({ label, detail, isSelected, isMixed = false, onChange }: CheckboxProps) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = isMixed
  }, [isMixed])
  return (
    <label className={styles.choice}>
      <input ref={box} className={`${styles.mark} ${css.box}`} type="checkbox" checked={isSelected} onChange={onChange} />
      <span className={css.words}>
        <span className={css.label}>{label}</span>
        {detail && <span className={css.detail}>{detail}</span>}
      </span>
    </label>
  )
}
