import { ColorField } from '@multiball/shared/ui'
import { useFormField } from './useFormField'

/** The board's own background; its ink is derived from it. */
export function BackgroundField() {
  return <ColorField label="Background colour" {...useFormField<string>('background_color')} />
}
