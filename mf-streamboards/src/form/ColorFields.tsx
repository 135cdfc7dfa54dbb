import { contrast } from '@multiball/shared/display'
import { useFormField } from '@multiball/shared/forms'
import { parseColor } from '@multiball/shared/schema'
import { ColorField } from '@multiball/shared/ui'
import css from './fields.module.css'

const leastContrast = 4.5

function textAdvice(text: string, background: string): string | undefined {
  const [one, other] = [parseColor(text), parseColor(background)]
  return one && other && contrast(one, other) < leastContrast ? 'Hard to read on this background.' : undefined
}

/** The three colours of the overlay. */
export function ColorFields({ background }: { background: string }) {
  const text = useFormField<string>('textColor')
  return (
    <div className={`${css.section} ${css.three}`}>
      <ColorField label="Background colour" {...useFormField<string>('backgroundColor')} />
      <ColorField label="Text colour" description={textAdvice(text.value, background)} {...text} />
      <ColorField label="Highlight colour" {...useFormField<string>('highlightColor')} />
    </div>
  )
}
