import { useRead, type ReadKey } from '@multiball/shared/queries'
import { useObjectUrl } from '@multiball/shared/ui'
import { useEffect, useRef, useState } from 'react'
import css from './ScorePhoto.module.css'

interface ScorePhotoProps {
  /** names the photo among all that is read */
  name: ReadKey
  alt: string
  /** throws ApiError */
  load(): Promise<Blob>
}

/** Read before it comes into view, in px of the page. */
const ahead = '600px'

/** A photo that a plain address would not open, for it is private: read with the login once it comes near the view. */
export function ScorePhoto({ name, alt, load }: ScorePhotoProps) {
  const frame = useRef<HTMLDivElement>(null)
  const [isNear, setNear] = useState(typeof IntersectionObserver === 'undefined')
  useEffect(() => {
    if (isNear || !frame.current) return
    const observer = new IntersectionObserver(
      (seen) => seen.some(({ isIntersecting }) => isIntersecting) && setNear(true),
      {
        rootMargin: ahead,
      },
    )
    observer.observe(frame.current)
    return () => observer.disconnect()
  }, [isNear])
  const { loaded } = useRead(isNear ? name : undefined, load)
  const address = useObjectUrl(loaded.type === 'ready' ? loaded.value : undefined)
  return (
    <div ref={frame} className={css.photo}>
      {address && <img src={address} alt={alt} />}
      {(loaded.type === 'missing' || loaded.type === 'failed' || loaded.type === 'offline') && (
        <p>{loaded.type === 'missing' ? 'The photo is deleted.' : 'The photo can’t be shown right now.'}</p>
      )}
    </div>
  )
}
