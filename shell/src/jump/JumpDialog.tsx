import { failureWords } from '@multiball/shared/client'
import { useLocation } from '@multiball/shared/routing'
import type { Command, CommandDone } from '@multiball/shared/schema'
import { profileAtom } from '@multiball/shared/session'
import { Button, Dialog, Icon, useGo } from '@multiball/shared/ui'
import { useAtomValue } from 'jotai'
import { useEffect, useEffectEvent, useId, useRef, useState, type KeyboardEvent } from 'react'
import { arrange } from './arrange'
import css from './JumpDialog.module.css'
import { JumpNotice, type Said } from './JumpNotice'
import { ownCommands } from './ownCommands'
import { keepRecent, readRecent } from './recent'
import { useRemoteCommands } from './useRemoteCommands'

interface JumpDialogProps {
  isOpen: boolean
  /** the text that it opens with */
  typed: string
  onClose(): void
  onShowKeys(): void
}

/** All that can be reached and done, searched as it is typed. It stays when it is closed, with what it knows and what it has to say. */
export function JumpDialog({ isOpen, typed, onClose, onShowKeys }: JumpDialogProps) {
  const owner = useAtomValue(profileAtom).profile?.id ?? 0
  const remote = useRemoteCommands(isOpen, owner)
  const [said, setSaid] = useState<Said>()
  const [going, setGoing] = useState<string>()
  const go = useGo()
  const { key } = useLocation()
  useEffect(() => setSaid(undefined), [key])

  // Once the dialog's own history entry is taken back.
  const goOn = useEffectEvent((to: string) => {
    setGoing(undefined)
    go(to)
  })
  useEffect(() => {
    if (isOpen || going === undefined) return
    const taken = () => goOn(going)
    if ((history.state as { overlay?: boolean } | null)?.overlay)
      window.addEventListener('popstate', taken, { once: true })
    else taken()
  }, [isOpen, going])

  const choose = (command: Command) => {
    keepRecent(owner, command.id)
    onClose()
    if ('to' in command) setGoing(command.to)
    else if ('href' in command) window.open(command.href, '_blank', 'noopener')
    else void run(command.run, setSaid)
  }
  const own = ownCommands(onShowKeys)
  const isPage = ({ group }: Command) => group === 'Pages'
  const all = [...own.filter(isPage), ...remote.commands, ...own.filter((command) => !isPage(command))]
  return (
    <>
      <Dialog
        title="Jump to"
        isOpen={isOpen}
        onClose={onClose}
        actions={
          <Button variant="quiet" onPress={onShowKeys}>
            Keys
          </Button>
        }
      >
        <Search {...remote} typed={typed} commands={all} recent={readRecent(owner)} onChoose={choose} />
      </Dialog>
      <JumpNotice said={said} onDismiss={() => setSaid(undefined)} />
    </>
  )
}

/** Does it and says what came of it, with the way back where there is one. */
async function run(work: () => Promise<CommandDone | void>, say: (said: Said | undefined) => void): Promise<void> {
  say(undefined)
  try {
    const done = await work()
    if (!done) return
    const { text, undo } = done
    const takeBack = async () => {
      await undo?.()
      return { text: 'Undone.' }
    }
    say({ text, tone: 'success', onUndo: undo && (() => void run(takeBack, say)) })
  } catch (error) {
    say({ text: failureWords(error), tone: 'error' })
  }
}

interface SearchProps {
  typed: string
  commands: readonly Command[]
  recent: readonly string[]
  missing: readonly string[]
  isLoading: boolean
  onChoose(command: Command): void
}

const steps: Partial<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }

/** A field with a list of results below it; the focus stays in the field, and the first one is chosen unless the keys say another. */
function Search({ typed, commands, recent, missing, isLoading, onChoose }: SearchProps) {
  const [text, setText] = useState(typed)
  /** id of the chosen one; undefined is the first */
  const [chosen, setChosen] = useState<string>()
  const listId = useId()
  const list = useRef<HTMLDivElement>(null)
  const groups = arrange(commands, text, recent)
  const all = groups.flatMap((group) => group.commands)
  const at = Math.max(
    0,
    all.findIndex(({ id }) => id === chosen),
  )
  const optionId = (index: number) => `${listId}-${index}`

  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView?.({ block: 'nearest' })
  }, [at, text])

  const press = (event: KeyboardEvent) => {
    const step = steps[event.key]
    const command = all[at]
    if (step !== undefined) {
      event.preventDefault()
      // One step goes round, a page stops at the end.
      const next =
        Math.abs(step) === 1 ? (at + step + all.length) % all.length : Math.min(all.length - 1, Math.max(0, at + step))
      setChosen(all[next]?.id)
    } else if (event.key === 'Enter' && command && !event.nativeEvent.isComposing) {
      event.preventDefault()
      onChoose(command)
    }
  }

  let index = -1
  return (
    <>
      <div className={css.field}>
        <Icon name="search" />
        <input
          className={css.input}
          role="combobox"
          aria-label="Jump to"
          aria-expanded="true"
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={all[at] && optionId(at)}
          placeholder="A board, a machine, a TV, something to do…"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={200}
          autoFocus
          value={text}
          onChange={({ target }) => {
            setText(target.value)
            setChosen(undefined)
          }}
          onKeyDown={press}
        />
      </div>
      <div
        ref={list}
        id={listId}
        className={css.list}
        role="listbox"
        aria-label="Results"
        data-loading={isLoading}
        tabIndex={-1}
      >
        {groups.map(({ title, commands: own }) => (
          <div key={title} role="group" aria-labelledby={`${listId}-${title}`}>
            <div id={`${listId}-${title}`} className={css.title} role="presentation">
              {title}
            </div>
            {own.map((command) => {
              index += 1
              return (
                <div
                  key={command.id}
                  id={optionId(index)}
                  className={css.option}
                  role="option"
                  tabIndex={-1}
                  aria-selected={index === at}
                  onClick={() => onChoose(command)}
                >
                  <Icon name={command.icon ?? 'chevron-right'} />
                  <span className={css.label}>{command.label}</span>
                  {command.detail && <span className={css.detail}>{command.detail}</span>}
                  {'href' in command && <Icon name="external" size={14} />}
                </div>
              )
            })}
          </div>
        ))}
      </div>
      <p className={css.note} role="status">
        {noteOf(all.length, missing, isLoading)}
      </p>
    </>
  )
}

function noteOf(count: number, missing: readonly string[], isLoading: boolean): string {
  const found =
    count === 0 ? (isLoading ? 'Looking…' : 'No results.') : `${count} ${count === 1 ? 'result' : 'results'}.`
  return missing.length === 0
    ? found
    : `${found} ${new Intl.ListFormat('en').format(missing)} didn’t respond, so some results may be missing.`
}
