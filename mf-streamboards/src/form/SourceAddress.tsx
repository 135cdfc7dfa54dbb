import type { StreamboardConfig } from '@multiball/shared/schema'
import { CopyButton } from '@multiball/shared/ui'
import { canvasOf } from '../display/arrange/canvas'
import css from './SourceAddress.module.css'

interface SourceAddressProps {
  /** undefined until the streamboard is saved */
  id: number | undefined
  layout: StreamboardConfig['layout']
  size: StreamboardConfig['size']
}

/** What a streaming program is told of the streamboard: address, width and height of a browser source. */
export function SourceAddress({ id, layout, size }: SourceAddressProps) {
  const { width, height } = canvasOf({ layout, size })
  return (
    <section className={css.source} aria-label="Browser source">
      <h2 className={css.title}>Add it to OBS</h2>
      <p className={css.help}>In OBS or a similar program, add a browser source with this URL and exactly this size. Its background is transparent, so it needs no custom CSS; if you add some, it applies. Append <code className={css.code}>?debug=1</code> to the URL to always see what is wrong.</p>
      <dl className={css.facts}>
        <dt>URL</dt>
        <dd>{id === undefined ? <span className={css.help}>The URL appears here once you create the streamboard.</span> : <Address id={id} />}</dd>
        <dt>Width</dt>
        <dd className={css.code}>{width}</dd>
        <dt>Height</dt>
        <dd className={css.code}>{height}</dd>
      </dl>
    </section>
  )
}

function Address({ id }: { id: number }) {
  const address = new URL(`/viewer/streamboards/${id}`, location.origin).href
  return (
    <span className={css.address}>
      <code className={css.code}>{address}</code>
      <CopyButton text={address} what="URL" />
    </span>
  )
}
