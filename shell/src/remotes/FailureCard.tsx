import { isRetryable, RemoteFailure } from '@multiball/shared/remotes'
import { Button, Card, CopyButton, Icon, PageHeading } from '@multiball/shared/ui'
import { useEffect, useRef } from 'react'
import css from './FailureCard.module.css'

interface FailureCardProps {
  title: string
  remote: string
  error: unknown
  /** there is another version by now, which only a new page can load */
  isOutdated?: boolean
  /** part of a page that has a heading of its own */
  isPanel?: boolean
  /** Retry was pressed, and brought it again */
  takesFocus?: boolean
  onRetry(): void
  reload?(): void
}

interface Words {
  heading: string
  advice: string
}

const lost: Words = {
  heading: 'This section did not load',
  advice:
    'The rest of the dashboard works, and screens on your walls keep running. Try again, or come back in a few minutes.',
}
const faulty: Words = {
  heading: 'This section did not load',
  advice:
    'It arrived, but does not work in this page. The rest of the dashboard works, and screens on your walls keep running. Reload the page; if that does not help, copy the details for whoever runs this Multiball.',
}
const outdated: Words = {
  heading: 'This section has a newer version',
  advice:
    'It was changed after you opened this page. The rest of the dashboard works; reload the page to get the section.',
}
const switchedOff: Words = {
  heading: 'This section is switched off',
  advice:
    'Whoever runs this Multiball has switched it off for now. The rest of the dashboard works, and screens on your walls keep running.',
}

function wordsOf(error: unknown, isOutdated: boolean): Words {
  if (isOutdated) return outdated
  if (!(error instanceof RemoteFailure) || isRetryable(error)) return lost
  return error.code === 'REMOTE_DISABLED' ? switchedOff : faulty
}

/** Says that a section is not there, with what people read out to support. */
export function FailureCard({
  title,
  remote,
  error,
  isOutdated = false,
  isPanel = false,
  takesFocus = false,
  onRetry,
  reload = () => location.reload(),
}: FailureCardProps) {
  const headline = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takesFocus) headline.current?.focus()
  }, [takesFocus])
  const { heading, advice } = wordsOf(error, isOutdated)
  const details = detailsOf(remote, error)
  const reason = error instanceof Error ? error.message : String(error)
  const report = [...details, ['Reason', reason], ['Page', location.href]]
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')

  return (
    <>
      {!isPanel && <PageHeading title={title} />}
      <div className={css.place}>
        <Card>
          <div className={css.head} role="alert">
            <span className={css.mark}>
              <Icon name="alert" size={20} />
            </span>
            <div>
              <h2 ref={headline} className={css.title} tabIndex={-1}>
                {heading}
              </h2>
              <p className={css.words}>{advice}</p>
            </div>
          </div>
          <dl className={css.details}>
            {details.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          <div className={css.actions}>
            <Button variant="primary" icon="retry" onPress={isOutdated ? reload : onRetry}>
              {isOutdated ? 'Reload' : 'Retry'}
            </Button>
            <CopyButton text={report} what="details" />
          </div>
        </Card>
      </div>
    </>
  )
}

function detailsOf(remote: string, error: unknown): [name: string, value: string][] {
  const { version, code, file } =
    error instanceof RemoteFailure ? error : { version: '-', code: 'REMOTE_MODULE_FAILED', file: undefined }
  return [
    ['Remote', remote],
    ['Version', version],
    ['Code', code],
    ...(file === undefined ? [] : [['File', file] as [string, string]]),
  ]
}
