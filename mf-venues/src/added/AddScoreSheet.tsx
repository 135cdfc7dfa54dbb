import { addedScores, gamePhotos, listVenueMachines } from '@multiball/shared/api'
import { ApiError } from '@multiball/shared/client'
import { lostAnswer } from '@multiball/shared/forms'
import { useRead } from '@multiball/shared/queries'
import { EnteredScoreInput } from '@multiball/shared/schema'
import type { PlayedGame } from '@multiball/shared/schema'
import { AsyncComboBox, Banner, Button, Dialog, focusField, TextField } from '@multiball/shared/ui'
import type { Option } from '@multiball/shared/ui'
import { useId, useState } from 'react'
import type { FormEvent } from 'react'
import * as v from 'valibot'
import { newUuid } from '../newUuid'
import { PhotoField } from '../photo/PhotoField'
import { sentenceOf } from '../sentenceOf'
import css from './AddScoreSheet.module.css'
import { PlayerField } from './PlayerField'
import type { Who } from './PlayerField'

/** A machine, by what a sheet has to know of it. */
export interface ScoredMachine {
  id: number
  name: string
}

/** A score as it stands. */
interface ScoreBefore {
  game: number
  /** digits */
  score: string
  who: Who
  note: string
}

interface AddScoreSheetProps {
  owner: number
  /** undefined: the owner chooses one */
  machine: ScoredMachine | undefined
  /** changes this one, instead of adding one */
  before?: ScoreBefore
  onClose(): void
  onDone(game: PlayedGame, machine: ScoredMachine): void
}

type Problems = Partial<Record<'machine' | 'score' | 'guest' | 'note' | 'photo', string>>

const mostOffered = 50

/** A score, typed in: two fields, and a note and a photo that are folded away. */
export function AddScoreSheet({ owner, machine: given, before, onClose, onDone }: AddScoreSheetProps) {
  // Sent again, it is the same score.
  const [uuid] = useState(newUuid)
  const only = useOnlyMachine(given ? undefined : owner)
  const [chosen, setChosen] = useState<Option | null>(null)
  const [score, setScore] = useState(before?.score ?? '')
  const [who, setWho] = useState<Who>(before?.who ?? { name: '' })
  const [note, setNote] = useState(before?.note ?? '')
  const [hasNote, setHasNote] = useState(note !== '')
  const [photo, setPhoto] = useState<File>()
  /** added, though its photo was not taken */
  const [made, setMade] = useState<PlayedGame>()
  const [isBusy, setBusy] = useState(false)
  const [problems, setProblems] = useState<Problems>({})
  const [failure, setFailure] = useState<string>()
  const form = useId()
  const machine = given ?? (chosen ? { id: Number(chosen.id), name: chosen.label } : only)
  const scored = machine ?? { id: 0, name: '' }
  const label = before ? 'Update score' : 'Add score'

  /** What is typed again is no longer wrong, as far as is known. */
  const changing =
    <Value,>(field: keyof Problems, set: (value: Value) => void) =>
    (value: Value) => {
      set(value)
      setProblems(({ [field]: _mended, ...others }) => others)
    }

  const refuse = (found: Problems) => {
    setProblems(found)
    focusField(Object.keys(found)[0]!)
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    const told = {
      score,
      user: who.user ?? null,
      guest: who.user === undefined ? who.name.trim() || null : null,
      note: note.trim() || null,
    }
    const found: Problems = machine || before ? {} : { machine: 'Please choose a machine' }
    for (const { path, message } of v.safeParse(EnteredScoreInput, told, { abortPipeEarly: true }).issues ?? [])
      found[path![0].key as keyof Problems] ??= message
    if (Object.keys(found).length > 0) return refuse(found)
    setProblems({})
    setFailure(undefined)
    setBusy(true)
    try {
      const known = before?.game ?? made?.id
      const game =
        known === undefined
          ? await addedScores.add(machine!.id, { uuid, ...told })
          : await addedScores.change(known, told)
      if (photo) {
        setMade(game)
        try {
          await gamePhotos.put(game.id, photo)
        } catch (error) {
          setBusy(false)
          return refuse({ photo: `The score is stored, but not its photo: ${sentenceOf(error)}` })
        }
      }
      onDone(game, scored)
    } catch (error) {
      const { score: ofScore, guest, user, note: ofNote } = (error instanceof ApiError && error.fields) || {}
      const named = { score: ofScore?.[0], guest: (guest ?? user)?.[0], note: ofNote?.[0] }
      const refused = Object.fromEntries(Object.entries(named).filter(([, words]) => words !== undefined))
      setBusy(false)
      if (Object.keys(refused).length > 0) return refuse(refused)
      setFailure(sentenceOf(before ? error : (lostAnswer(error, label) ?? error)))
    }
  }

  return (
    <Dialog
      title={before ? 'Edit score' : 'Add a score'}
      closeLabel="Cancel"
      isSheet
      isOpen
      onClose={() => (made ? onDone(made, scored) : onClose())}
      actions={
        <Button type="submit" form={form} variant="primary" isBusy={isBusy}>
          {label}
        </Button>
      }
    >
      <form id={form} className={css.form} noValidate aria-busy={isBusy} onSubmit={(event) => void submit(event)}>
        {failure && <Banner tone="error">{failure}</Banner>}
        {given || before || only ? (
          <p className={css.machine}>{machine?.name}</p>
        ) : (
          <AsyncComboBox
            label="Machine"
            name="machine"
            value={chosen}
            error={problems.machine}
            placeholder="Search your machines"
            load={async (search, signal) => {
              const { results } = await listVenueMachines({ owner, search, limit: mostOffered }, signal)
              return results.map(({ id, machine: title, venue }) => ({ id, label: title.name, detail: venue.name }))
            }}
            onChange={changing('machine', setChosen)}
          />
        )}
        <TextField
          label="Score"
          name="score"
          value={score}
          error={problems.score}
          autoFocus={Boolean(given)}
          autoComplete="off"
          inputMode="numeric"
          placeholder="1,234,567"
          onChange={changing('score', setScore)}
        />
        <PlayerField who={who} error={problems.guest} onChange={changing('guest', setWho)} />
        {hasNote && (
          <TextField
            label="Note"
            name="note"
            value={note}
            error={problems.note}
            autoFocus={note === ''}
            autoComplete="off"
            autoCapitalize="sentences"
            description="Everyone who can see the game can read it."
            onChange={changing('note', setNote)}
          />
        )}
        <div className={css.more}>
          {!hasNote && (
            <Button variant="quiet" icon="plus" onPress={() => setHasNote(true)}>
              Add a note
            </Button>
          )}
          <PhotoField
            photo={photo}
            error={problems.photo}
            description="Everyone who can see the game can see it, for 30 days."
            isQuiet
            onChange={changing('photo', setPhoto)}
          />
        </div>
      </form>
    </Dialog>
  )
}

/** An owner of one machine need not choose it. */
function useOnlyMachine(owner: number | undefined): ScoredMachine | undefined {
  const { loaded } = useRead(owner === undefined ? undefined : ['onlyMachine', owner], (signal) =>
    listVenueMachines({ owner, limit: 1 }, signal),
  )
  const [one] = loaded.type === 'ready' && loaded.value.count === 1 ? loaded.value.results : []
  return one && { id: one.id, name: one.machine.name }
}
