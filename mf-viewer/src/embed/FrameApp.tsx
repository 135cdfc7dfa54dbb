import type { BringBack } from '@multiball/shared/boards'
import { Spoken } from '@multiball/shared/display'
import { EmbeddedBoard, Note, type TellEvent } from '@multiball/shared/embedding'
import type { BoardAddress } from '@multiball/shared/live'
import { allowsSite, boardTroubles, type BoardTrouble } from '@multiball/shared/schema'
import { useCallback, useEffect, useEffectEvent, useState } from 'react'
import { useFreshPage } from '../kiosk/useFreshPage'
import { isOurPage } from '../offline/ours'
import { recover } from '../page/recover'
import { reloadPage } from '../kiosk/reloadPage'
import css from './Frame.module.css'
import type { FrameMessages } from './frameMessages'
import type { FrameQuery } from './frameOptions'

interface FrameAppProps {
  /** undefined where there is no such board for this visitor */
  address: BoardAddress | undefined
  query: FrameQuery
  messages: FrameMessages
  /** loads the frame again */
  reload?(): void
}

const reloadEveryMs = 60_000

/** The origins of the pages around, as far as the browser says. */
function originsAround(): string[] {
  const { ancestorOrigins, origin } = location as Location & { ancestorOrigins?: ArrayLike<string> }
  const around = ancestorOrigins
    ? Array.from(ancestorOrigins)
    : document.referrer
      ? [new URL(document.referrer).origin]
      : []
  return around.filter((one) => one !== origin)
}

/** Whether a page of this policy may be shown by all of these. */
function maySee(policy: string | null, origins: string[]): boolean {
  const sites = /frame-ancestors ([^;]*)/.exec(policy ?? '')?.[1]?.split(' ')
  return sites === undefined || origins.every((origin) => allowsSite(sites, origin))
}

/** Whether this page would come once more: a frame that leaves for an error page of the browser does not come back. */
const isPageThere = () =>
  fetch(location.href, { cache: 'no-store', credentials: 'omit' }).then(
    async (answer) =>
      answer.ok &&
      maySee(answer.headers.get('content-security-policy'), originsAround()) &&
      isOurPage(await answer.text()),
    () => false,
  )

/** A frame keeps nothing, so that it may reload for the same change again. */
const nothingKept = { read: () => undefined, write: () => {} }

/** The page around one board in a partner's page: passes on what the board says, and takes the partner's wishes. */
export function FrameApp({ address, query, messages, reload = reloadPage }: FrameAppProps) {
  const [options, setOptions] = useState(query.options)
  useEffect(() => messages.onConfigure((wish) => setOptions((before) => ({ ...before, ...wish }))), [messages])
  useFreshPage({ reload, triedRev: nothingKept })

  const [trouble, setTrouble] = useState<BoardTrouble>()
  const [title, setTitle] = useState<string>()
  const onEvent: TellEvent = useCallback(
    (event, detail) => {
      messages.send(event, detail)
      if ('code' in detail) setTrouble(detail)
      if (!('title' in detail)) return
      setTrouble(undefined)
      setTitle(detail.title)
    },
    [messages],
  )

  // A board that was not there at first, as the server said with the page: nothing is asked for.
  const isThere = address !== undefined
  useEffect(() => {
    if (!isThere) onEvent('error', boardTroubles.notFound)
  }, [isThere, onEvent])

  // A board that comes back may have other sites on its list: that is asked with a new page.
  const isGone = trouble?.code === 'BOARD_NOT_FOUND'
  const loadAgain = useEffectEvent(() => reload())
  useEffect(() => {
    if (!isGone) return
    let isOver = false
    const timer = setInterval(async () => {
      if ((await isPageThere()) && !isOver) loadAgain()
    }, reloadEveryMs)
    return () => {
      isOver = true
      clearInterval(timer)
    }
  }, [isGone])

  const bringBack: BringBack = useCallback((store, type, byHand) => recover(store, type, byHand, reload), [reload])
  const { lang } = options
  useEffect(() => {
    if (!lang) return
    const { lang: own } = document.documentElement
    document.documentElement.lang = lang
    return () => void (document.documentElement.lang = own)
  }, [lang])
  // Screen readers say it where the partner's page names the frame in no other way.
  const name = query.title ?? title
  useEffect(() => {
    if (name) document.title = name
  }, [name])

  return (
    <main className={css.frame}>
      {title && !trouble && <Spoken as="h1">{title}</Spoken>}
      {address ? (
        <EmbeddedBoard address={address} look={options} onEvent={onEvent} bringBack={bringBack} />
      ) : (
        <Note text={boardTroubles.notFound.message} isCard />
      )}
    </main>
  )
}
