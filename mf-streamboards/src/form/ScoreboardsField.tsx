import { allRows, scoreboards } from '@multiball/shared/api'
import { failureWords } from '@multiball/shared/client'
import { NoBoards, useFormField } from '@multiball/shared/forms'
import { useRead } from '@multiball/shared/queries'
import type { Scoreboard } from '@multiball/shared/schema'
import { AsyncComboBox, Banner, Button, Segmented } from '@multiball/shared/ui'
import { useEffect, useRef, useState, type FocusEvent } from 'react'
import css from './fields.module.css'
import { hasScoreboard, withType, type StreamboardDraft } from './streamboardDraft'
import type { ScoreboardChoice, ScoreboardChoices } from './useScoreboardChoices'

const types = [
  { value: 'oneUp', label: 'One machine' },
  { value: 'multiUp', label: 'Two machines' },
] as const

const asOption = ({ id, title, note }: ScoreboardChoice) => ({ id, label: title, ...(note && { detail: note }) })

/** One machine with up to four players or two with one player each, and their scoreboards. */
export function ScoreboardsField({ owner, choices }: { owner: number; choices: ScoreboardChoices }) {
  const type = useFormField<StreamboardDraft['type']>('type')
  const items = useFormField<StreamboardDraft['scoreboard_items']>('scoreboard_items')
  useFocusOnceOffered(choices, '[data-field=scoreboard_items] [role=combobox]')
  const configs = useFormField<StreamboardDraft['scoreboardsConfig']>('scoreboardsConfig')

  const changeType = (chosen: StreamboardDraft['type']) => {
    const next = withType({ type: type.value, scoreboard_items: items.value, scoreboardsConfig: configs.value }, chosen)
    type.onChange(next.type)
    items.onChange(next.scoreboard_items)
    configs.onChange(next.scoreboardsConfig)
  }
  const choose = (at: number, scoreboard: number | null) =>
    items.onChange(items.value.map((item, index) => (index === at ? { ...item, scoreboard } : item)))
  const leave = ({ currentTarget, relatedTarget }: FocusEvent) =>
    !currentTarget.contains(relatedTarget) && items.onBlur()
  /** A sentence about empty places stands at them, one about the second at the second. */
  const isWrong = (at: number) =>
    items.value.every(hasScoreboard) ? at === items.value.length - 1 : !hasScoreboard(items.value[at]!)

  return (
    // The field is left when both of its pickers are: one that nobody came to yet is not wrong.
    <div className={css.section} role="group" aria-label="Scoreboards" data-field="scoreboard_items" onBlur={leave}>
      <Segmented
        label="Type"
        options={types}
        name={type.name}
        value={type.value}
        onChange={changeType}
        description={
          type.value === 'oneUp' ? 'One game with one to four players.' : 'Two games side by side, one player each.'
        }
      />
      {choices.count === 0 && <NoScoreboards owner={owner} onMade={choices.refresh} />}
      {items.value.map((item, at) => {
        const choice = choices.of(item.scoreboard)
        return (
          <AsyncComboBox
            key={at}
            label={items.value.length > 1 ? `Scoreboard ${at + 1}` : 'Scoreboard'}
            description={
              at === items.value.length - 1 ? 'Only public scoreboards with one machine are listed.' : undefined
            }
            placeholder="Search your scoreboards"
            value={choice ? asOption(choice) : null}
            onChange={(chosen) => choose(at, chosen ? Number(chosen.id) : null)}
            load={async (text, signal) => (await choices.find(text, signal)).map(asOption)}
            error={items.error !== undefined && isWrong(at) ? items.error : undefined}
          />
        )
      })}
    </div>
  )
}

/** The button that made the first scoreboard public goes with its section: the focus goes on to what is there in its place. */
export function useFocusOnceOffered({ count }: ScoreboardChoices, place: string): void {
  const before = useRef(count)
  useEffect(() => {
    if (before.current === 0 && count && document.activeElement === document.body)
      document.querySelector<HTMLElement>(place)?.focus()
    before.current = count
  }, [count, place])
}

interface NoScoreboardsProps {
  owner: number
  /** one was made public */
  onMade(): void
}

/** What an owner without a scoreboard for a stream is told; one that is only private is a tap away. */
export function NoScoreboards({ owner, onMade }: NoScoreboardsProps) {
  const { loaded, refresh } = useRead(['private scoreboards', owner], async (signal) =>
    privateScoreboards(
      await allRows((offset) =>
        scoreboards.list({ owner, is_public: false, limit: 1000, offset, ordering: '-id' }, signal),
      ),
    ),
  )
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState<number>()
  const own = loaded.type === 'ready' ? loaded.value : []

  const open = async (id: number) => {
    setBusy(id)
    setFailure(undefined)
    try {
      await scoreboards.patch(id, { is_public: true })
      onMade()
    } catch (thrown) {
      setFailure(failureWords(thrown))
      void refresh()
    }
    setBusy(undefined)
  }

  return (
    <NoBoards
      title="You must create at least one public, scoreboard with only one machine to use this feature."
      types={['scoreboard']}
    >
      A streamboard overlays the live scores of such a scoreboard on your video stream.
      {failure && <Banner tone="error">{failure}</Banner>}
      {own.length > 0 && (
        <section className={css.privates} aria-label="Your private scoreboards">
          <p>These of yours are private. Once one is public, anyone can see it, and it’s listed on Home.</p>
          <ul className={css.list}>
            {own.map(({ id, title }) => (
              <li key={id}>
                <span className={css.listed}>{title}</span>
                <Button
                  icon="globe"
                  isBusy={busy === id}
                  aria-label={`Make ${title} public`}
                  onPress={() => void open(id)}
                >
                  Make public
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </NoBoards>
  )
}

const mostOffered = 20

const privateScoreboards = (own: Scoreboard[]) =>
  own.filter(({ venuemachine_items }) => venuemachine_items.length === 1).slice(0, mostOffered)
