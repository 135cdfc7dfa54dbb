import { sentScores } from '@multiball/shared/api'
import { ApiError, failureWords } from '@multiball/shared/client'
import { SentScoreInput } from '@multiball/shared/schema'
import type { SendPage, SentScore } from '@multiball/shared/schema'
import { Banner, Button, focusField, TextField } from '@multiball/shared/ui'
import { useState } from 'react'
import type { FormEvent } from 'react'
import * as v from 'valibot'
import { guestToken } from '../claim/guest'
import { PhotoField } from '../photo/PhotoField'
import { newUuid } from '../newUuid'
import { keepPhoto, keepSendDraft, readPhoto, readSendDraft } from './draft'
import type { Draft } from './draft'
import css from './SendPage.module.css'
import { rememberWriter, useWriter, WriterField } from './WriterField'

type Problems = Partial<Record<'score' | 'guest' | 'photo' | 'day_code', string>>

interface ScoreFormProps {
  /** of the machine's link */
  code: string
  page: SendPage
  /** the name of the account that is signed in */
  account: string | undefined
  /** another one, after one that was sent: the focus goes to its first field */
  isAgain: boolean
  onSent(score: SentScore): void
}

const fields = ['score', 'guest', 'photo', 'day_code'] as const
const mostRead = 20
const plain = (uuid: string) => uuid.replaceAll('-', '')

/** Whether it may have arrived all the same. */
const isLost = (error: unknown) => error instanceof ApiError && (error.status === 0 || error.status >= 500)

/** A score, who made it, and a photo, as a guest sends them. */
export function ScoreForm({ code, page, account, isAgain, onSent }: ScoreFormProps) {
  const { venuemachine, mode, needs_day_code } = page
  const venue = venuemachine.venue.name
  const [draft, setDraft] = useState(() => readSendDraft(code))
  const [photo, setPhoto] = useState(() => readPhoto(code))
  const [writer, setWriter] = useWriter()
  const [isBusy, setBusy] = useState(false)
  const [problems, setProblems] = useState<Problems>({})
  const [failure, setFailure] = useState<string>()
  const isGuest = account === undefined

  const mended = (field: keyof Problems) => setProblems(({ [field]: _mended, ...others }) => others)
  const change = (changed: Partial<Draft>) => {
    const after = { ...draft, ...changed }
    setDraft(after)
    keepSendDraft(code, after)
  }
  const choosePhoto = (chosen: File | undefined) => {
    setPhoto(chosen)
    keepPhoto(code, chosen)
    mended('photo')
  }
  const refuse = (found: Problems) => {
    setProblems(found)
    focusField(fields.find((field) => found[field] !== undefined)!)
  }

  const done = (score: SentScore) => {
    keepPhoto(code, undefined)
    // The code of the day is good for the next one, too.
    keepSendDraft(code, { uuid: newUuid(), score: '', dayCode: draft.dayCode })
    onSent(score)
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    const guest = isGuest ? writer[writer.kind].trim() : null
    const told = { uuid: draft.uuid, score: draft.score, guest, day_code: needs_day_code ? draft.dayCode : null }
    const found: Problems = {}
    for (const { path, message } of v.safeParse(SentScoreInput, told, { abortPipeEarly: true }).issues ?? [])
      found[path![0].key as keyof Problems] ??= message
    if (guest === '')
      found.guest = writer.kind === 'letters' ? 'Pick your letters first.' : 'Please enter your name, or pick letters.'
    if (Object.keys(found).length > 0) return refuse(found)
    setProblems({})
    setFailure(undefined)
    setBusy(true)
    const token = isGuest ? guestToken() : undefined
    try {
      done(await sentScores.send(code, told, photo, token))
    } catch (error) {
      // Where the answer was lost, the list says whether it has arrived.
      const arrived = isLost(error) && (await sentScores.list({ limit: mostRead }, token).catch(() => undefined))
      const received = arrived && arrived.results.find(({ uuid }) => plain(uuid) === draft.uuid)
      if (received) return done(received)
      setBusy(false)
      const { score, guest: name, photo: picture, day_code } = (error instanceof ApiError && error.fields) || {}
      const named = { score: score?.[0], guest: name?.[0], photo: picture?.[0], day_code: day_code?.[0] }
      const refused = Object.fromEntries(Object.entries(named).filter(([, words]) => words !== undefined))
      if (Object.keys(refused).length > 0) return refuse(refused)
      setFailure(wordsOf(error))
    }
  }

  return (
    <form className={css.form} noValidate aria-busy={isBusy} onSubmit={(event) => void submit(event)}>
      <TextField
        label="Score"
        name="score"
        value={draft.score}
        error={problems.score}
        autoFocus={isAgain}
        autoComplete="off"
        inputMode="numeric"
        placeholder="1,234,567"
        onChange={(score) => {
          change({ score })
          mended('score')
        }}
      />
      {isGuest ? (
        <WriterField
          writer={writer}
          error={problems.guest}
          onChange={(changed) => {
            setWriter(changed)
            rememberWriter(changed)
            mended('guest')
          }}
        />
      ) : (
        <p className={css.as}>
          You send it as <strong>{account}</strong>. It’s kept in My games.
        </p>
      )}
      <PhotoField
        photo={photo}
        error={problems.photo}
        usesCamera
        description={`If you like: the score on the machine’s display. ${photoWords(mode, venue)}`}
        onChange={choosePhoto}
      />
      {needs_day_code && (
        <TextField
          label="Code of the day"
          name="day_code"
          value={draft.dayCode}
          error={problems.day_code}
          autoComplete="off"
          inputMode="numeric"
          isMono
          placeholder="0000"
          description={`Four digits, on the wall at ${venue} or at the bar.`}
          onChange={(dayCode) => {
            change({ dayCode })
            mended('day_code')
          }}
        />
      )}
      <p className={css.next}>
        {mode === 'ask'
          ? `${venue} looks at your score, your name and your photo. It’s on leaderboards once they say yes; until then, only they and you see it.`
          : `It’s on leaderboards as soon as you send it, with your name. ${venue} can take it off.`}
      </p>
      {failure && <Banner tone="error">{failure}</Banner>}
      <div className={css.confirm}>
        <Button type="submit" variant="primary" isBusy={isBusy}>
          Send score
        </Button>
      </div>
    </form>
  )
}

const photoWords = (mode: SendPage['mode'], venue: string) =>
  mode === 'ask'
    ? `Until the yes only ${venue} sees it; then it’s shown with your game. It’s deleted after 30 days.`
    : 'It’s shown with your game, and deleted after 30 days.'

function wordsOf(error: unknown): string {
  if (!(error instanceof ApiError)) return failureWords(error)
  if (error.status === 0)
    return 'That didn’t reach the server. All that you entered is still here: check your connection and press Send score again. It’s never counted twice.'
  if (error.status >= 500)
    return 'The server couldn’t take it just now. All that you entered is still here: press Send score again in a minute. It’s never counted twice.'
  return error.status === 429 ? (error.detail ?? failureWords(error)) : failureWords(error)
}
