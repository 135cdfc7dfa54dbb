import { useFormField } from '@multiball/shared/forms'
import { streamboardSizes, type StreamboardConfig } from '@multiball/shared/schema'
import { Segmented } from '@multiball/shared/ui'

type Size = StreamboardConfig['size']

const options = streamboardSizes.map((value) => ({ value, label: value.replace('x', '×') }))

/** How many px the canvas has: the ones of the stream. */
export function SizeField({ layout }: { layout: StreamboardConfig['layout'] }) {
  const { error, ...field } = useFormField<Size>('size')
  const description = layout === 'ScoresOnlyFixed' ? 'Scores Only Fixed is always 860×170.' : 'The resolution of your stream’s scene.'
  return <Segmented label="Canvas size" options={options} description={description} error={error} {...field} />
}
