import { Icon } from '../marks/Icon'
import field from './field.module.css'

interface NativeHelpProps {
  /** what the field's `aria-describedby` names */
  id: string
  description?: string
  error?: string
}

/** What stands below a field of native inputs: its error, and its help. */
export function NativeHelp({ id, description, error }: NativeHelpProps) {
  if (!error && !description) return null
  return (
    <div id={id}>
      {error && (
        <div className={field.error} role="alert">
          <Icon name="alert" size={14} />
          <span>{error}</span>
        </div>
      )}
      {description && <div className={field.description}>{description}</div>}
    </div>
  )
}
