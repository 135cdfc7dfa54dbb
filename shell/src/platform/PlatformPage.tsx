import { platform, reviews } from '@multiball/shared/api'
import { failureWords } from '@multiball/shared/client'
import { Unread, useRead } from '@multiball/shared/queries'
import type { NewReviewLink, PlatformPart, PlatformState } from '@multiball/shared/schema'
import { profileAtom } from '@multiball/shared/session'
import { Banner, LoadingRows, NotFound, PageHeading, styles } from '@multiball/shared/ui'
import { useAtomValue } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import { ChangesSection } from './ChangesSection'
import { FailuresSection } from './FailuresSection'
import { OperatorsSection } from './OperatorsSection'
import { PartRow, type Step } from './PartRow'
import css from './Platform.module.css'
import { ReviewLinkDialog } from './ReviewLinkDialog'
import { ReviewsSection } from './ReviewsSection'

/** Others, and the command line, change it too. */
const lookEveryMs = 30_000

/** What runs on this server, and what operators do about it. For everybody else there is no such page. */
export function PlatformPage() {
  const { profile } = useAtomValue(profileAtom)
  return profile?.is_operator ? <Platform /> : <NotFound />
}

interface Notice {
  tone: 'success' | 'error'
  text: string
}

function Platform() {
  const read = useRead(['platform'], platform.get, { everyMs: lookEveryMs })
  const state: PlatformState | undefined = read.loaded.type === 'ready' ? read.loaded.value : undefined
  const [notice, setNotice] = useState<Notice>()
  const [busy, setBusy] = useState<string>()
  const said = useRef<HTMLDivElement>(null)
  // What was pressed may be gone with what it did: reading goes on at what came of it.
  useEffect(() => {
    if (notice && document.activeElement === document.body) said.current?.focus()
  }, [notice])

  const [link, setLink] = useState<NewReviewLink>()
  const [turn, setTurn] = useState(0)

  const act = async (name: string, work: () => Promise<Notice | undefined>) => {
    if (busy !== undefined) return
    setBusy(name)
    setNotice(undefined)
    try {
      setNotice(await work())
    } catch (error) {
      setNotice({ tone: 'error', text: failureWords(error) })
      await read.refresh()
    }
    setBusy(undefined)
  }
  const change = (step: Step, done: string) =>
    void act(step.name, async () => {
      const next = await platform.change({ ...step, rev: state!.rev })
      read.change(() => next)
      return { tone: 'success', text: done }
    })

  const review = (name: PlatformPart['name'], version: string) =>
    void act(name, async () => {
      setLink(await reviews.make({ name: name as NewReviewLink['name'], version }))
      setTurn((last) => last + 1)
      return undefined
    })
  const withdraw = (id: number) =>
    void act('reviews', async () => {
      await reviews.withdraw(id)
      setTurn((last) => last + 1)
      return { tone: 'success', text: 'The link is withdrawn: whoever opened it gets what everybody gets.' }
    })

  return (
    <>
      <PageHeading title="Platform" />
      {notice && (
        <div ref={said} tabIndex={-1}>
          <Banner tone={notice.tone} onDismiss={() => setNotice(undefined)}>
            {notice.text}
          </Banner>
        </div>
      )}
      <Unread read={read} what="what runs" waiting={<LoadingRows label="Loading what runs" />} />
      {state && (
        <>
          <ul className={`${styles.frame} ${css.list}`} aria-label="What runs">
            {state.parts.map((part) => (
              <PartRow
                key={part.name}
                part={part}
                isBusy={busy === part.name}
                onChange={change}
                onReview={(version) => review(part.name, version)}
              />
            ))}
          </ul>
          <ReviewsSection turn={turn} onWithdraw={withdraw} />
          <FailuresSection />
          <ChangesSection rev={state.rev} turn={turn} />
          <OperatorsSection />
        </>
      )}
      <ReviewLinkDialog link={link} onClose={() => setLink(undefined)} />
    </>
  )
}
