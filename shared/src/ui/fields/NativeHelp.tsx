import { Icon } from '../marks/Icon'
import field from './field.module.css'

interface NativeHelpProps {
  /** what the field's `aria-describedby` names */
  id: string
  description?: string
  error?: string
}

/** What stands below a field of native inputs: its error, else its help. */
export function NativeHelp({ id, description, error }: NativeHelpProps) {
  if (error) {
    return (
      <div id={id} className={field.error} role="alert">
        <Icon name="alert" size={14} />
        <span>{error}</span>
      </div>
    )
  }
  return description ? <div id={id} className={field.description}>{description}</div> : null
}
