import type { StreamboardConfig } from '@multiball/shared/schema'
import { CopyButton, LinkButton, styles } from '@multiball/shared/ui'
import { useEffect, useRef } from 'react'
import { canvasOf } from '../display/arrange/canvas'
import css from './SourceAddress.module.css'

interface SourceAddressProps {
  /** undefined until the streamboard is saved */
  id: number | undefined
  layout: StreamboardConfig['layout']
  size: StreamboardConfig['size']
  /** 'Copy URL' is what comes next */
  hasFocus?: boolean
}

/** What a streaming program is told of the streamboard: address, width and height of a browser source. */
export function SourceAddress({ id, layout, size, hasFocus = false }: SourceAddressProps) {
  const { width, height } = canvasOf({ layout, size })
  return (
    <section className={`${styles.frame} ${css.source}`} aria-label="Browser source">
      <h2 className={css.title}>Add it to OBS</h2>
      <p className={css.help}>
        In OBS or a similar program, add a browser source with this URL and exactly this size. Its background is
        transparent, so it needs no custom CSS; if you add some, it applies. Append{' '}
        <code className={css.code}>?debug=1</code> to the URL to always see what is wrong.
      </p>
      <dl className={css.facts}>
        <dt>URL</dt>
        <dd>
          {id === undefined ? (
            <span className={css.help}>The URL appears here once you create the streamboard.</span>
          ) : (
            <Address id={id} hasFocus={hasFocus} />
          )}
        </dd>
        <dt>Width</dt>
        <dd className={css.code}>{width}</dd>
        <dt>Height</dt>
        <dd className={css.code}>{height}</dd>
      </dl>
      {id !== undefined && (
        <div className={css.next}>
          <LinkButton to={`/streamboards/${id}/control`} icon="settings">
            Open the control panel
          </LinkButton>
          <p className={css.help}>
            Change names and matches, hide and freeze while you stream, best on a phone. In a browser tab the overlay is
            on white; in OBS it is over your video.
          </p>
        </div>
      )}
    </section>
  )
}

function Address({ id, hasFocus }: { id: number; hasFocus: boolean }) {
  const address = new URL(`/viewer/streamboards/${id}`, location.origin).href
  const place = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    if (hasFocus) place.current?.querySelector('button')?.focus()
  }, [hasFocus])
  return (
    <span ref={place} className={css.address}>
      <code className={css.code}>{address}</code>
      <CopyButton text={address} what="URL" variant={hasFocus ? 'primary' : undefined} />
    </span>
  )
}
